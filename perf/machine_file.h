// SPDX-License-Identifier: GPL-2.0-or-later
// Small files of /proc, /sys and tracefs, below a root that tests put another machine under.
#ifndef FIRSTBYTE_PERF_MACHINE_FILE_H_
#define FIRSTBYTE_PERF_MACHINE_FILE_H_

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace firstbyte::perf {

// The content of a regular file, without white space at its ends, of which no more than the first MiB is read; errno if
// it is not there or cannot be read. `path` is absolute; `root` is "" for this machine.
tl::expected<std::string, int> ReadMachineFile(const std::string& root, std::string_view path);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_MACHINE_FILE_H_
