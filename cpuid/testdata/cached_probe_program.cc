// SPDX-License-Identifier: GPL-2.0-or-later
// Asks an idiom of cpuid/cached_probe.h a number of times, in each of a number of threads, for a tracer to count the
// CPUIDs. cached_probe_program IDIOM USES [THREADS]
//
// Its exit status is the answer: 1 for BMI1, 2 for BMI2, their sum for both; 9 where threads disagree. Every idiom is
// linked in, so what they execute before main() is executed in each run, and told apart by its symbol.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "cpuid/cached_probe.h"

namespace {

constexpr int kFailed = 9;

using firstbyte::cpuid::ProbeIdiom;

const ProbeIdiom* Find(const char* name) {
  for (const ProbeIdiom& idiom : firstbyte::cpuid::ProbeIdioms()) {
    if (std::strcmp(idiom.name, name) == 0) return &idiom;
  }
  return nullptr;
}

int Ask(const ProbeIdiom& idiom, int uses) {
  int status = 0;
  for (int i = 0; i < uses; ++i) {
    const firstbyte::cpuid::Bmi answer = idiom.probe();
    status = (answer.bmi1 ? 1 : 0) + (answer.bmi2 ? 2 : 0);
  }
  return status;
}

// All threads ask for the first time at once, as far as that can be had.
int AskAtOnce(const ProbeIdiom& idiom, int uses, int count) {
  std::atomic<int> waiting{count};
  std::vector<int> answers(static_cast<std::size_t>(count));
  std::vector<std::thread> threads;
  for (int& answer : answers) {
    threads.emplace_back([&] {
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      answer = Ask(idiom, uses);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int answer : answers) {
    if (answer != answers[0]) return kFailed;
  }
  return answers[0];
}

}  // namespace

int main(int argc, char** argv) {
  const ProbeIdiom* const idiom = argc > 2 ? Find(argv[1]) : nullptr;
  if (idiom == nullptr) return kFailed;
  const int threads = argc > 3 ? std::atoi(argv[3]) : 1;
  return threads > 1 ? AskAtOnce(*idiom, std::atoi(argv[2]), threads) : Ask(*idiom, std::atoi(argv[2]));
}
