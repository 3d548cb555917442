// SPDX-License-Identifier: GPL-2.0-or-later
// Damages texts for tests, from a seed: what bad disks, mailers and editors do to a JSON file.
#ifndef FIRSTBYTE_REPORT_MUTATOR_H_
#define FIRSTBYTE_REPORT_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace firstbyte::report {

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  // With one to three changes.
  std::string Mutate(std::string text);

 private:
  std::size_t Below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
  const std::string& Pick(const std::vector<std::string>& choices) { return choices[Below(choices.size())]; }
  void Edit(std::string& text);
  void EditDigit(std::string& text, std::size_t from);
  void ReplaceNumber(std::string& text, std::size_t from);
  void SwapKeys(std::string& text, std::size_t from);

  std::mt19937_64 random_;
};

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_MUTATOR_H_
