// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/fake_host.h"

#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace firstbyte::bench {
namespace {

constexpr char kCpus[] = "/sys/devices/system/cpu/";
constexpr char kVulnerabilities[] = "/sys/devices/system/cpu/vulnerabilities/";

std::string CpuInfo(int cpus, std::string_view model_name, std::string_view family_model, std::string_view flags) {
  std::string text;
  for (int cpu = 0; cpu < cpus; ++cpu) {
    text += "processor\t: " + std::to_string(cpu) + "\nvendor_id\t: x\n" + std::string(family_model) +
            "model name\t: " + std::string(model_name) + "\nmicrocode\t: 0x2b000603\nflags\t\t: fpu tsc " +
            std::string(flags) + "\n\n";
  }
  return text;
}

std::string CpuPath(int cpu, std::string_view file) {
  return kCpus + ("cpu" + std::to_string(cpu)) + "/" + std::string(file);
}

}  // namespace

FakeHost::FakeHost() {
  const char* base = std::getenv("TEST_TMPDIR");
  root_ = std::string(base != nullptr ? base : ".") + "/host.XXXXXX";
  if (mkdtemp(root_.data()) == nullptr) std::abort();
  facts.affinity = facts.reachable = {0, 1};
  facts.online_cpus = 2;
  facts.node_name = "fake";
  facts.kernel_release = "6.1.0-18-amd64";
  facts.kernel_version = "#1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 (2024-02-01)";
  facts.machine = "x86_64";
}

FakeHost& FakeHost::Write(std::string_view path, std::string_view content) {
  const std::filesystem::path file = root_ + std::string(path);
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
  return *this;
}

FakeHost& FakeHost::Remove(std::string_view path) {
  std::filesystem::remove_all(root_ + std::string(path));
  return *this;
}

FakeHost& FakeHost::Cpu(int cpu, std::string_view siblings) {
  return Write(CpuPath(cpu, "topology/thread_siblings_list"), siblings);
}

FakeHost& FakeHost::Caches(int cpu, std::string_view l2, std::string_view l3) {
  const auto cache = [&](int index, std::string_view level, std::string_view type, std::string_view size) {
    const std::string directory = CpuPath(cpu, "cache/index" + std::to_string(index)) + "/";
    Write(directory + "level", level).Write(directory + "type", type).Write(directory + "size", size);
  };
  cache(0, "1", "Data", "48K");
  cache(1, "1", "Instruction", "32K");
  cache(2, "2", "Unified", l2);
  cache(3, "3", "Unified", l3);
  return *this;
}

FakeHost& FakeHost::Frequency(int cpu, std::string_view driver, std::string_view governor, std::string_view min_khz,
                              std::string_view max_khz) {
  return Write(CpuPath(cpu, "cpufreq/scaling_driver"), driver)
      .Write(CpuPath(cpu, "cpufreq/scaling_governor"), governor)
      .Write(CpuPath(cpu, "cpufreq/scaling_min_freq"), min_khz)
      .Write(CpuPath(cpu, "cpufreq/scaling_max_freq"), max_khz);
}

// What a quiet machine with a distribution's kernel shows, whatever it runs on.
FakeHost& FakeHost::CommonKernel() {
  return Write("/proc/cmdline", "BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro quiet\n")
      .Write("/proc/loadavg", "0.02 0.05 0.01 1/200 4711\n")
      .Write("/proc/stat", "cpu  10 0 20 3000 0 0 0 0 0 0\ncpu0 5 0 10 1500 0 0 0 0 0 0\n")
      .Write("/proc/meminfo", "MemTotal:       16000000 kB\nMemFree:  1 kB\nMemAvailable:   12000000 kB\n")
      .Write("/proc/self/cgroup", "0::/user.slice/session-1.scope\n")
      .Write("/proc/self/personality", "00000000\n")
      .Write("/proc/1/cgroup", "0::/init.scope\n")
      .Write("/proc/sys/kernel/randomize_va_space", "2\n")
      .Write("/proc/sys/kernel/perf_event_paranoid", "3\n")
      .Write("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
      .Write("/sys/devices/system/cpu/isolated", "\n");
}

FakeHost FakeHost::BareMetalIntel() {
  FakeHost host;
  host.CommonKernel()
      .Write("/proc/cpuinfo", CpuInfo(4, "Intel(R) Xeon(R) Platinum 8321HC CPU @ 1.40GHz",
                                      "cpu family\t: 6\nmodel\t\t: 85\nstepping\t: 11\n", "constant_tsc"))
      .Write("/proc/cmdline", "ro isolcpus=domain,managed_irq,2-3 nohz_full=2-3 rcu_nocbs=all quiet\n")
      .Write("/sys/devices/system/cpu/isolated", "2-3\n")
      .Write("/sys/devices/system/cpu/smt/active", "0\n")
      .Write("/sys/devices/system/cpu/intel_pstate/no_turbo", "1\n")
      .Write("/sys/class/dmi/id/sys_vendor", "Wiwynn\n")
      .Write("/sys/class/dmi/id/product_name", "Delta Lake\n")
      .Write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n")
      .Write("/sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc hpet acpi_pm\n")
      .Write(std::string(kVulnerabilities) + "meltdown", "Not affected\n")
      .Write(std::string(kVulnerabilities) + "mmio_stale_data", "Mitigation: Clear CPU buffers; SMT disabled\n")
      .Write(std::string(kVulnerabilities) + "spectre_v2",
             "Mitigation: Enhanced / Automatic IBRS; IBPB: conditional\n");
  for (int cpu = 0; cpu < 4; ++cpu) {
    host.Cpu(cpu, std::to_string(cpu)).Caches(cpu, "1024K", "36608K");
    host.Frequency(cpu, "intel_pstate", "performance", "800000", "1400000");
  }
  host.facts.affinity = {0, 1};
  host.facts.reachable = {0, 1, 2, 3};
  host.facts.online_cpus = 4;
  return host;
}

FakeHost FakeHost::BareMetalAmd() {
  FakeHost host;
  host.CommonKernel()
      .Write("/proc/cpuinfo", CpuInfo(4, "AMD Ryzen 9 7950X 16-Core Processor",
                                      "cpu family\t: 25\nmodel\t\t: 97\nstepping\t: 2\n", "constant_tsc"))
      .Write("/proc/loadavg", "3.10 2.00 1.00 4/900 4711\n")
      .Write("/sys/devices/system/cpu/smt/active", "1\n")
      .Write("/sys/devices/system/cpu/cpufreq/boost", "1\n")
      .Write("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n")
      .Write("/sys/class/dmi/id/sys_vendor", "Micro-Star International Co., Ltd.\n")
      .Write("/sys/class/dmi/id/product_name", "MS-7D70\n")
      .Write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n")
      .Write("/sys/devices/system/clocksource/clocksource0/available_clocksource", "hpet acpi_pm\n")
      .Write(std::string(kVulnerabilities) + "spec_rstack_overflow", "Mitigation: Safe RET\n")
      .Write(std::string(kVulnerabilities) + "spec_store_bypass", "Vulnerable\n");
  for (int cpu = 0; cpu < 4; ++cpu) {
    host.Cpu(cpu, cpu % 2 == 0 ? "0,2" : "1,3").Caches(cpu, "1024K", "32768K");
    host.Frequency(cpu, "acpi-cpufreq", "schedutil", "400000", "4500000");
  }
  host.facts.affinity = host.facts.reachable = {0, 1, 2, 3};
  host.facts.online_cpus = 4;
  return host;
}

FakeHost FakeHost::KvmGuest() {
  FakeHost host;
  host.CommonKernel()
      .Write("/proc/cpuinfo", CpuInfo(1, "Intel Xeon Processor (Icelake)",
                                      "cpu family\t: 6\nmodel\t\t: 134\nstepping\t: 0\n", "tsc_known_freq hypervisor"))
      .Write("/proc/stat", "cpu  10 0 20 3000 0 0 0 7 0 0\ncpu0 10 0 20 3000 0 0 0 7 0 0\n")
      .Write("/sys/devices/system/cpu/smt/active", "0\n")
      .Write("/sys/class/dmi/id/sys_vendor", "QEMU\n")
      .Write("/sys/class/dmi/id/product_name", "Standard PC (Q35 + ICH9, 2009)\n")
      .Write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "kvm-clock\n")
      .Write("/sys/devices/system/clocksource/clocksource0/available_clocksource", "kvm-clock tsc acpi_pm\n")
      .Write(std::string(kVulnerabilities) + "meltdown", "Mitigation: PTI\n")
      .Cpu(0, "0")
      .Caches(0, "0K", "0K");
  host.facts.affinity = host.facts.reachable = {0};
  host.facts.online_cpus = 1;
  host.facts.kernel_log = "[    0.000000] Hypervisor detected: KVM\n";
  return host;
}

FakeHost FakeHost::Container() {
  FakeHost host = BareMetalAmd();
  host.Remove("/sys/class/dmi")
      .Write("/.dockerenv", "")
      .Write("/proc/loadavg", "0.10 0.10 0.10 1/90 77\n")
      .Write("/proc/1/cgroup", "0::/\n")
      .Write("/proc/self/cgroup", "0::/\n")
      .Write("/sys/fs/cgroup/cpu.max", "150000 100000\n");
  host.facts.affinity = host.facts.reachable = {0, 1};
  return host;
}

FakeHost FakeHost::MicroVm() {
  FakeHost host;
  host.CommonKernel()
      .Write("/proc/cpuinfo",
             CpuInfo(2, "AMD EPYC", "cpu family\t: 26\nmodel\t\t: 2\nstepping\t: 1\n", "tsc_known_freq hypervisor"))
      .Write("/.dockerenv", "")
      .Write("/proc/self/cgroup", "2:cpuacct:/\n1:cpu:/\n0::/\n")
      .Write("/proc/1/cgroup", "2:cpuacct:/\n1:cpu:/\n0::/\n")
      .Write("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n")
      .Write("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
      .Write("/sys/devices/system/cpu/smt/active", "0\n")
      .Write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n")
      .Write("/sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc kvm-clock\n");
  for (int cpu = 0; cpu < 2; ++cpu) host.Cpu(cpu, std::to_string(cpu)).Caches(cpu, "1024K", "32768K");
  host.facts.kernel_log = "[    0.000000] Linux version 6\n[    0.000000] Hypervisor detected: PVM\n";
  return host;
}

}  // namespace firstbyte::bench
