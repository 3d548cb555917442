// SPDX-License-Identifier: GPL-2.0-or-later
// The files that a program is known to map before it runs: itself, its interpreter and the libraries it is linked with.
//
// The libraries are what the program's own dynamic linker says (`ld.so --list PROGRAM`, as ldd asks it). That executes
// the dynamic linker that the program names, as starting the program would, and nothing of the program itself; a static
// program names none and nothing is executed. Of a script, the files are those of its interpreter. A program that
// gets other privileges when it is executed is refused: the kernel ends the counting of such a process.
#ifndef FIRSTBYTE_CPUID_TRACE_UPROBE_OBJECTS_H_
#define FIRSTBYTE_CPUID_TRACE_UPROBE_OBJECTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace firstbyte::cpuid {

// What execvp() would run: the file itself if the name has a slash, else the first of that name on PATH.
Result<std::string> FindProgram(const std::string& name);

// Absolute names without links, each once; the program, or its interpreter if it is a script, comes first.
Result<std::vector<std::string>> ObjectsOf(const std::string& program);

// The files in what a dynamic linker lists; the kernel's own object (linux-vdso.so.1) is no file, and what was not
// found is none either.
std::vector<std::string> ParseLoaderList(std::string_view text);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACE_UPROBE_OBJECTS_H_
