// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/stack_copy.h"

#include <elfutils/libdwfl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cstring>
#include <utility>

namespace firstbyte::cpuid {
namespace {

constexpr std::size_t kDeepest = 256;

// No separate debug files: looking for them can ask a server.
int NoDebugInfo(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*, GElf_Word, char**) {
  return -1;
}

// libdw asks for "threads": there is one, the copy that is walked.
pid_t NextThread(Dwfl* dwfl, void* copy, void** thread) {
  if (*thread != nullptr) return 0;
  *thread = copy;
  return dwfl_pid(dwfl);
}

bool GetThread(Dwfl*, pid_t, void* copy, void** thread) {
  *thread = copy;
  return true;
}

bool ReadMemory(Dwfl*, Dwarf_Addr address, Dwarf_Word* word, void* argument) {
  const StackCopy& copy = **static_cast<const StackCopy**>(argument);
  const std::uint64_t from = copy.registers[kDwarfStackPointer];
  if (address < from || copy.stack.size() < sizeof *word || address - from > copy.stack.size() - sizeof *word)
    return false;
  std::memcpy(word, copy.stack.data() + (address - from), sizeof *word);
  return true;
}

bool SetRegisters(Dwfl_Thread* thread, void* argument) {
  const StackCopy& copy = **static_cast<const StackCopy**>(argument);
  return dwfl_thread_state_registers(thread, 0, kDwarfRegisters, copy.registers.data());
}

constexpr Dwfl_Thread_Callbacks kThreadCallbacks = {NextThread, GetThread, ReadMemory, SetRegisters, nullptr, nullptr};

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

struct StackUnwinder::Impl {
  std::unique_ptr<Dwfl, void (*)(Dwfl*)> dwfl{nullptr, dwfl_end};
  // libdw can be attached to one state only; its callbacks follow this to the copy of the moment.
  const StackCopy* copy = nullptr;
};

StackUnwinder::StackUnwinder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
StackUnwinder::StackUnwinder(StackUnwinder&&) noexcept = default;
StackUnwinder& StackUnwinder::operator=(StackUnwinder&&) noexcept = default;
StackUnwinder::~StackUnwinder() = default;

Result<StackUnwinder> StackUnwinder::OfThisProcess() {
  static const Dwfl_Callbacks callbacks = {dwfl_linux_proc_find_elf, NoDebugInfo, nullptr, nullptr};
  auto impl = std::make_unique<Impl>();
  impl->dwfl.reset(dwfl_begin(&callbacks));
  if (impl->dwfl == nullptr || dwfl_linux_proc_report(impl->dwfl.get(), getpid()) != 0 ||
      dwfl_report_end(impl->dwfl.get(), nullptr, nullptr) != 0 ||
      !dwfl_attach_state(impl->dwfl.get(), nullptr, getpid(), &kThreadCallbacks, static_cast<void*>(&impl->copy))) {
    return InvalidError(fmt::format("The stacks of this process cannot be followed (libdw: {}).", dwfl_errmsg(-1)));
  }
  return StackUnwinder(std::move(impl));
}

std::vector<std::uint64_t> StackUnwinder::Walk(const StackCopy& copy) {
  std::vector<std::uint64_t> addresses;
  impl_->copy = &copy;
  (void)dwfl_getthread_frames(impl_->dwfl.get(), getpid(), OnFrame, &addresses);
  impl_->copy = nullptr;
  return addresses;
}

}  // namespace firstbyte::cpuid
