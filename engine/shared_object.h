// SPDX-License-Identifier: GPL-2.0-or-later
// A look at the file of an engine before it is loaded. The dynamic loader maps what the headers promise and dies of
// SIGBUS where the file ends before; it waits for ever on a FIFO.
#ifndef FIRSTBYTE_ENGINE_SHARED_OBJECT_H_
#define FIRSTBYTE_ENGINE_SHARED_OBJECT_H_

#include <string>

#include "base/error.h"

namespace firstbyte::engine {

// Whether the file holds every segment that its headers list. A file that cannot be opened, or is no ELF file of this
// machine, is left to the dynamic loader, which says what is wrong with it. Errors are reasons, without the file's
// name.
Result<void> CheckSharedObject(const std::string& path);

}  // namespace firstbyte::engine

#endif  // FIRSTBYTE_ENGINE_SHARED_OBJECT_H_
