// SPDX-License-Identifier: GPL-2.0-or-later
// Machines for tests: a root directory below TEST_TMPDIR that holds the /proc and /sys files of some kind of machine,
// and the facts that go with it. Each object is a machine of its own, to be changed file by file.
#ifndef FIRSTBYTE_BENCH_FAKE_HOST_H_
#define FIRSTBYTE_BENCH_FAKE_HOST_H_

#include <string>
#include <string_view>

#include "bench/host.h"

namespace firstbyte::bench {

class FakeHost {
 public:
  FakeHost();  // a machine with no files at all, two CPUs

  // A tuned server of 4 CPUs: performance governor, turbo off, CPUs 2-3 isolated.
  static FakeHost BareMetalIntel();
  // A desktop as it comes: schedutil, boost on, SMT on, nothing isolated.
  static FakeHost BareMetalAmd();
  // One vCPU below QEMU with KVM, which names itself in every source.
  static FakeHost KvmGuest();
  // A container with a CPU quota on the desktop, whose /sys/class/dmi is masked.
  static FakeHost Container();
  // A micro-VM in a sandbox: no DMI, no cpufreq, no word on the hypervisor but a CPU flag, a clock and a line in the
  // log.
  static FakeHost MicroVm();

  FakeHost& Write(std::string_view path, std::string_view content);
  FakeHost& Remove(std::string_view path);

  // To be changed before Get().
  HostFacts facts;

  Host Get() const { return Host(root_, facts); }
  const std::string& root() const { return root_; }

 private:
  FakeHost& Cpu(int cpu, std::string_view siblings);
  FakeHost& Caches(int cpu, std::string_view l2, std::string_view l3);
  FakeHost& Frequency(int cpu, std::string_view driver, std::string_view governor, std::string_view min_khz,
                      std::string_view max_khz);
  FakeHost& CommonKernel();

  std::string root_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_FAKE_HOST_H_
