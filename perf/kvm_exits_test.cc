// SPDX-License-Identifier: GPL-2.0-or-later
// With records as a host's kernel writes them, for there is no such host here.
#include "perf/kvm_exits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>

#include <cerrno>

#include "base/fake_perf_ring.h"
#include "base/perf_ring.h"
#include "perf/fake_kernel.h"
#include "perf/fake_machine.h"
#include "perf/machine_file.h"
#include "perf/record_bytes.h"
#include "perf/records.h"

namespace firstbyte::perf {
namespace {

using ::testing::HasSubstr;

TracepointFormat Format(const std::string& fixture) {
  return ParseTracepointFormat(ReadMachineFile("perf/testdata", "/" + fixture).value()).value();
}

RecordBytes ExitRecord(std::uint32_t reason, std::uint64_t rip, std::uint32_t isa) {
  RecordBytes record;
  return record.U64(0).U32(reason).U32(0).U64(rip).U32(isa).U32(0).U64(0).U64(0).U32(0).U32(0).U32(5).U32(0);
}

TEST(ReadKvmExit, KnowsACpuidOnIntelAndAmd) {
  const TracepointFormat format = Format("kvm_exit-6.1.format");
  const auto exit = ReadKvmExit(format, ExitRecord(10, 0xffffffff81000000, 1).Get());
  ASSERT_TRUE(exit);
  EXPECT_TRUE(exit->IsCpuid());
  EXPECT_EQ(exit->guest_rip, 0xffffffff81000000U);
  EXPECT_EQ(exit->vcpu, 5U);
  EXPECT_TRUE(ReadKvmExit(format, ExitRecord(0x72, 1, 2).Get())->IsCpuid());
  EXPECT_FALSE(ReadKvmExit(format, ExitRecord(0x72, 1, 1).Get())->IsCpuid());
  EXPECT_FALSE(ReadKvmExit(format, ExitRecord(10, 1, 2).Get())->IsCpuid());
  EXPECT_FALSE(ReadKvmExit(format, ExitRecord(12, 1, 1).Get())->IsCpuid());
}

TEST(ReadKvmExit, TakesKernelsWithoutTheVcpu) {
  const auto exit = ReadKvmExit(Format("kvm_exit-5.4.format"), ExitRecord(10, 1, 1).Get());
  ASSERT_TRUE(exit);
  EXPECT_FALSE(exit->vcpu);
}

TEST(ReadKvmExit, IsNothingOfAShortRecordOrAnotherFormat) {
  const std::vector<std::uint8_t> record = ExitRecord(10, 1, 1).Get();
  EXPECT_FALSE(ReadKvmExit(Format("kvm_exit-6.1.format"), std::span(record).first(27)));
  EXPECT_FALSE(ReadKvmExit(Format("kvm_cpuid-6.18.format"), record));
}

TEST(ReadKvmCpuid, HasTheLeaf) {
  const TracepointFormat format = Format("kvm_cpuid-6.18.format");
  const auto cpuid = ReadKvmCpuid(format, RecordBytes().U64(0).U32(0xd).U32(1).U64(0).Get());
  ASSERT_TRUE(cpuid);
  EXPECT_EQ(cpuid->leaf, 0xdU);
  EXPECT_EQ(cpuid->subleaf, 1U);
  EXPECT_FALSE(ReadKvmCpuid(format, RecordBytes().U64(0).Get()));
}

// As it comes: samples with raw data in a ring, padded to whole words.
TEST(ReadKvmExit, ComesOutOfARing) {
  const TracepointFormat format = Format("kvm_exit-6.1.format");
  FakePerfRing ring(4096);
  for (const std::uint32_t reason : {10U, 12U, 10U}) {
    RecordBytes body;
    body.U32(68);
    for (const std::uint64_t word : ExitRecord(reason, 0x401002, 1).Words()) body.U64(word);
    ring.Write(PERF_RECORD_SAMPLE, body.U32(0).Words());
  }
  RecordReader reader({PERF_SAMPLE_RAW, 0});
  EXPECT_TRUE(DrainPerfRing(ring.page(), [&](const perf_event_header& header, std::span<const std::uint8_t> body) {
    reader.Take(header, body);
  }));
  EXPECT_EQ(reader.account().broken, 0U);
  int cpuids = 0;
  for (const Sample& sample : reader.samples()) {
    const auto exit = ReadKvmExit(format, sample.raw);
    ASSERT_TRUE(exit);
    EXPECT_EQ(exit->guest_rip, 0x401002U);
    cpuids += exit->IsCpuid() ? 1 : 0;
  }
  EXPECT_EQ(cpuids, 2);
}

class CpuidExitCounterTest : public ::testing::Test {
 protected:
  CpuidExitCounterTest() {
    tracefs_.Write("/events/kvm/kvm_exit/format", ReadMachineFile("perf/testdata", "/kvm_exit-6.1.format").value());
    tracefs_.Paranoid("2");
  }
  Result<CpuidExitCounter> Open() {
    return CpuidExitCounter::Open(kernel_.Get(), tracefs_.root(), tracefs_.root(), 4711);
  }
  FakeMachine tracefs_;
  FakeKernel kernel_;
};

TEST_F(CpuidExitCounterTest, CountsWhatTheFilterLetsThrough) {
  std::string filter;
  PerfCalls calls = kernel_.Get();
  const auto control = calls.control;
  calls.control = [&](int fd, unsigned long request, std::uintptr_t argument) {
    if (request != PERF_EVENT_IOC_SET_FILTER) return control(fd, request, argument);
    filter = reinterpret_cast<const char*>(argument);
    return 0;
  };
  {
    const auto counter = CpuidExitCounter::Open(calls, tracefs_.root(), tracefs_.root(), 4711);
    ASSERT_TRUE(counter) << counter.error().message;
    EXPECT_EQ(filter, "(isa == 1 && exit_reason == 10) || (isa == 2 && exit_reason == 114)");
    EXPECT_EQ(kernel_.open().begin()->second.attributes.config, 2041U);
    kernel_.Run();
    EXPECT_EQ(counter->Read(), 1000U);
    kernel_.read_error = EIO;
    EXPECT_THAT(counter->Read().error().message, HasSubstr("(EIO)"));
  }
  EXPECT_TRUE(kernel_.open().empty());
}

// Row 6.
TEST_F(CpuidExitCounterTest, SaysThatThereIsNoTracefs) {
  tracefs_.Remove("/events");
  EXPECT_EQ(Open().error().message,
            "host exit counting unavailable: kvm:kvm_exit not available (ENOENT: no tracefs is mounted at " +
                tracefs_.root() + "). CPUIDs are counted in the guest only.");
}

// Row 7.
TEST_F(CpuidExitCounterTest, SaysThatItTakesPrivileges) {
  kernel_.refuse = [](perf_event_attr&, std::size_t) { return -EACCES; };
  EXPECT_EQ(Open().error().message,
            "host exit counting unavailable: kvm:kvm_exit not available (EACCES: kernel.perf_event_paranoid is 2, and "
            "this process has no CAP_PERFMON). CPUIDs are counted in the guest only.");
}

TEST_F(CpuidExitCounterTest, IsNothingWithoutItsFilter) {
  kernel_.control_error = EINVAL;
  EXPECT_THAT(Open().error().message, HasSubstr("kvm:kvm_exit takes no filter (EINVAL)."));
  EXPECT_TRUE(kernel_.open().empty());
}

}  // namespace
}  // namespace firstbyte::perf
