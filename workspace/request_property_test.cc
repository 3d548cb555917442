// SPDX-License-Identifier: GPL-2.0-or-later
// What must hold of every request, over random sizes, contents and fragments: all policies and probes give the same
// bytes, the stock library decodes them, and every fragment is unmapped in the reverse order of mapping, whatever
// happens.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <zstd.h>

#include <array>
#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "engine/testing.h"
#include "workspace/request.h"
#include "workspace/testing.h"

namespace firstbyte::workspace {
namespace {

constexpr std::size_t kLargest = std::size_t{256} << 10;

struct Variant {
  const char* probe;
  InitPolicy policy;
};
constexpr std::array<Variant, 6> kVariants = {{{"live", InitPolicy::kEager},
                                               {"live", InitPolicy::kDeferred},
                                               {"live", InitPolicy::kReuse},
                                               {"cached", InitPolicy::kEager},
                                               {"cached", InitPolicy::kDeferred},
                                               {"cached", InitPolicy::kReuse}}};

// One workspace per variant for the whole test: requests of all kinds must be able to follow each other in it.
SharedWorkspace& WorkspaceOf(std::size_t variant) {
  static const engine::Engine live = engine::LoadForTest("zstd-1.5.4", "live");
  static const engine::Engine cached = engine::LoadForTest("zstd-1.5.4", "cached");
  static std::vector<OwnedWorkspace> workspaces = [] {
    std::vector<OwnedWorkspace> all;
    for (const Variant& v : kVariants) all.emplace_back((v.probe[0] == 'l' ? live : cached).table(), v.policy);
    return all;
  }();
  return workspaces[variant].workspace();
}

// rapidcheck lets its ranges grow with the number of the trial; here the whole range counts from the first one.
template <typename T>
rc::Gen<T> Full(rc::Gen<T> generator) {
  return rc::gen::resize(rc::kNominalSize, std::move(generator));
}

// Sizes from 1 byte to 256 KiB, small ones as likely as large ones.
std::size_t AnySize() {
  const int bits = *Full(rc::gen::inRange(0, 19));
  const std::size_t low = std::size_t{1} << bits;
  return std::min(kLargest, low + *Full(rc::gen::inRange<std::size_t>(0, low)));
}

// Compressible to a varying degree; at 0 not at all.
Bytes AnyContent(std::size_t size) {
  std::uint64_t state = *rc::gen::arbitrary<std::uint64_t>();
  const std::uint64_t repeat = *Full(rc::gen::inRange<std::uint64_t>(0, 8));
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    bytes[i] = i >= 32 && (state >> 40) % 8 < repeat ? bytes[i - 32] : static_cast<unsigned char>(state >> 56);
  }
  return bytes;
}

std::vector<std::size_t> AnySplit(std::size_t size) {
  std::vector<std::size_t> pieces;
  for (int left = *Full(rc::gen::inRange(1, 6)); left > 1 && size > 1; --left) {
    pieces.push_back(*Full(rc::gen::inRange<std::size_t>(1, size)));
    size -= pieces.back();
  }
  pieces.push_back(size);
  return pieces;
}

struct Outcome {
  int status = 0;
  std::size_t unflushed = 0;
  Bytes output;
  bool operator==(const Outcome&) const = default;
};

Outcome RunVariant(std::size_t variant, Operation operation, const Bytes& source, const Layout& layout) {
  SharedWorkspace& workspace = WorkspaceOf(variant);
  OwnedRequest owned(source, layout);
  WalkLog walk(nullptr);
  workspace.set_observer(&walk);
  Outcome outcome;
  outcome.status = Run(operation, workspace, owned.request());
  outcome.unflushed = owned.request().unflushed;
  outcome.output = owned.Output();
  workspace.set_observer(nullptr);
  RC_ASSERT(walk.everything_unmapped());
  RC_ASSERT(walk.always_in_reverse_order());
  RC_ASSERT(outcome.status == 0 || outcome.output.empty());
  return outcome;
}

// The outcome that all variants agree on.
Outcome RunAll(Operation operation, const Bytes& source, const Layout& layout) {
  const Outcome first = RunVariant(0, operation, source, layout);
  for (std::size_t variant = 1; variant < kVariants.size(); ++variant) {
    RC_ASSERT(RunVariant(variant, operation, source, layout) == first);
  }
  return first;
}

Bytes StockDecode(const Bytes& frame, std::size_t size) {
  Bytes decoded(size + 1);
  const std::size_t result = ZSTD_decompress(decoded.data(), decoded.size(), frame.data(), frame.size());
  RC_ASSERT(ZSTD_isError(result) == 0u);
  decoded.resize(result);
  return decoded;
}

Bytes StockEncode(const Bytes& data) {
  Bytes frame(ZSTD_compressBound(data.size()));
  frame.resize(ZSTD_compress(frame.data(), frame.size(), data.data(), data.size(), kDefaultLevel));
  return frame;
}

RC_GTEST_PROP(CompressProperty, AnyFragmentsGiveOneFrameThatTheStockLibraryDecodes, ()) {
  const Bytes data = AnyContent(AnySize());
  // Each flushed fragment can cost a block header more than the one-shot bound.
  const std::size_t room = CompressBound(data.size()) + 256;
  const Layout layout{AnySplit(data.size()), AnySplit(room), room};
  const Outcome outcome = RunAll(Operation::kCompress, data, layout);
  RC_ASSERT(outcome.status == 0);
  RC_TAG(outcome.unflushed != 0 ? "cut short by the kernel's single zstd_end_stream()" : "complete");
  if (outcome.unflushed == 0) RC_ASSERT(StockDecode(outcome.output, data.size()) == data);
}

RC_GTEST_PROP(CompressProperty, LinearRequestsAreAlwaysComplete, ()) {
  const Bytes data = AnyContent(AnySize());
  const Layout layout = LayoutFor(RequestCase::kLinear, Operation::kCompress, data.size(), data.size(), 1);
  const Outcome outcome = RunAll(Operation::kCompress, data, layout);
  RC_ASSERT(outcome.status == 0);
  RC_ASSERT(outcome.unflushed == 0u);
  RC_ASSERT(StockDecode(outcome.output, data.size()) == data);
}

RC_GTEST_PROP(CompressProperty, ATooSmallDestinationIsEinvalOneShotAndNeverWrittenBeyond, ()) {
  const Bytes data = AnyContent(AnySize());
  const Outcome complete = RunAll(Operation::kCompress, data,
                                  LayoutFor(RequestCase::kLinear, Operation::kCompress, data.size(), data.size(), 1));
  const std::size_t room = *Full(rc::gen::inRange<std::size_t>(1, complete.output.size()));
  RC_ASSERT(RunAll(Operation::kCompress, data, {{data.size()}, {room}, room}).status == -EINVAL);
}

RC_GTEST_PROP(CompressProperty, ATooSmallDestinationIsEnospcStreamedOrLeavesTheFrameCutShort, ()) {
  const Bytes data = AnyContent(2 + AnySize() / 2);
  const std::size_t first = *Full(rc::gen::inRange<std::size_t>(1, data.size()));
  const Layout ample{{first, data.size() - first}, {2 * kLargest}, 2 * kLargest};
  const Outcome complete = RunAll(Operation::kCompress, data, ample);
  const std::size_t room = *Full(rc::gen::inRange<std::size_t>(1, complete.output.size()));
  const Outcome outcome = RunAll(Operation::kCompress, data, {ample.source, AnySplit(room), room});
  RC_ASSERT(outcome.status == -ENOSPC || (outcome.status == 0 && outcome.unflushed != 0u));
}

RC_GTEST_PROP(DecompressProperty, AnyFragmentsGiveTheDataBack, ()) {
  const Bytes data = AnyContent(AnySize());
  const Bytes frame = StockEncode(data);
  const Outcome outcome =
      RunAll(Operation::kDecompress, frame, {AnySplit(frame.size()), AnySplit(data.size()), data.size()});
  // A source that ends in a fragment of its own after the destination is full finds no room to stream into: the
  // kernel's -ENOSPC.
  RC_TAG(StatusName(outcome.status));
  RC_ASSERT(outcome.status == 0 || outcome.status == -ENOSPC);
  if (outcome.status == 0) RC_ASSERT(outcome.output == data);
}

RC_GTEST_PROP(DecompressProperty, OneSpareByteIsAlwaysEnoughRoom, ()) {
  const Bytes data = AnyContent(AnySize());
  const Bytes frame = StockEncode(data);
  const Outcome outcome =
      RunAll(Operation::kDecompress, frame, {AnySplit(frame.size()), AnySplit(data.size() + 1), data.size() + 1});
  RC_ASSERT(outcome.status == 0);
  RC_ASSERT(outcome.output == data);
}

RC_GTEST_PROP(DecompressProperty, ATooSmallDestinationIsAnError, ()) {
  const Bytes data = AnyContent(2 + AnySize() / 2);
  const Bytes frame = StockEncode(data);
  const std::size_t room = *Full(rc::gen::inRange<std::size_t>(1, data.size()));
  RC_ASSERT(RunAll(Operation::kDecompress, frame, {{frame.size()}, {room}, room}).status == -EINVAL);
  const Outcome streamed = RunAll(Operation::kDecompress, frame, {{1, frame.size() - 1}, AnySplit(room), room});
  RC_ASSERT(streamed.status == -ENOSPC || (streamed.status == 0 && streamed.output.size() < data.size()));
}

RC_GTEST_PROP(DecompressProperty, TruncatedInputIsEinvalOneShotAndShortStreamed, ()) {
  const Bytes data = AnyContent(AnySize());
  Bytes frame = StockEncode(data);
  frame.resize(*Full(rc::gen::inRange<std::size_t>(1, frame.size())));
  RC_ASSERT(RunAll(Operation::kDecompress, frame, {{frame.size()}, {data.size()}, data.size()}).status == -EINVAL);
  RC_PRE(frame.size() >= 2u);
  const Outcome streamed = RunAll(Operation::kDecompress, frame, {{1, frame.size() - 1}, {data.size()}, data.size()});
  // The kernel's streaming path reports success for a frame that ends early; what it produced is a prefix.
  RC_ASSERT(streamed.status == 0 || streamed.status == -ENOSPC);
  RC_ASSERT(std::equal(streamed.output.begin(), streamed.output.end(), data.begin()));
}

RC_GTEST_PROP(DecompressProperty, CorruptInputNeverCrashesAndAllVariantsAgree, ()) {
  const Bytes data = AnyContent(AnySize());
  Bytes frame = StockEncode(data);
  frame[*Full(rc::gen::inRange<std::size_t>(0, frame.size()))] ^=
      static_cast<unsigned char>(*Full(rc::gen::inRange(1, 256)));
  const Outcome one_shot = RunAll(Operation::kDecompress, frame, {{frame.size()}, {data.size()}, data.size()});
  RC_ASSERT(one_shot.status == 0 || one_shot.status == -EINVAL);
  const Outcome streamed =
      RunAll(Operation::kDecompress, frame, {AnySplit(frame.size()), {data.size() + 1}, data.size() + 1});
  RC_ASSERT(streamed.status == 0 || streamed.status == -EIO || streamed.status == -EINVAL ||
            streamed.status == -ENOSPC);
}

TEST(Incompressible, DoesNotFitIntoZswapsBufferOfOnePage) {
  Bytes page(4096);
  std::uint64_t state = 7;
  for (unsigned char& byte : page) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<unsigned char>(state >> 56);
  }
  const Layout store = LayoutFor(RequestCase::kZswapStore, Operation::kCompress, page.size(), page.size(), 1);
  const Layout linear = LayoutFor(RequestCase::kLinear, Operation::kCompress, page.size(), page.size(), 1);
  for (std::size_t variant = 0; variant < kVariants.size(); ++variant) {
    EXPECT_EQ(RunVariant(variant, Operation::kCompress, page, store).status, -EINVAL);
    EXPECT_GT(RunVariant(variant, Operation::kCompress, page, linear).output.size(), page.size());
  }
}

}  // namespace
}  // namespace firstbyte::workspace
