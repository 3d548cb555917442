// SPDX-License-Identifier: GPL-2.0-or-later
// The scanned files of a trace: each file once, however many processes map it; again when it was written to, for `cp`
// onto a file leaves its inode as it is.
#ifndef FIRSTBYTE_CPUID_OBJECT_CACHE_H_
#define FIRSTBYTE_CPUID_OBJECT_CACHE_H_

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "cpuid/elf_image.h"
#include "cpuid/memory_map.h"
#include "cpuid/scan.h"

namespace firstbyte::cpuid {

struct ScannedObject {
  std::string path;  // as the traced program knows it
  ElfImage image;
  ScanResult scan;
};

// Of a file's content: another one where any of these differs. Times in nanoseconds.
struct FileVersion {
  std::int64_t size = 0;
  std::int64_t modified = 0;
  std::int64_t changed = 0;
  bool operator==(const FileVersion&) const = default;
};

class ObjectCache {
 public:
  // The file behind a mapping of a process, scanned; null if it is no x86-64 ELF file, or cannot be read any more.
  std::shared_ptr<const ScannedObject> Get(pid_t pid, const Mapping& mapping);

 private:
  struct Entry {
    std::string path;  // of the mapping
    FileVersion version;
    std::shared_ptr<const ScannedObject> object;
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, Entry> objects_;  // by device and inode
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_OBJECT_CACHE_H_
