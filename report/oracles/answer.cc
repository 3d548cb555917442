// SPDX-License-Identifier: GPL-2.0-or-later
// Computes what it is asked for on standard input, so that a test in another language can hold our statistics against a
// library that knows nothing of them. In: [["StudentQuantile", [0.975, 11]], ...], a function's name and its arguments.
// Out: one answer each, in order, with all digits.
#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/median.h"
#include "report/binomial.h"
#include "report/cells.h"
#include "report/holm.h"
#include "report/mann_whitney.h"
#include "report/pair_estimate.h"
#include "report/sign_flip.h"
#include "report/statistics.h"
#include "report/student.h"
#include "report/variance_components.h"
#include "report/wilson.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::json;
using Values = std::vector<double>;
using Answer = std::function<Json(const Json& arguments)>;

Json ToJson(const std::optional<Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json();
}

Json ToJson(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json SignFlipOf(const Json& a) {
  const SignFlip test = TestSignFlip(a[0].get<Values>(), a[1].get<double>());
  return {{"mean", test.mean},
          {"p", test.p},
          {"hodges_lehmann", test.hodges_lehmann},
          {"exact", test.exact},
          {"interval", ToJson(test.interval)}};
}

Json MannWhitneyOf(const Json& a) {
  const MannWhitney test = TestMannWhitney(a[0].get<Values>(), a[1].get<Values>());
  return {{"u", test.u}, {"p", test.p}, {"exact", test.exact}};
}

Json VarianceOf(const Json& a) {
  const auto components = EstimateVariance(a[0].get<std::vector<Values>>());
  if (!components) return {};
  return {{"run", components->run_variance},
          {"round", components->round_variance},
          {"icc", components->intraclass_correlation},
          {"lag", ToJson(components->lag_one_autocorrelation)}};
}

Json WilsonOf(const Json& a) {
  const Share share = ShareOf(a[0].get<std::int64_t>(), a[1].get<std::int64_t>());
  return Json::array({share.value, share.low, share.high});
}

// Blocks as [difference, cpuid, first ran first].
Json PairOf(const Json& a) {
  std::vector<PairBlock> blocks;
  for (const Json& block : a[0])
    blocks.push_back({block[0].get<double>(), block[1].get<double>(), block[2].get<bool>()});
  const auto estimate = EstimatePair(blocks, a[1].get<int>());
  if (!estimate) return {};
  return {{"ns", estimate->ns}, {"cpuid", estimate->cpuid_ns}, {"without", estimate->without_cpuids_ns}};
}

const std::map<std::string, Answer>& Functions() {
  static const std::map<std::string, Answer> functions = {
      {"Mean", [](const Json& a) { return Json(Mean(a[0].get<Values>())); }},
      {"Median", [](const Json& a) { return Json(Median(a[0].get<Values>())); }},
      {"MedianAbsoluteDeviation", [](const Json& a) { return Json(MedianAbsoluteDeviation(a[0].get<Values>())); }},
      {"HodgesLehmann", [](const Json& a) { return Json(HodgesLehmann(a[0].get<Values>())); }},
      {"StandardDeviation", [](const Json& a) { return ToJson(StandardDeviation(a[0].get<Values>())); }},
      {"StudentInterval", [](const Json& a) { return ToJson(StudentInterval(a[0].get<Values>())); }},
      {"StudentQuantile", [](const Json& a) { return Json(StudentQuantile(a[0].get<double>(), a[1].get<int>())); }},
      {"MinimalDetectableEffect",
       [](const Json& a) {
         return Json(
             MinimalDetectableEffect(a[0].get<double>(), a[1].get<int>(), a[2].get<double>(), a[3].get<double>()));
       }},
      {"BinomialAtMost",
       [](const Json& a) {
         return Json(BinomialAtMost(a[0].get<std::int64_t>(), a[1].get<std::int64_t>(), a[2].get<double>()));
       }},
      {"ClopperPearson",
       [](const Json& a) {
         return ToJson(ClopperPearson(a[0].get<std::int64_t>(), a[1].get<std::int64_t>(), a[2].get<double>()));
       }},
      {"SignTestP", [](const Json& a) { return Json(SignTestP(a[0].get<std::int64_t>(), a[1].get<std::int64_t>())); }},
      {"Wilson", WilsonOf},
      {"Holm", [](const Json& a) { return Json(HolmAdjusted(a[0].get<Values>())); }},
      {"MannWhitney", MannWhitneyOf},
      {"Variance", VarianceOf},
      {"SignFlip", SignFlipOf},
      {"SmallestP", [](const Json& a) { return Json(SmallestP(a[0].get<int>())); }},
      {"Pair", PairOf},
      {"DeltaPercent", [](const Json& a) { return Json(DeltaPercent(a[0].get<double>(), a[1].get<double>())); }},
      {"LogDifferenceToPercent", [](const Json& a) { return Json(LogDifferenceToPercent(a[0].get<double>())); }},
  };
  return functions;
}

int AnswerAll() {
  const std::string text((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
  Json answers = Json::array();
  for (const Json& question : Json::parse(text))
    answers.push_back(Functions().at(question[0].get<std::string>())(question[1]));
  std::cout << answers.dump() << "\n";
  return 0;
}

}  // namespace
}  // namespace firstbyte::report

int main() {
  try {
    return firstbyte::report::AnswerAll();
  } catch (const std::exception& error) {
    std::cerr << "no such question: " << error.what() << "\n";
    return 2;
  }
}
