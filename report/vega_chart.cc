// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/vega_chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace firstbyte::report::vega {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kRowPixels = 28;

// In the order of the page's colours, of which there are two more.
constexpr const char* kUsual[] = {"baseline", "patched", "cached", "both", "floor", "A/A"};
constexpr std::size_t kColours = std::size(kUsual) + 2;

std::optional<std::size_t> UsualColour(const std::string& name) {
  const auto found = std::find(std::begin(kUsual), std::end(kUsual), name);
  if (found == std::end(kUsual)) return std::nullopt;
  return static_cast<std::size_t>(found - std::begin(kUsual));
}

}  // namespace

std::vector<std::string> ArmColours(const std::vector<std::string>& names) {
  std::vector<std::optional<std::size_t>> own;
  for (const std::string& name : names) own.push_back(UsualColour(name));
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < kColours; ++i) {
    if (std::find(own.begin(), own.end(), i) == own.end()) left.push_back(i);
  }
  std::vector<std::string> colours;
  std::size_t next = 0;
  for (const auto& colour : own)
    colours.push_back(fmt::format("var(--arm-{})", colour ? *colour : left[next++ % left.size()]));
  return colours;
}

Json Rows(const std::vector<std::string>& names) {
  return {{"field", "arm"},
          {"type", "nominal"},
          {"sort", nullptr},
          {"scale", {{"domain", names}}},
          {"axis", {{"title", nullptr}, {"labelLimit", 130}, {"ticks", false}, {"domain", false}}}};
}

int HeightOf(std::size_t rows) { return kRowPixels * static_cast<int>(rows); }

Json Quantity(const char* field, const Interval& domain, const char* title) {
  return {{"field", field},
          {"type", "quantitative"},
          {"scale", {{"domain", {domain.low, domain.high}}, {"nice", false}, {"zero", false}, {"clamp", true}}},
          {"axis", {{"title", title}, {"tickCount", 5}, {"labelOverlap", true}, {"labelFlush", true}}}};
}

Json Said() { return {{"field", "say"}, {"type", "nominal"}}; }

Json Layer(Json data, Json mark, Json encoding) {
  return {{"data", {{"values", std::move(data)}}}, {"mark", std::move(mark)}, {"encoding", std::move(encoding)}};
}

Json Chart(int height, Json layers) {
  return {{"width", "container"},
          {"height", height},
          {"autosize", {{"type", "fit-x"}, {"contains", "padding"}}},
          {"layer", std::move(layers)}};
}

}  // namespace firstbyte::report::vega
