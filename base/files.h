// SPDX-License-Identifier: GPL-2.0-or-later
// Files that must never be half there.
#ifndef FIRSTBYTE_BASE_FILES_H_
#define FIRSTBYTE_BASE_FILES_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace firstbyte {

// The content of a regular file of at most `limit` bytes. Not there, not readable, a directory or too large: a usage
// error that names it.
Result<std::string> ReadWholeFile(const std::string& path, std::size_t limit = std::size_t{1} << 30);

// Whether anything has this name, be it a link to nothing. A name that cannot be looked up is not taken: whoever uses
// it learns why.
bool IsTaken(const std::string& path);

// A new name survives a crash of the machine once its directory is synchronised. File systems that cannot do that are
// left alone.
void SyncDirectoryOf(const std::string& path);

// Writes all of `data` to a descriptor, going on after interruptions and short writes. The error is the system's reason
// alone ("No space left on device").
Result<void> WriteAll(int fd, std::string_view data);

// Whether WriteFileAtomically() with kReplace can be expected to work, in the words of its own error: to be asked
// before something is made that cannot be made again. A disk that is full is not seen.
Result<void> CheckWritable(const std::string& path);

enum class Existing { kReplace, kRefuse };

// Makes `path` hold `data`, or leaves it as it was: written aside in the same directory, synchronised, then renamed.
// With kRefuse a file that is there already stays, and is an error; with kReplace it is the file behind a link that is
// replaced, and a device or a FIFO is written to as it is.
Result<void> WriteFileAtomically(const std::string& path, std::string_view data, Existing existing);

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_FILES_H_
