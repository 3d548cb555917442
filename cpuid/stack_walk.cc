// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/stack_walk.h"

#include <elfutils/libdwfl.h>
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace firstbyte::cpuid {
namespace {

constexpr std::size_t kDeepest = 256;

// No separate debug files: looking for them can ask a server.
int NoDebugInfo(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*, GElf_Word, char**) {
  return -1;
}

std::string NameOf(Dwfl* dwfl, Dwarf_Addr pc) {
  Dwfl_Module* const module = dwfl_addrmodule(dwfl, pc);
  if (module == nullptr) return fmt::format("[{:#x}]", pc);
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* const name = dwfl_module_addrinfo(module, pc, &offset, &symbol, nullptr, nullptr, nullptr);
  if (name != nullptr && (symbol.st_size == 0 || offset < symbol.st_size)) return name;
  Dwarf_Addr start = 0;
  const char* const file = dwfl_module_info(module, nullptr, &start, nullptr, nullptr, nullptr, nullptr, nullptr);
  const std::string_view path = file == nullptr ? "?" : file;
  return fmt::format("{}+{:#x}", path.substr(path.rfind('/') + 1), pc - start);
}

struct Walk {
  Dwfl* dwfl = nullptr;
  std::vector<std::string> names;  // innermost first
};

int OnFrame(Dwfl_Frame* frame, void* argument) {
  auto* const walk = static_cast<Walk*>(argument);
  Dwarf_Addr pc = 0;
  bool is_activation = false;
  if (!dwfl_frame_pc(frame, &pc, &is_activation) || walk->names.size() == kDeepest) return DWARF_CB_ABORT;
  // A return address can lie behind the end of a function that ends in a call.
  walk->names.push_back(NameOf(walk->dwfl, is_activation ? pc : pc - 1));
  return DWARF_CB_OK;
}

}  // namespace

std::vector<std::string> WalkStack(pid_t pid, pid_t tid) {
  static const Dwfl_Callbacks callbacks = {dwfl_linux_proc_find_elf, NoDebugInfo, nullptr, nullptr};
  const std::unique_ptr<Dwfl, void (*)(Dwfl*)> dwfl(dwfl_begin(&callbacks), dwfl_end);
  if (dwfl == nullptr || dwfl_linux_proc_report(dwfl.get(), pid) != 0) return {};
  dwfl_report_end(dwfl.get(), nullptr, nullptr);
  if (dwfl_linux_proc_attach(dwfl.get(), pid, true) != 0) return {};
  Walk walk;
  walk.dwfl = dwfl.get();
  dwfl_getthread_frames(dwfl.get(), tid, OnFrame, &walk);
  std::reverse(walk.names.begin(), walk.names.end());
  return walk.names;
}

}  // namespace firstbyte::cpuid
