// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus_source.h"

#include <utility>

#include "bench/corpus.h"

namespace firstbyte::bench {
namespace {

Result<Corpus> Make(const report::Protocol& protocol) {
  const auto bytes = static_cast<std::size_t>(protocol.request_bytes);
  if (protocol.corpus_kind == kFileCorpus) return FileCorpus(protocol.corpus_path, bytes);
  const auto kind = ParseCorpusKind(protocol.corpus_kind);
  if (!kind) return tl::unexpected<Error>(kind.error());
  if (protocol.corpus_pages < 1) return UsageError("--pages must be at least 1.");
  return BuiltInCorpus(*kind, protocol.corpus_seed, static_cast<std::size_t>(protocol.corpus_pages), bytes);
}

}  // namespace

Result<NamedPages> MakeCorpus(const report::Protocol& protocol) {
  const auto corpus = Make(protocol);
  if (!corpus) return tl::unexpected<Error>(corpus.error());
  NamedPages named;
  named.policy = corpus->policy();
  for (std::size_t i = 0; i < corpus->pieces(); ++i) {
    const auto piece = corpus->Piece(i);
    named.pages.emplace_back(piece.begin(), piece.end());
  }
  return named;
}

Result<std::vector<Bytes>> PagesOf(const report::Protocol& protocol) {
  auto named = MakeCorpus(protocol);
  if (!named) return tl::unexpected<Error>(named.error());
  return std::move(named->pages);
}

}  // namespace firstbyte::bench
