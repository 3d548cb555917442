// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/stack_walk.h"

#include <elfutils/libdwfl.h>

#include <algorithm>
#include <memory>

namespace firstbyte::cpuid {
namespace {

constexpr std::size_t kDeepest = 256;

// No separate debug files: looking for them can ask a server.
int NoDebugInfo(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*, GElf_Word, char**) {
  return -1;
}

int OnFrame(Dwfl_Frame* frame, void* argument) {
  auto* const addresses = static_cast<std::vector<std::uint64_t>*>(argument);
  Dwarf_Addr pc = 0;
  bool is_activation = false;
  if (!dwfl_frame_pc(frame, &pc, &is_activation) || addresses->size() == kDeepest) return DWARF_CB_ABORT;
  // A return address can lie behind the end of a function that ends in a call.
  addresses->push_back(is_activation ? pc : pc - 1);
  return DWARF_CB_OK;
}

}  // namespace

std::vector<std::uint64_t> WalkStack(pid_t pid, pid_t tid) {
  static const Dwfl_Callbacks callbacks = {dwfl_linux_proc_find_elf, NoDebugInfo, nullptr, nullptr};
  const std::unique_ptr<Dwfl, void (*)(Dwfl*)> dwfl(dwfl_begin(&callbacks), dwfl_end);
  if (dwfl == nullptr || dwfl_linux_proc_report(dwfl.get(), pid) != 0) return {};
  dwfl_report_end(dwfl.get(), nullptr, nullptr);
  if (dwfl_linux_proc_attach(dwfl.get(), pid, true) != 0) return {};
  std::vector<std::uint64_t> addresses;
  dwfl_getthread_frames(dwfl.get(), tid, OnFrame, &addresses);
  std::reverse(addresses.begin(), addresses.end());
  return addresses;
}

}  // namespace firstbyte::cpuid
