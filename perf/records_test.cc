// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "perf/record_bytes.h"

namespace firstbyte::perf {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr SampleFormat kAll = {SampleFormat::kUnderstood, 0b101};

RecordBytes FullSample() {
  RecordBytes bytes;
  bytes.U64(9).U64(0x401000).U32(7).U32(8).U64(123).U64(0xdead).U32(3).U32(0).U64(1000);
  bytes.U64(4).U64(static_cast<std::uint64_t>(PERF_CONTEXT_USER)).U64(0x401000).U64(0x402000).U64(0);
  bytes.U32(12).U64(0x1122334455667788).U32(0x99);
  bytes.U64(PERF_SAMPLE_REGS_ABI_64).U64(0xaa).U64(0xcc);
  bytes.U64(16).U64(0x5151).U64(0).U64(8);
  return bytes;
}

TEST(ParseSample, ReadsEachFieldInTheKernelsOrder) {
  const auto sample = ParseSample(FullSample().Get(), kAll);
  ASSERT_TRUE(sample);
  EXPECT_EQ(sample->id, 9U);
  EXPECT_EQ(sample->ip, 0x401000U);
  EXPECT_EQ(sample->pid, 7U);
  EXPECT_EQ(sample->tid, 8U);
  EXPECT_EQ(sample->time_ns, 123U);
  EXPECT_EQ(sample->address, 0xdeadU);
  EXPECT_EQ(sample->cpu, 3U);
  EXPECT_EQ(sample->period, 1000U);
  EXPECT_THAT(sample->callchain, ElementsAre(0x401000, 0x402000, 0)) << "without the kernel's mark";
  EXPECT_EQ(sample->raw.size(), 12U);
  EXPECT_EQ(sample->raw[0], 0x88);
  EXPECT_THAT(sample->registers, ElementsAre(0xaa, 0xcc));
  EXPECT_THAT(sample->stack, ElementsAre(0x51, 0x51, 0, 0, 0, 0, 0, 0)) << "without the room that was not filled";
}

TEST(ParseSample, HasNoStackWhereNoneCouldBeCopied) {
  constexpr SampleFormat kStack = {PERF_SAMPLE_STACK_USER, 0};
  for (const auto& bytes : {RecordBytes().U64(0), RecordBytes().U64(8).U64(1).U64(0)}) {
    const auto sample = ParseSample(bytes.Get(), kStack);
    ASSERT_TRUE(sample);
    EXPECT_THAT(sample->stack, IsEmpty());
  }
}

TEST(ParseSample, HasNoRegistersOfAThreadWithoutUserMode) {
  const auto sample = ParseSample(RecordBytes().U64(PERF_SAMPLE_REGS_ABI_NONE).Get(), {PERF_SAMPLE_REGS_USER, 0b101});
  ASSERT_TRUE(sample);
  EXPECT_THAT(sample->registers, IsEmpty());
}

TEST(ParseSample, IsNothingIfItIsShorterOrLonger) {
  const std::vector<std::uint8_t> whole = FullSample().Get();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(ParseSample(std::span(whole).first(size), kAll)) << size;
  EXPECT_FALSE(ParseSample(FullSample().U64(0).Get(), kAll));
}

TEST(ParseSample, IsNothingIfALengthInsideCannotBe) {
  for (const std::uint64_t frames : {std::uint64_t{2}, std::uint64_t{1} << 61, ~std::uint64_t{0}})
    EXPECT_FALSE(ParseSample(RecordBytes().U64(frames).U64(1).Get(), {PERF_SAMPLE_CALLCHAIN, 0}));
  EXPECT_FALSE(ParseSample(RecordBytes().U32(0xffffffff).U32(0).Get(), {PERF_SAMPLE_RAW, 0}));
  EXPECT_FALSE(ParseSample(RecordBytes().U64(8).U64(1).U64(9).Get(), {PERF_SAMPLE_STACK_USER, 0}))
      << "more was copied than there was room for";
  EXPECT_FALSE(ParseSample(RecordBytes().U64(1u << 20).U64(1).U64(8).Get(), {PERF_SAMPLE_STACK_USER, 0}));
}

TEST(ParseSample, DoesNotGuessAtFieldsItDoesNotKnow) {
  EXPECT_FALSE(ParseSample(RecordBytes().U64(1).U64(2).Get(), {PERF_SAMPLE_IP | PERF_SAMPLE_WEIGHT, 0}));
}

RecordBytes MappingBytes() {
  RecordBytes bytes;
  bytes.U32(7).U32(8).U64(0x7f0000000000).U64(0x3000).U64(0x1000);
  return bytes.U64(1).U64(2).U64(3).U32(5).U32(2).Text("/lib/a.so", 16);
}

TEST(ParseMapping, SaysWhatLiesWhere) {
  const auto mapping = ParseMapping(MappingBytes().Get());
  ASSERT_TRUE(mapping);
  EXPECT_EQ(mapping->pid, 7U);
  EXPECT_EQ(mapping->tid, 8U);
  EXPECT_EQ(mapping->address, 0x7f0000000000U);
  EXPECT_EQ(mapping->length, 0x3000U);
  EXPECT_EQ(mapping->file_offset, 0x1000U);
  EXPECT_EQ(mapping->protection, 5U);
  EXPECT_EQ(mapping->path, "/lib/a.so");
}

TEST(ParseMapping, NeedsAnEndOfTheName) {
  const std::vector<std::uint8_t> whole = MappingBytes().Get();
  EXPECT_FALSE(ParseMapping(std::span(whole).first(whole.size() - 7)));
  EXPECT_FALSE(ParseMapping(std::span(whole).first(40)));
  EXPECT_FALSE(ParseMapping({}));
}

// Takes one record.
void Take(RecordReader& reader, std::uint32_t type, const RecordBytes& bytes) {
  reader.Take({type, 0, 0}, bytes.Get());
}

TEST(RecordReader, AddsUpWhatWasLost) {
  RecordReader reader({PERF_SAMPLE_IP, 0});
  Take(reader, PERF_RECORD_SAMPLE, RecordBytes().U64(1));
  Take(reader, PERF_RECORD_LOST, RecordBytes().U64(77).U64(5));
  Take(reader, PERF_RECORD_LOST_SAMPLES, RecordBytes().U64(3));
  Take(reader, PERF_RECORD_SAMPLE, RecordBytes().U64(2));
  EXPECT_EQ(reader.account().samples, 2U);
  EXPECT_EQ(reader.account().lost, 8U);
  EXPECT_EQ(reader.account().broken, 0U);
  EXPECT_EQ(reader.samples()[1].ip, 2U);
}

TEST(RecordReader, AddsUpTheTimeInWhichTheKernelHeldBack) {
  RecordReader reader({PERF_SAMPLE_IP, 0});
  Take(reader, PERF_RECORD_UNTHROTTLE, RecordBytes().U64(50).U64(1).U64(1));  // of before the start
  Take(reader, PERF_RECORD_THROTTLE, RecordBytes().U64(100).U64(1).U64(1));
  Take(reader, PERF_RECORD_UNTHROTTLE, RecordBytes().U64(130).U64(1).U64(1));
  Take(reader, PERF_RECORD_THROTTLE, RecordBytes().U64(200).U64(1).U64(1));
  Take(reader, PERF_RECORD_UNTHROTTLE, RecordBytes().U64(190).U64(1).U64(1));  // clocks of two CPUs
  Take(reader, PERF_RECORD_THROTTLE, RecordBytes().U64(300).U64(1).U64(1));    // until the end
  EXPECT_EQ(reader.account().throttles, 3U);
  EXPECT_EQ(reader.account().unthrottles, 3U);
  EXPECT_EQ(reader.account().throttled_ns, 30U);
}

TEST(RecordReader, CountsWhatItDoesNotUnderstand) {
  RecordReader reader({PERF_SAMPLE_IP, 0});
  Take(reader, PERF_RECORD_COMM, RecordBytes().U64(1));
  EXPECT_EQ(reader.account().other, 1U);
  for (const std::uint32_t type : {PERF_RECORD_SAMPLE, PERF_RECORD_LOST, PERF_RECORD_LOST_SAMPLES, PERF_RECORD_THROTTLE,
                                   PERF_RECORD_UNTHROTTLE, PERF_RECORD_MMAP2})
    Take(reader, type, RecordBytes().U32(1));
  reader.TakeBrokenRing();
  EXPECT_EQ(reader.account().broken, 7U);
  EXPECT_EQ(reader.account().samples + reader.account().lost + reader.account().throttles, 0U);
}

TEST(RecordReader, KeepsMappings) {
  RecordReader reader({PERF_SAMPLE_IP, 0});
  Take(reader, PERF_RECORD_MMAP2, MappingBytes());
  ASSERT_EQ(reader.mappings().size(), 1U);
  EXPECT_EQ(reader.mappings()[0].path, "/lib/a.so");
}

}  // namespace
}  // namespace firstbyte::perf
