// SPDX-License-Identifier: GPL-2.0-or-later
// Machines for tests: a directory of this test's own that holds /proc, /sys and tracefs files.
#ifndef FIRSTBYTE_PERF_FAKE_MACHINE_H_
#define FIRSTBYTE_PERF_FAKE_MACHINE_H_

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace firstbyte::perf {

class FakeMachine {
 public:
  FakeMachine() : root_(::testing::TempDir() + "/machine.XXXXXX") {
    if (mkdtemp(root_.data()) == nullptr) std::abort();
  }

  FakeMachine& Write(std::string_view path, std::string_view content) {
    const std::filesystem::path file = root_ + std::string(path);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return *this;
  }
  FakeMachine& Remove(std::string_view path) {
    std::filesystem::remove_all(root_ + std::string(path));
    return *this;
  }
  // A PMU with the terms that Intel's have; `file` is what else a core or the rest of the chip has.
  FakeMachine& Pmu(std::string_view name, std::string_view type, std::string_view file = "") {
    const std::string directory = "/sys/bus/event_source/devices/" + std::string(name) + "/";
    if (!file.empty()) Write(directory + std::string(file), "0-3\n");
    return Write(directory + "type", std::string(type) + "\n")
        .Write(directory + "format/event", "config:0-7\n")
        .Write(directory + "format/umask", "config:8-15\n")
        .Write(directory + "events/instructions", "event=0xc0\n");
  }
  FakeMachine& Paranoid(std::string_view level) {
    return Write("/proc/sys/kernel/perf_event_paranoid", std::string(level) + "\n");
  }

  const std::string& root() const { return root_; }

 private:
  std::string root_;
};

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_FAKE_MACHINE_H_
