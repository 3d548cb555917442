// SPDX-License-Identifier: GPL-2.0-or-later
#include "count/counted_output.h"

#include <fmt/core.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

namespace firstbyte::count {
namespace {

using Json = nlohmann::ordered_json;
using report::ExactCells;

struct Sums {
  std::int64_t windows = 0;
  std::int64_t cpuids = 0;
  std::int64_t instructions = 0;
  std::int64_t bytes_cleared = 0;
  std::int64_t bytes_stored = 0;
};

Sums operator-(const Sums& a, const Sums& b) {
  return {a.windows - b.windows, a.cpuids - b.cpuids, a.instructions - b.instructions,
          a.bytes_cleared - b.bytes_cleared, a.bytes_stored - b.bytes_stored};
}

ExactCells Per(std::int64_t times, const Sums& sums) {
  const auto mean = [times](std::int64_t sum) { return static_cast<double>(sum) / static_cast<double>(times); };
  return {mean(sums.cpuids), mean(sums.instructions), mean(sums.bytes_cleared), mean(sums.bytes_stored)};
}

tl::unexpected<Error> Broken(const std::string& what) {
  return InvalidError(fmt::format("The counted program's output cannot be used: {}.", what));
}

std::optional<std::int64_t> Count(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number_integer() || found->get<std::int64_t>() < 0) return std::nullopt;
  return found->get<std::int64_t>();
}

std::string Text(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<Sums> SumsOf(const Json& json) {
  const auto windows = Count(json, "windows");
  const auto cpuids = Count(json, "cpuids");
  const auto instructions = Count(json, "instructions");
  const auto cleared = Count(json, "bytes_cleared");
  const auto stored = Count(json, "bytes_stored");
  if (!windows || !cpuids || !instructions || !cleared || !stored || *windows == 0) return std::nullopt;
  return Sums{*windows, *cpuids, *instructions, *cleared, *stored};
}

class OutputReader {
 public:
  explicit OutputReader(report::ExactCounts& counts) : counts_(counts) {}

  Result<void> Line(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return Broken("a line is no JSON object");
    const std::string kind = Text(json, "line");
    if (pending_) {
      if (kind != "counted") return Broken("nobody counted; was it run with the counter?");
      const Json what = *std::exchange(pending_, std::nullopt);
      const auto sums = SumsOf(json);
      if (!sums) return Broken("a line of the counter has no counts");
      return Counted(what, *sums);
    }
    if (kind == "warm_up" || kind == "requests" || kind == "phase") {
      pending_ = json;
    } else if (kind == "no_phases") {
      counts_.no_phases[Text(json, "engine")] = Text(json, "reason");
    } else if (kind == "end") {
      ended_ = true;
    } else if (kind != "start") {
      return Broken("a line says nothing that is known");
    }
    return {};
  }

  Result<void> Finish() const { return ended_ && !pending_ ? Result<void>() : Broken("it ends early"); }

 private:
  Result<void> Counted(const Json& what, const Sums& sums) {
    const std::string kind = Text(what, "line");
    if (kind == "requests") return Requests(what, sums);
    if (kind == "phase") return Phase(what, sums);
    return {};
  }

  Result<void> Requests(const Json& what, const Sums& sums) {
    if (Text(what, "arm").empty()) {
      nothing_ = sums;
      return {};
    }
    if (nothing_.windows != sums.windows) return Broken("requests were not counted against as many windows of nothing");
    counts_.rows.push_back({Text(what, "engine"), Text(what, "arm"), Text(what, "operation"), sums.windows,
                            Per(sums.windows, sums - nothing_)});
    return {};
  }

  Result<void> Phase(const Json& what, const Sums& sums) {
    const auto times = Count(what, "times");
    if (!times || *times == 0) return Broken("a phase does not say how often it ran");
    const std::string name = Text(what, "phase");
    if (once_name_ != name) {  // n of it; 2n follow
      once_name_ = name;
      once_ = sums;
      once_times_ = *times;
      return {};
    }
    once_name_.clear();
    if (*times != 2 * once_times_) return Broken("a phase did not run n and 2n times");
    const Sums difference = sums - once_;
    if (name == "null") {
      null_ = difference;
      null_times_ = once_times_;
      return {};
    }
    if (null_times_ != once_times_) return Broken("a phase ran more often than a call that does nothing");
    counts_.phases.push_back({Text(what, "engine"), Text(what, "probe"), name, Per(once_times_, difference - null_)});
    return {};
  }

  report::ExactCounts& counts_;
  std::optional<Json> pending_;
  Sums nothing_;
  std::string once_name_;
  Sums once_;
  std::int64_t once_times_ = 0;
  Sums null_;
  std::int64_t null_times_ = 0;
  bool ended_ = false;
};

// Of a line before one of the counter; empty if it is of no row.
std::string RowOf(const Json& line) {
  const std::string kind = Text(line, "line");
  const std::string engine = Text(line, "engine");
  const std::string arm = Text(line, "arm");
  if (kind == "requests" && !arm.empty()) return fmt::format("{} {} of {}", Text(line, "operation"), arm, engine);
  if (kind == "phase") return fmt::format("phase {} ({}) of {}", Text(line, "phase"), Text(line, "probe"), engine);
  return "";
}

}  // namespace

Result<void> ReadCountedOutput(std::string_view text, report::ExactCounts& counts) {
  OutputReader reader(counts);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return Broken("it ends within a line");
    if (const auto read = reader.Line(text.substr(0, end)); !read) return read;
    text.remove_prefix(end + 1);
  }
  return reader.Finish();
}

std::string LastCounted(std::string_view text) {
  std::string last;
  std::string next;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    const Json line = Json::parse(text.substr(0, end), nullptr, false);
    text.remove_prefix(end + 1);
    if (!line.is_object()) continue;
    if (Text(line, "line") == "counted" && !next.empty()) last = next;
    next = RowOf(line);
  }
  return last;
}

}  // namespace firstbyte::count
