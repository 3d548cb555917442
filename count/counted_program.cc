// SPDX-License-Identifier: GPL-2.0-or-later
// The program that `firstbyte count` runs under QEMU: counted_program ENGINE_DIRECTORY ENGINES ARMS OPERATIONS CONTROL,
// the middle three with commas. Lines of JSON on standard output (count/counted_requests.h), {"line":"start"} before
// anything is done (count/counted_run.h), {"line":"end"} last; what went wrong, on standard error.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "bench/arm.h"
#include "count/counted_pages.h"
#include "count/counted_requests.h"
#include "workspace/request_case.h"

namespace firstbyte::count {
namespace {

constexpr int kArguments = 6;

void SayOnStandardOutput(const std::string& line) { (void)WriteAll(STDOUT_FILENO, line + "\n"); }

std::vector<std::string> SplitAtCommas(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream stream(list);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

Result<CountedWork> WorkOf(char** argv) {
  const auto info = workspace::FindCase("linear");
  if (!info) return tl::unexpected<Error>(info.error());
  CountedWork work;
  work.engines = SplitAtCommas(argv[2]);
  auto arms = bench::MakeArms(work.engines, SplitAtCommas(argv[3]), SplitAtCommas(argv[4]), *info);
  if (!arms) return tl::unexpected<Error>(arms.error());
  work.arms = *std::move(arms);
  const auto* const control = std::find(std::begin(kControlNames), std::end(kControlNames), std::string(argv[5]));
  if (control == std::end(kControlNames)) return UsageError("There is no such control.");
  work.control = static_cast<Control>(control - std::begin(kControlNames));
  return work;
}

Result<void> Main(char** argv) {
  SayOnStandardOutput("{\"line\":\"start\"}");
  const auto work = WorkOf(argv);
  if (!work) return tl::unexpected<Error>(work.error());
  const auto catalog = engine::Catalog::Open(argv[1]);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  const auto pages = CountedPages("mixed");
  if (!pages) return tl::unexpected<Error>(pages.error());
  if (const auto counted = CountRequests(*catalog, *work, pages->pages, SayOnStandardOutput); !counted) return counted;
  if (const auto counted = CountPhases(*catalog, *work, pages->pages, SayOnStandardOutput); !counted) return counted;
  SayOnStandardOutput("{\"line\":\"end\"}");
  return {};
}

}  // namespace
}  // namespace firstbyte::count

int main(int argc, char** argv) {
  try {
    if (argc != firstbyte::count::kArguments) return static_cast<int>(firstbyte::ExitCode::kUsage);
    const auto done = firstbyte::count::Main(argv);
    if (done) return 0;
    (void)std::fprintf(stderr, "%s\n", done.error().message.c_str());
    return static_cast<int>(done.error().code);
  } catch (const std::exception& error) {
    (void)std::fprintf(stderr, "%s\n", error.what());
  }
  return static_cast<int>(firstbyte::ExitCode::kInvalid);
}
