// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/object_cache.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <optional>

namespace firstbyte::cpuid {
namespace {

bool IsTheMappedFile(const std::string& path, const Mapping& mapping) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return false;
  // Some file systems (overlay, btrfs) show another device in maps than stat does; the inode must do there.
  return status.st_ino == mapping.inode;
}

std::shared_ptr<const ScannedObject> Load(pid_t pid, const Mapping& mapping) {
  // The program may live in another root, and its file may have been replaced or removed since; only root may open the
  // mapping itself.
  const std::string candidates[] = {
      fmt::format("/proc/{}/root{}", pid, mapping.path),
      mapping.path,
      fmt::format("/proc/{}/map_files/{:x}-{:x}", pid, mapping.start, mapping.end),
  };
  for (const std::string& path : candidates) {
    if (!IsTheMappedFile(path, mapping)) continue;
    auto image = ElfImage::Open(path);
    if (!image) return nullptr;
    ScanResult scan = Scan(*image);
    return std::make_shared<const ScannedObject>(ScannedObject{mapping.path, *std::move(image), std::move(scan)});
  }
  return nullptr;
}

}  // namespace

std::shared_ptr<const ScannedObject> ObjectCache::Get(pid_t pid, const Mapping& mapping) {
  const auto [found, is_new] = objects_.emplace(std::pair(mapping.device, mapping.inode), nullptr);
  if (is_new) found->second = Load(pid, mapping);
  return found->second;
}

}  // namespace firstbyte::cpuid
