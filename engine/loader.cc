// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/loader.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <new>
#include <vector>

#include "engine/shared_object.h"

namespace firstbyte::engine {
namespace {

constexpr size_t kPageBytes = 4096;
constexpr int kLevel = 3;  // the level of crypto/zstd.c

// Memory for contexts: zstd wants it 8-aligned, and the page allocator's alignment is what the kernel has.
class PageAlignedMemory {
 public:
  explicit PageAlignedMemory(size_t size) : data_(::operator new (size, std::align_val_t{kPageBytes})) {}
  ~PageAlignedMemory() { ::operator delete (data_, std::align_val_t{kPageBytes}); }
  PageAlignedMemory(const PageAlignedMemory&) = delete;
  PageAlignedMemory& operator=(const PageAlignedMemory&) = delete;
  void* data() const { return data_; }

 private:
  void* data_;
};

// A page that has matches, literals and numbers; its content is arbitrary.
std::vector<unsigned char> CheckPage() {
  std::vector<unsigned char> page(kPageBytes);
  unsigned state = 1;
  for (size_t i = 0; i < page.size(); ++i) {
    state = state * 1103515245u + 12345u;
    page[i] =
        (i / 64) % 3 == 0 ? static_cast<unsigned char>(state >> 24) : static_cast<unsigned char>("setup cost "[i % 11]);
  }
  return page;
}

Result<std::vector<unsigned char>> CompressPage(const firstbyte_engine& table, const std::vector<unsigned char>& page) {
  const firstbyte_parameters parameters = table.zstd_get_params(kLevel, page.size());
  const size_t bound = table.zstd_cctx_workspace_bound(&parameters);
  const PageAlignedMemory workspace(bound);
  void* const cctx = table.zstd_init_cctx(workspace.data(), bound);
  if (cctx == nullptr)
    return InvalidError(fmt::format("zstd_init_cctx refused a workspace of its own bound ({} bytes)", bound));
  std::vector<unsigned char> frame(2 * page.size());
  const size_t size = table.zstd_compress_cctx(cctx, frame.data(), frame.size(), page.data(), page.size(), &parameters);
  if (table.zstd_is_error(size) != 0)
    return InvalidError(fmt::format("compressing a page failed: {}", table.zstd_get_error_name(size)));
  frame.resize(size);
  return frame;
}

Result<std::vector<unsigned char>> DecompressPage(const firstbyte_engine& table,
                                                  const std::vector<unsigned char>& frame) {
  const size_t bound = table.zstd_dctx_workspace_bound();
  const PageAlignedMemory workspace(bound);
  void* const dctx = table.zstd_init_dctx(workspace.data(), bound);
  if (dctx == nullptr)
    return InvalidError(fmt::format("zstd_init_dctx refused a workspace of its own bound ({} bytes)", bound));
  std::vector<unsigned char> page(kPageBytes);
  const size_t size = table.zstd_decompress_dctx(dctx, page.data(), page.size(), frame.data(), frame.size());
  if (table.zstd_is_error(size) != 0)
    return InvalidError(fmt::format("decompressing a page failed: {}", table.zstd_get_error_name(size)));
  page.resize(size);
  return page;
}

bool HasEveryFunction(const firstbyte_engine& t) {
  return t.zstd_get_params != nullptr && t.zstd_cctx_workspace_bound != nullptr &&
         t.zstd_cstream_workspace_bound != nullptr && t.zstd_dctx_workspace_bound != nullptr &&
         t.zstd_dstream_workspace_bound != nullptr && t.zstd_init_cctx != nullptr && t.zstd_compress_cctx != nullptr &&
         t.zstd_init_cstream != nullptr && t.zstd_reset_cstream != nullptr && t.zstd_compress_stream != nullptr &&
         t.zstd_flush_stream != nullptr && t.zstd_end_stream != nullptr && t.zstd_init_dctx != nullptr &&
         t.zstd_decompress_dctx != nullptr && t.zstd_init_dstream != nullptr && t.zstd_reset_dstream != nullptr &&
         t.zstd_decompress_stream != nullptr && t.zstd_is_error != nullptr && t.zstd_get_error_name != nullptr &&
         t.version_number != nullptr && t.empty_call != nullptr;
}

bool HasEveryName(const firstbyte_engine& t) {
  return t.name != nullptr && t.probe != nullptr && t.source != nullptr && t.source_sha256 != nullptr &&
         t.compiler != nullptr && t.flags != nullptr;
}

// The dynamic loader names the file in front of most of its sentences, as is done here.
std::string WithoutName(const std::string& sentence, const std::string& path) {
  return sentence.starts_with(path + ": ") ? sentence.substr(path.size() + 2) : sentence;
}

}  // namespace

Result<void> CheckTable(const firstbyte_engine& table) {
  if (table.abi != FIRSTBYTE_ENGINE_ABI || table.struct_size != sizeof(firstbyte_engine)) {
    return InvalidError(
        fmt::format("it speaks engine ABI {} ({} bytes), this program {} ({} bytes); build both from one tree",
                    table.abi, table.struct_size, FIRSTBYTE_ENGINE_ABI, sizeof(firstbyte_engine)));
  }
  if (!HasEveryFunction(table) || !HasEveryName(table)) return InvalidError("its table has an empty entry");
  if (const unsigned answered = table.version_number(); answered != table.version) {
    return InvalidError(
        fmt::format("its headers are of version {}, its code answers {}: another zstd in this process took its place",
                    table.version, answered));
  }
  return {};
}

Result<void> CheckRoundTrip(const firstbyte_engine& table) {
  const std::vector<unsigned char> page = CheckPage();
  const auto frame = CompressPage(table, page);
  if (!frame) return tl::unexpected<Error>(frame.error());
  const auto decoded = DecompressPage(table, *frame);
  if (!decoded) return tl::unexpected<Error>(decoded.error());
  if (*decoded != page) return InvalidError("a page came back changed from a round trip");
  return {};
}

Result<void> CheckSameOutput(const firstbyte_engine& a, const firstbyte_engine& b) {
  const std::vector<unsigned char> page = CheckPage();
  const auto from_a = CompressPage(a, page);
  const auto from_b = CompressPage(b, page);
  if (!from_a) return tl::unexpected<Error>(from_a.error());
  if (!from_b) return tl::unexpected<Error>(from_b.error());
  if (*from_a != *from_b) {
    return InvalidError(
        fmt::format("Engine {} compresses a page to other bytes with probe {} ({}) than with probe {} ({}); they "
                    "cannot be compared.",
                    a.name, a.probe, from_a->size(), b.probe, from_b->size()));
  }
  return {};
}

Result<Engine> Engine::Load(const std::string& path) {
  const auto refuse = [&path](const std::string& why) {
    return InvalidError(fmt::format("Engine {} cannot be used: {}.", path, why));
  };
  if (const auto whole = CheckSharedObject(path); !whole) return refuse(whole.error().message);
  std::shared_ptr<void> handle(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* h) {
    if (h != nullptr) dlclose(h);
  });
  if (!handle) return refuse(WithoutName(dlerror(), path));
  void* const symbol = dlsym(handle.get(), FIRSTBYTE_ENGINE_SYMBOL);
  if (symbol == nullptr) return refuse("it has no symbol " FIRSTBYTE_ENGINE_SYMBOL);
  const firstbyte_engine* const table = reinterpret_cast<firstbyte_engine_get_function>(symbol)();
  if (table == nullptr) return refuse(FIRSTBYTE_ENGINE_SYMBOL "() returned NULL");
  if (const auto ok = CheckTable(*table); !ok) return refuse(ok.error().message);
  if (const auto ok = CheckRoundTrip(*table); !ok) return refuse(ok.error().message);
  return Engine(std::move(handle), table, path);
}

std::string Engine::version() const {
  const unsigned v = table_->version;
  return fmt::format("{}.{}.{}", v / 10000, v / 100 % 100, v % 100);
}

}  // namespace firstbyte::engine
