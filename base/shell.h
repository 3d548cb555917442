// SPDX-License-Identifier: GPL-2.0-or-later
// Commands in messages, to be pasted into a shell.
#ifndef FIRSTBYTE_BASE_SHELL_H_
#define FIRSTBYTE_BASE_SHELL_H_

#include <string>
#include <string_view>

namespace firstbyte {

// A file's name as one word of a command line: quoted if the shell would take it apart, and not taken for an option.
std::string ShellWord(std::string_view path);

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_SHELL_H_
