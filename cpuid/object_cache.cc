// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/object_cache.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <optional>

namespace firstbyte::cpuid {
namespace {

std::int64_t Nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

// Empty if it is not the file that is mapped.
std::optional<FileVersion> VersionOf(const std::string& path, const Mapping& mapping) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  // Some file systems (overlay, btrfs) show another device in maps than stat does; the inode must do there.
  if (status.st_ino != mapping.inode) return std::nullopt;
  return FileVersion{status.st_size, Nanoseconds(status.st_mtim), Nanoseconds(status.st_ctim)};
}

struct FoundFile {
  std::string path;
  FileVersion version;
};

// The program may live in another root, and its file may have been replaced or removed since; only root may open the
// mapping itself.
std::optional<FoundFile> Find(pid_t pid, const Mapping& mapping) {
  const std::string candidates[] = {
      fmt::format("/proc/{}/root{}", pid, mapping.path),
      mapping.path,
      fmt::format("/proc/{}/map_files/{:x}-{:x}", pid, mapping.start, mapping.end),
  };
  for (const std::string& path : candidates) {
    if (const auto version = VersionOf(path, mapping)) return FoundFile{path, *version};
  }
  return std::nullopt;
}

std::shared_ptr<const ScannedObject> Load(const std::string& file, const std::string& path) {
  auto image = ElfImage::Open(file);
  if (!image) return nullptr;
  ScanResult scan = Scan(*image);
  return std::make_shared<const ScannedObject>(ScannedObject{path, *std::move(image), std::move(scan)});
}

// A file that was removed is shown as "path (deleted)".
bool IsSamePath(const std::string& path, const std::string& before) {
  return path == before || path == before + " (deleted)";
}

}  // namespace

std::shared_ptr<const ScannedObject> ObjectCache::Get(pid_t pid, const Mapping& mapping) {
  const auto file = Find(pid, mapping);
  const auto known = objects_.find({mapping.device, mapping.inode});
  if (!file) {
    const bool removed = known != objects_.end() && IsSamePath(mapping.path, known->second.path);
    return removed ? known->second.object : nullptr;
  }
  if (known != objects_.end() && known->second.version == file->version) return known->second.object;
  auto object = Load(file->path, mapping.path);
  objects_[{mapping.device, mapping.inode}] = {mapping.path, file->version, object};
  return object;
}

}  // namespace firstbyte::cpuid
