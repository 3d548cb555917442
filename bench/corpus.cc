// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/sha256.h"
#include "bench/corpus_file.h"
#include "bench/printable.h"

namespace firstbyte::bench {
namespace {

// Enough of a digest to recognise a file by; the whole would not fit into a line of a table.
constexpr std::size_t kDigestDigits = 16;

// "64 built-in pages", "1 built-in piece of 100 bytes".
std::string Count(std::size_t count, std::string_view built_in, std::size_t request_bytes) {
  const char* plural = count == 1 ? "" : "s";
  if (request_bytes == kPageBytes) return fmt::format("{} {}page{}", count, built_in, plural);
  return fmt::format("{} {}piece{} of {} byte{}", count, built_in, plural, request_bytes,
                     request_bytes == 1 ? "" : "s");
}

std::string Order(std::size_t pieces) { return pieces == 1 ? "the same each time" : "cycled in order"; }

std::string FilePolicy(const std::string& path, std::string_view content, std::size_t request_bytes) {
  const std::size_t pieces = (content.size() + request_bytes - 1) / request_bytes;
  const std::string name = path.substr(path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1);
  const char* padded = content.size() % request_bytes == 0 ? ""
                       : pieces == 1                       ? ", zero-padded"
                                                           : ", last one zero-padded";
  return fmt::format("{}{} of {} (sha256 {}{}), {}", pieces == 1 ? "" : "all ", Count(pieces, "", request_bytes),
                     Printable(name), Sha256(content).substr(0, kDigestDigits), padded, Order(pieces));
}

Result<void> CheckRequestBytes(std::size_t request_bytes) {
  if (request_bytes >= 1 && request_bytes <= kMaxRequestBytes) return {};
  return UsageError(
      fmt::format("A request of {} bytes is out of range; allowed are 1 to {}.", request_bytes, kMaxRequestBytes));
}

Result<void> CheckPages(std::size_t pages, std::size_t request_bytes) {
  const std::size_t most = kMaxCorpusBytes / request_bytes;
  if (pages >= 1 && pages <= most) return {};
  return UsageError(fmt::format("A corpus of {} pieces is out of range; allowed are 1 to {} of {} bytes (1 GiB).",
                                pages, most, request_bytes));
}

}  // namespace

Corpus::Corpus(PageAlignedBytes bytes, std::size_t request_bytes, std::string policy)
    : bytes_(std::move(bytes)), request_bytes_(request_bytes), policy_(std::move(policy)) {}

std::span<const unsigned char> Corpus::Piece(std::uint64_t index) const {
  return std::span(bytes_).subspan(static_cast<std::size_t>(index % pieces()) * request_bytes_, request_bytes_);
}

Result<Corpus> BuiltInCorpus(CorpusKind kind, std::uint64_t seed, std::size_t pages, std::size_t request_bytes) {
  if (auto checked = CheckRequestBytes(request_bytes); !checked) return tl::unexpected(checked.error());
  if (auto checked = CheckPages(pages, request_bytes); !checked) return tl::unexpected(checked.error());
  const std::size_t pages_per_piece = (request_bytes + kPageBytes - 1) / kPageBytes;
  PageAlignedBytes bytes;
  bytes.reserve(pages * request_bytes);
  unsigned char page[kPageBytes];
  for (std::size_t index = 0; index < pages * pages_per_piece; ++index) {
    FillPage(kind, seed, index, page);
    const std::size_t offset = index % pages_per_piece * kPageBytes;
    bytes.insert(bytes.end(), page, page + std::min(kPageBytes, request_bytes - offset));
  }
  return Corpus(std::move(bytes), request_bytes,
                fmt::format("{} ({}, seed {}), {}", Count(pages, "built-in ", request_bytes), CorpusKindName(kind),
                            seed, Order(pages)));
}

Result<Corpus> FileCorpus(const std::string& path, std::size_t request_bytes) {
  if (auto checked = CheckRequestBytes(request_bytes); !checked) return tl::unexpected(checked.error());
  Result<PageAlignedBytes> content = ReadCorpusFile(path, kMaxCorpusBytes);
  if (!content) return tl::unexpected(content.error());
  PageAlignedBytes& bytes = *content;
  std::string policy =
      FilePolicy(path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()), request_bytes);
  bytes.resize((bytes.size() + request_bytes - 1) / request_bytes * request_bytes);
  return Corpus(std::move(bytes), request_bytes, std::move(policy));
}

}  // namespace firstbyte::bench
