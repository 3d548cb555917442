// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/exec_when_told.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/inherited_signals.h"

namespace firstbyte::cpuid {
namespace {

void Close(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

}  // namespace

Pipe::Pipe() : ok_(pipe2(ends_.data(), O_CLOEXEC) == 0) {}

Pipe::~Pipe() {
  CloseRead();
  CloseWrite();
}

Pipe::Pipe(Pipe&& other) noexcept : ends_(std::exchange(other.ends_, {-1, -1})), ok_(other.ok_) {}

void Pipe::CloseRead() { Close(ends_[0]); }
void Pipe::CloseWrite() { Close(ends_[1]); }

void ExecWhenTold(char* const* arguments, Pipe& go, Pipe& failures, int (*prepare)(), const sigset_t* mask) {
  go.CloseWrite();
  failures.CloseRead();
  char byte = 0;
  if (read(go.read_end(), &byte, 1) != 1) _exit(127);
  ExecFailure failure{ExecFailure::kPrepare, prepare != nullptr ? prepare() : 0};
  if (failure.error == 0) {
    RestoreInheritedSignals();
    if (mask != nullptr) pthread_sigmask(SIG_SETMASK, mask, nullptr);
    execvp(arguments[0], arguments);
    failure = {ExecFailure::kExec, errno};
  }
  (void)!write(failures.write_end(), &failure, sizeof failure);
  _exit(127);
}

ExecFailure ReadExecFailure(const Pipe& failures) {
  ExecFailure failure;
  ssize_t got = 0;
  while ((got = read(failures.read_end(), &failure, sizeof failure)) < 0 && errno == EINTR) {
  }
  return got == static_cast<ssize_t>(sizeof failure) ? failure : ExecFailure{};
}

}  // namespace firstbyte::cpuid
