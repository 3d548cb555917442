// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus_text.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace firstbyte::bench {
namespace {

// The most frequent words of English; the rarer ones are put together from syllables.
constexpr const char* kFrequent[] = {
    "the",   "of",   "and",  "to",   "in",    "a",    "is",    "that", "for",  "it",    "as",  "was",   "with",
    "be",    "by",   "on",   "not",  "he",    "this", "are",   "or",   "his",  "from",  "at",  "which", "but",
    "have",  "an",   "had",  "they", "you",   "were", "their", "one",  "all",  "we",    "can", "her",   "has",
    "there", "been", "if",   "more", "when",  "will", "would", "who",  "so",   "no",    "out", "up",    "into",
    "what",  "them", "then", "some", "could", "time", "about", "may",  "only", "other", "new", "like"};

constexpr const char* kSyllables[] = {"ab", "al",  "an",   "ar", "ba",  "ber", "ca", "com", "con", "de", "di",
                                      "el", "en",  "er",   "es", "fi",  "for", "ga", "ing", "in",  "is", "ki",
                                      "la", "le",  "lo",   "ma", "men", "mi",  "mo", "na",  "no",  "on", "or",
                                      "pa", "per", "po",   "ra", "re",  "ri",  "sa", "se",  "si",  "so", "ta",
                                      "te", "ti",  "tion", "to", "tra", "tu",  "un", "ur",  "va",  "ver"};

// Ranks run to 2^kOctaves - 2. Every octave of ranks is equally likely, which makes the frequency of a word about
// proportional to 1 / rank (Zipf's law) without a floating-point number.
constexpr std::uint64_t kOctaves = 10;

std::uint64_t DrawRank(CorpusRandom& random) {
  const std::uint64_t octave = random.Below(kOctaves);
  const std::uint64_t size = std::uint64_t{1} << octave;
  return size - 1 + random.Below(size);
}

// The same word for the same rank in every corpus, whatever its seed: a language does not change with the text.
std::string WordOfRank(std::uint64_t rank) {
  if (rank < std::size(kFrequent)) return kFrequent[rank];
  constexpr std::uint64_t kVocabulary = 0x766f6361;
  CorpusRandom random(kVocabulary, 0, rank);
  std::string word;
  for (std::uint64_t syllables = 2 + random.Below(3); syllables > 0; --syllables) word += random.Pick(kSyllables);
  return word;
}

std::string DrawSentence(CorpusRandom& random) {
  std::string sentence;
  for (std::uint64_t words = 5 + random.Below(16); words > 0; --words) {
    sentence += WordOfRank(DrawRank(random));
    if (words > 1) sentence += random.Chance(20) ? ", " : " ";
  }
  sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  return sentence + (random.Chance(24) ? "?" : ".");
}

}  // namespace

void FillText(CorpusRandom random, PageSpan page) {
  std::string text;
  while (text.size() < page.size()) {
    text += DrawSentence(random);
    text += random.Chance(40) ? "\n\n" : " ";
  }
  std::copy_n(text.begin(), page.size(), page.begin());
}

}  // namespace firstbyte::bench
