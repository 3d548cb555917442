// SPDX-License-Identifier: GPL-2.0-or-later
#include "workspace/decompress.h"

#include <cerrno>

namespace firstbyte::workspace {
namespace {

template <InitPolicy kPolicy>
class Decompress {
 public:
  Decompress(SharedWorkspace& workspace, Request& request)
      : workspace_(workspace),
        engine_(workspace.engine()),
        request_(request),
        source_(Side::kSource, request.source, request.source_size, workspace.observer()),
        destination_(Side::kDestination, request.destination, request.destination_size, workspace.observer()) {}

  int Run() {
    request_.unflushed = 0;
    const int status = Walk();
    request_.produced = status == 0 ? total_out_ : 0;
    return status;
  }

 private:
  enum class Step { kMore, kOneShot, kFailed };

  int Walk() {
    if (request_.source_size == 0 || request_.destination_size == 0) return -EINVAL;
    if constexpr (kPolicy == InitPolicy::kEager) {
      if (!InitStream()) return -EINVAL;
    }
    // The end of the source ends the request, whether or not the frame is complete: so does the kernel.
    while (const std::size_t size = source_.Next()) {
      firstbyte_in_buffer in{source_.data(), size, 0};
      do {
        const Step step = FillDestination(size, in);
        if (step == Step::kOneShot) return status_;
        if (step == Step::kFailed) return Fail();
      } while (in.pos != size);
      source_.Done(size);
    }
    return 0;
  }

  Step FillDestination(std::size_t source_piece, firstbyte_in_buffer& in) {
    const std::size_t room = destination_.Next();
    if (room == request_.destination_size && source_piece == request_.source_size) {
      status_ = OneShot();
      destination_.Done(room);
      source_.Done(source_piece);
      return Step::kOneShot;
    }
    if (room == 0) return FailWith(-ENOSPC);
    if constexpr (kPolicy != InitPolicy::kEager) {
      if (!stream_initialized_) {
        if (!InitStream()) return FailWith(-EINVAL);
        stream_initialized_ = true;
      }
    }
    firstbyte_out_buffer out{destination_.data(), room, 0};
    if (engine_.zstd_is_error(engine_.zstd_decompress_stream(dstream_, &out, &in)) != 0) return FailWith(-EIO);
    total_out_ += out.pos;
    destination_.Done(out.pos);
    return Step::kMore;
  }

  int OneShot() {
    void* const dctx = kPolicy == InitPolicy::kReuse ? workspace_.reused_dctx()
                                                     : engine_.zstd_init_dctx(workspace_.memory(), workspace_.size());
    if (dctx == nullptr) return -EINVAL;
    const std::size_t size = engine_.zstd_decompress_dctx(dctx, destination_.data(), request_.destination_size,
                                                          source_.data(), request_.source_size);
    if (engine_.zstd_is_error(size) != 0) return -EINVAL;
    total_out_ = size;
    return 0;
  }

  bool InitStream() {
    if constexpr (kPolicy == InitPolicy::kReuse) {
      dstream_ = workspace_.reused_dctx();
      return engine_.zstd_is_error(engine_.zstd_reset_dstream(dstream_)) == 0;
    }
    dstream_ = engine_.zstd_init_dstream(kMaxSize, workspace_.memory(), workspace_.size());
    return dstream_ != nullptr;
  }

  Step FailWith(int status) {
    status_ = status;
    return Step::kFailed;
  }

  // The source was mapped first, so it is released last.
  int Fail() {
    destination_.Release();
    source_.Release();
    return status_;
  }

  SharedWorkspace& workspace_;
  const firstbyte_engine& engine_;
  Request& request_;
  FragmentWalk<const unsigned char> source_;
  FragmentWalk<unsigned char> destination_;
  void* dstream_ = nullptr;
  std::size_t total_out_ = 0;
  int status_ = 0;
  bool stream_initialized_ = false;
};

template <InitPolicy kPolicy>
int RunDecompress(SharedWorkspace& workspace, Request& request) {
  return Decompress<kPolicy>(workspace, request).Run();
}

}  // namespace

RequestFunction SelectDecompress(InitPolicy policy) {
  switch (policy) {
    case InitPolicy::kEager:
      return RunDecompress<InitPolicy::kEager>;
    case InitPolicy::kDeferred:
      return RunDecompress<InitPolicy::kDeferred>;
    case InitPolicy::kReuse:
      return RunDecompress<InitPolicy::kReuse>;
  }
  return nullptr;
}

}  // namespace firstbyte::workspace
