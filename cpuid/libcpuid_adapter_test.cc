// SPDX-License-Identifier: GPL-2.0-or-later
// The adapter over a libcpuid that misbehaves: this file's functions take the place of the library's.
#include "cpuid/libcpuid_adapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libcpuid/libcpuid.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

namespace {

enum class Behaviour { kIdentifies, kNoCpuid, kNoRawData, kCannotIdentify, kCrashes, kEnds };
Behaviour behaviour = Behaviour::kIdentifies;
const char* error_text = "CPU type is unknown";

}  // namespace

extern "C" {
const char* cpuid_lib_version() { return "9.9.9"; }
const char* cpuid_error() { return error_text; }
int cpuid_present() { return behaviour == Behaviour::kNoCpuid ? 0 : 1; }
int cpuid_get_raw_data(cpu_raw_data_t* /*data*/) { return behaviour == Behaviour::kNoRawData ? -1 : 0; }
int cpu_identify(cpu_raw_data_t* /*raw*/, cpu_id_t* data) {
  if (behaviour == Behaviour::kCannotIdentify) return -1;
  if (behaviour == Behaviour::kCrashes) {
    std::signal(SIGFPE, SIG_DFL);  // sanitizers handle it
    std::raise(SIGFPE);            // what a division by a core count of 0 does
  }
  if (behaviour == Behaviour::kEnds) std::_Exit(0);
  std::strcpy(data->vendor_str, "GenuineIntel");
  std::strcpy(data->brand_str, "A CPU");
  data->flags[CPU_FEATURE_BMI2] = 1;
  return 0;
}
hypervisor_vendor_t cpuid_get_hypervisor(cpu_raw_data_t* /*raw*/, cpu_id_t* /*data*/) { return HYPERVISOR_XEN; }
}

namespace firstbyte::cpuid {
namespace {

std::string ErrorOf(Behaviour b, const char* text = "CPU type is unknown") {
  behaviour = b;
  error_text = text;
  const auto view = AskLibcpuid();
  return view ? "" : view.error().message;
}

TEST(AskLibcpuid, TakesOverNamesAndFlagsOnly) {
  behaviour = Behaviour::kIdentifies;
  const auto view = AskLibcpuid();
  ASSERT_TRUE(view) << view.error().message;
  EXPECT_EQ(view->version, "9.9.9");
  EXPECT_EQ(view->vendor, "GenuineIntel");
  EXPECT_EQ(view->brand, "A CPU");
  EXPECT_EQ(view->hypervisor_name, "Xen");
  EXPECT_TRUE(view->hypervisor);
  EXPECT_TRUE(view->bmi2);
  EXPECT_FALSE(view->bmi1);
}

TEST(AskLibcpuid, ThatCannotIdentifyTheCpuIsAnErrorInItsOwnWords) {
  for (const Behaviour b : {Behaviour::kNoCpuid, Behaviour::kNoRawData, Behaviour::kCannotIdentify})
    EXPECT_EQ(ErrorOf(b), "libcpuid 9.9.9 cannot identify this CPU: CPU type is unknown");
}

TEST(AskLibcpuid, ThatCrashesDoesNotTakeTheProgramAlong) {
  EXPECT_EQ(ErrorOf(Behaviour::kCrashes), "libcpuid crashed (signal 8)");
}

TEST(AskLibcpuid, ThatEndsTheProcessIsAnError) { EXPECT_EQ(ErrorOf(Behaviour::kEnds), "libcpuid gave no answer"); }

TEST(AskLibcpuid, ThatSaysTooMuchIsCutShort) {
  const std::string words(5000, 'x');
  EXPECT_LT(ErrorOf(Behaviour::kCannotIdentify, words.c_str()).size(), 200U);
  EXPECT_EQ(ErrorOf(Behaviour::kCannotIdentify, nullptr), "libcpuid 9.9.9 cannot identify this CPU: ");
}

}  // namespace
}  // namespace firstbyte::cpuid
