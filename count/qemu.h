// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a program under QEMU's user mode with the counter, so that what it executes does not depend on this machine: one
// CPU model, a fixed seed, no randomised addresses, an environment of one variable.
#ifndef FIRSTBYTE_COUNT_QEMU_H_
#define FIRSTBYTE_COUNT_QEMU_H_

#include <string>
#include <vector>

#include "base/error.h"

namespace firstbyte::count {

// The Debian package qemu-user has it.
inline constexpr char kQemu[] = "qemu-x86_64";

// An executable of this name in the directories of a PATH. Not there: an error that says what to install.
Result<std::string> FindQemu(const std::string& path);

// "qemu-x86_64 version 7.2.22 (Debian 1:7.2+dfsg-7)".
Result<std::string> QemuVersion(const std::string& qemu);

// The command that runs `program` and its arguments with the counter at `plugin`.
std::vector<std::string> CountedCommand(const std::string& qemu, const std::string& plugin,
                                        const std::vector<std::string>& program);

struct Ended {
  int status = 0;    // as shells report it
  std::string out;   // what it wrote to standard output
  std::string said;  // the last line of standard error
};

// Runs a command to its end, with nothing on its standard input and an environment that has nothing of ours. It dies
// with this process.
Result<Ended> RunToEnd(const std::vector<std::string>& command);

}  // namespace firstbyte::count

#endif  // FIRSTBYTE_COUNT_QEMU_H_
