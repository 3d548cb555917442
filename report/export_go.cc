// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

#include "report/export.h"
#include "report/round_means.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

#if defined(__x86_64__)
constexpr char kArchitecture[] = "amd64";
#elif defined(__aarch64__)
constexpr char kArchitecture[] = "arm64";
#else
constexpr char kArchitecture[] = "unknown";
#endif

// A name ends at a blank, and "/key=value" means something in it.
std::string Word(const std::string& text) {
  std::string word;
  for (const char c : Printable(text)) {
    const auto byte = static_cast<unsigned char>(c);
    word += std::isalnum(byte) != 0 || c == '.' || c == '_' || c == '+' || c == '-' ? c : '_';
  }
  return word.empty() ? "_" : word;
}

std::string Capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string Configuration(const Results& results) {
  const Context& context = results.context;
  std::string text =
      fmt::format("goos: linux\ngoarch: {}\npkg: firstbyte\nplatform: {}\naccel: {}\nfirstbyte: {}\n", kArchitecture,
                  Printable(context.platform), Printable(context.accel), Printable(context.tool_version));
  for (const EnvironmentCheck& check : context.environment) {
    if (check.name == "cpu model") text += fmt::format("cpu: {}\n", Printable(check.value));
  }
  return text + "Unit ns/op better=lower assume=nothing\nUnit cpu-ns/op better=lower assume=nothing\n";
}

}  // namespace

std::string BenchmarkName(const Results& results, std::size_t arm) {
  const auto plain = [&](std::size_t i) {
    const Arm& a = results.arms[i];
    return fmt::format("{}/arm={}/engine={}", Capitalised(Word(a.operation)), Word(a.name), Word(a.engine));
  };
  std::string name = plain(arm);
  int before = 0;
  for (std::size_t i = 0; i < arm; ++i) before += plain(i) == name ? 1 : 0;
  if (before > 0) name += fmt::format("#{}", before);
  return name;
}

std::string ExportGoBenchmarks(const Results& results) {
  std::string text = Configuration(results);
  const auto wall = CollectMeans(results, Clock::kWall);
  const auto cpu = CollectMeans(results, Clock::kThreadCpu);
  if (!wall) return text;
  for (std::size_t arm = 0; arm < results.arms.size(); ++arm) {
    const std::vector<double> medians = RunMedians((*wall)[arm]);
    const std::vector<double> of_cpu = cpu ? RunMedians((*cpu)[arm]) : std::vector<double>();
    for (std::size_t run = 0; run < medians.size(); ++run) {
      text += fmt::format("Benchmark{}-1 {} {} ns/op", BenchmarkName(results, arm),
                          results.protocol.operations * results.protocol.rounds, medians[run]);
      if (!of_cpu.empty()) text += fmt::format(" {} cpu-ns/op", of_cpu[run]);
      text += "\n";
    }
  }
  return text;
}

}  // namespace firstbyte::report
