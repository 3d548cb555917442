// SPDX-License-Identifier: GPL-2.0-or-later
// Which calls a request makes, in which order, and how it maps its fragments: against a fake engine that writes
// everything down.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "workspace/request.h"
#include "workspace/testing.h"

namespace firstbyte::workspace {
namespace {

using ::testing::ElementsAre;

constexpr std::size_t kPage = 4096;

struct Outcome {
  int status = 0;
  std::size_t produced = 0;
  std::vector<std::string> log;
  bool everything_unmapped = false;
  bool always_in_reverse_order = false;
};

// Runs one request on the fake engine. `prepare` sets what the fake refuses, after the workspace was made.
Outcome RunOnFake(Operation operation, InitPolicy policy, const Layout& layout,
                  void (*prepare)(FakeEngineState&) = nullptr) {
  OwnedWorkspace workspace(FakeEngine(), policy);
  FakeState() = FakeEngineState{};
  if (prepare != nullptr) prepare(FakeState());
  std::size_t source_size = 0;
  for (const std::size_t size : layout.source) source_size += size;
  OwnedRequest owned(Bytes(source_size, 'x'), layout);
  WalkLog walk(&FakeState().log);
  workspace.workspace().set_observer(&walk);
  Outcome outcome;
  outcome.status = Run(operation, workspace.workspace(), owned.request());
  outcome.produced = owned.request().produced;
  outcome.log = FakeState().log;
  outcome.everything_unmapped = walk.everything_unmapped();
  outcome.always_in_reverse_order = walk.always_in_reverse_order();
  return outcome;
}

const Layout kOneShotCompress{{kPage}, {2 * kPage}, 2 * kPage};
const Layout kOneShotDecompress{{1000}, {kPage}, kPage};

TEST(CompressCalls, EagerSetsTheWorkspaceUpTwiceForAOneShotRequest) {
  EXPECT_THAT(RunOnFake(Operation::kCompress, InitPolicy::kEager, kOneShotCompress).log,
              ElementsAre("init_cstream pledged 0", "map destination 8192", "map source 4096", "init_cctx",
                          "compress_cctx in 4096 out 8192", "unmap source 4096", "unmap destination 8192"));
}

TEST(CompressCalls, DeferredSetsItUpOnce) {
  EXPECT_THAT(RunOnFake(Operation::kCompress, InitPolicy::kDeferred, kOneShotCompress).log,
              ElementsAre("map destination 8192", "map source 4096", "init_cctx", "compress_cctx in 4096 out 8192",
                          "unmap source 4096", "unmap destination 8192"));
}

TEST(CompressCalls, ReuseNever) {
  EXPECT_THAT(RunOnFake(Operation::kCompress, InitPolicy::kReuse, kOneShotCompress).log,
              ElementsAre("map destination 8192", "map source 4096", "compress_cctx in 4096 out 8192",
                          "unmap source 4096", "unmap destination 8192"));
}

TEST(DecompressCalls, EagerSetsTheWorkspaceUpTwiceForAOneShotRequest) {
  EXPECT_THAT(RunOnFake(Operation::kDecompress, InitPolicy::kEager, kOneShotDecompress).log,
              ElementsAre("init_dstream window 262144", "map source 1000", "map destination 4096", "init_dctx",
                          "decompress_dctx in 1000 out 4096", "unmap destination 4096", "unmap source 1000"));
}

TEST(DecompressCalls, DeferredSetsItUpOnce) {
  EXPECT_THAT(RunOnFake(Operation::kDecompress, InitPolicy::kDeferred, kOneShotDecompress).log,
              ElementsAre("map source 1000", "map destination 4096", "init_dctx", "decompress_dctx in 1000 out 4096",
                          "unmap destination 4096", "unmap source 1000"));
}

TEST(DecompressCalls, ReuseNever) {
  EXPECT_THAT(RunOnFake(Operation::kDecompress, InitPolicy::kReuse, kOneShotDecompress).log,
              ElementsAre("map source 1000", "map destination 4096", "decompress_dctx in 1000 out 4096",
                          "unmap destination 4096", "unmap source 1000"));
}

// The first iteration that streams can be followed by more: the stream must be set up in the first alone.
TEST(CompressCalls, DeferredInitialisesAStreamOnceWithItsFirstFragmentMapped) {
  EXPECT_THAT(RunOnFake(Operation::kCompress, InitPolicy::kDeferred, {{3000, 1096}, {8192}, 8192}).log,
              ElementsAre("map destination 8192", "map source 3000", "init_cstream pledged 0",
                          "compress_stream in 3000 out 8192", "flush_stream", "unmap source 3000", "map source 1096",
                          "compress_stream in 1096 out 5192", "flush_stream", "unmap source 1096",
                          "unmap destination 8192", "end_stream"));
}

TEST(CompressCalls, AFullDestinationFragmentIsFollowedByTheNext) {
  EXPECT_THAT(RunOnFake(Operation::kCompress, InitPolicy::kReuse, {{100}, {60, 60}, 120}).log,
              ElementsAre("map destination 60", "map source 100", "reset_cstream", "compress_stream in 100 out 60",
                          "flush_stream", "unmap source 60", "unmap destination 60", "map destination 60",
                          "map source 40", "compress_stream in 40 out 60", "flush_stream", "unmap source 40",
                          "unmap destination 60", "end_stream"));
}

TEST(DecompressCalls, DeferredInitialisesAStreamOnceWithItsFirstFragmentMapped) {
  EXPECT_THAT(RunOnFake(Operation::kDecompress, InitPolicy::kDeferred, {{300, 200}, {kPage}, kPage}).log,
              ElementsAre("map source 300", "map destination 4096", "init_dstream window 262144",
                          "decompress_stream in 300 out 4096", "unmap destination 300", "unmap source 300",
                          "map source 200", "map destination 3796", "decompress_stream in 200 out 3796",
                          "unmap destination 200", "unmap source 200"));
}

TEST(CompressCalls, ADestinationThatIsLongerThanTheRequestIsMappedToTheRequestsSize) {
  const Outcome outcome = RunOnFake(Operation::kCompress, InitPolicy::kDeferred, {{kPage}, {8192}, kPage});
  EXPECT_THAT(outcome.log,
              ElementsAre("map destination 4096", "map source 4096", "init_cctx", "compress_cctx in 4096 out 4096",
                          "unmap source 4096", "unmap destination 4096"));
  EXPECT_EQ(outcome.produced, kPage);
}

struct Failure {
  const char* name;
  Operation operation;
  InitPolicy policy;
  Layout layout;
  void (*prepare)(FakeEngineState&);
  int status;
};

class FailingRequest : public ::testing::TestWithParam<Failure> {};

TEST_P(FailingRequest, HasTheKernelsErrnoAndReleasesInTheReverseOrder) {
  const Failure& failure = GetParam();
  const Outcome outcome = RunOnFake(failure.operation, failure.policy, failure.layout, failure.prepare);
  EXPECT_EQ(outcome.status, failure.status) << StatusName(outcome.status);
  EXPECT_EQ(outcome.produced, 0u);
  EXPECT_TRUE(outcome.everything_unmapped);
  EXPECT_TRUE(outcome.always_in_reverse_order);
}

const Layout kStreamed{{2048, 2048}, {2 * kPage}, 2 * kPage};
const Layout kStreamedDecompress{{300, 200}, {kPage}, kPage};
const Layout kTooSmall{{200, 200}, {100, 100}, 200};

INSTANTIATE_TEST_SUITE_P(
    Paths, FailingRequest,
    ::testing::Values(
        Failure{
            "CompressEmptySource", Operation::kCompress, InitPolicy::kEager, {{}, {kPage}, kPage}, nullptr, -EINVAL},
        Failure{
            "CompressEmptyDestination", Operation::kCompress, InitPolicy::kEager, {{kPage}, {}, 0}, nullptr, -EINVAL},
        Failure{"DecompressEmptySource",
                Operation::kDecompress,
                InitPolicy::kDeferred,
                {{}, {kPage}, kPage},
                nullptr,
                -EINVAL},
        Failure{"EagerCstream", Operation::kCompress, InitPolicy::kEager, kOneShotCompress,
                [](FakeEngineState& s) { s.refuse_cstream = true; }, -EINVAL},
        Failure{"DeferredCstream", Operation::kCompress, InitPolicy::kDeferred, kStreamed,
                [](FakeEngineState& s) { s.refuse_cstream = true; }, -EINVAL},
        Failure{"OneShotCctx", Operation::kCompress, InitPolicy::kDeferred, kOneShotCompress,
                [](FakeEngineState& s) { s.refuse_cctx = true; }, -EINVAL},
        Failure{"CompressStream", Operation::kCompress, InitPolicy::kDeferred, kStreamed,
                [](FakeEngineState& s) { s.fail_compress_stream = true; }, -EIO},
        Failure{"FlushStream", Operation::kCompress, InitPolicy::kEager, kStreamed,
                [](FakeEngineState& s) { s.fail_flush_stream = true; }, -EIO},
        Failure{"EndStream", Operation::kCompress, InitPolicy::kEager, kStreamed,
                [](FakeEngineState& s) { s.fail_end_stream = true; }, -EIO},
        Failure{"CompressNoRoom", Operation::kCompress, InitPolicy::kReuse, kTooSmall, nullptr, -ENOSPC},
        Failure{"EagerDstream", Operation::kDecompress, InitPolicy::kEager, kOneShotDecompress,
                [](FakeEngineState& s) { s.refuse_dstream = true; }, -EINVAL},
        Failure{"DeferredDstream", Operation::kDecompress, InitPolicy::kDeferred, kStreamedDecompress,
                [](FakeEngineState& s) { s.refuse_dstream = true; }, -EINVAL},
        Failure{"OneShotDctx", Operation::kDecompress, InitPolicy::kEager, kOneShotDecompress,
                [](FakeEngineState& s) { s.refuse_dctx = true; }, -EINVAL},
        Failure{"DecompressStream", Operation::kDecompress, InitPolicy::kDeferred, kStreamedDecompress,
                [](FakeEngineState& s) { s.fail_decompress_stream = true; }, -EIO},
        Failure{"DecompressNoRoom", Operation::kDecompress, InitPolicy::kReuse, kTooSmall, nullptr, -ENOSPC}),
    [](const auto& param_info) { return param_info.param.name; });

// The path that the mails' patches added: the fragments are mapped when the deferred initialisation fails.
TEST(CompressCalls, AFailingDeferredInitReleasesSourceThenDestinationWithoutAdvancing) {
  const Outcome outcome = RunOnFake(Operation::kCompress, InitPolicy::kDeferred, kStreamed,
                                    [](FakeEngineState& s) { s.refuse_cstream = true; });
  EXPECT_THAT(outcome.log, ElementsAre("map destination 8192", "map source 2048", "init_cstream pledged 0",
                                       "unmap source 0", "unmap destination 0"));
}

TEST(DecompressCalls, AFailingDeferredInitReleasesDestinationThenSourceWithoutAdvancing) {
  const Outcome outcome = RunOnFake(Operation::kDecompress, InitPolicy::kDeferred, kStreamedDecompress,
                                    [](FakeEngineState& s) { s.refuse_dstream = true; });
  EXPECT_THAT(outcome.log, ElementsAre("map source 300", "map destination 4096", "init_dstream window 262144",
                                       "unmap destination 0", "unmap source 0"));
}

// Zero-length fragments, as a scatterlist may have them, are passed over; fragments that hold less than the request
// says end it instead of running past them.
TEST(FragmentWalk, PassesOverEmptyFragmentsAndStopsAtTheLast) {
  const unsigned char memory[8] = {};
  const std::vector<SourceFragment> fragments = {{memory, 0}, {memory, 3}, {memory + 3, 0}, {memory + 3, 2}};
  FragmentWalk<const unsigned char> walk(Side::kSource, fragments, 100, nullptr);
  EXPECT_EQ(walk.Next(), 3u);
  walk.Done(3);
  EXPECT_EQ(walk.Next(), 2u);
  EXPECT_EQ(walk.data(), memory + 3);
  walk.Done(2);
  EXPECT_EQ(walk.Next(), 0u);
}

TEST(StatusName, IsTheKernelsName) {
  EXPECT_STREQ(StatusName(0), "0");
  EXPECT_STREQ(StatusName(-EINVAL), "EINVAL");
  EXPECT_STREQ(StatusName(-ENOSPC), "ENOSPC");
  EXPECT_STREQ(StatusName(-EIO), "EIO");
  EXPECT_STREQ(StatusName(-ENOMEM), "ENOMEM");
  EXPECT_STREQ(StatusName(-9999), "unknown errno");
}

}  // namespace
}  // namespace firstbyte::workspace
