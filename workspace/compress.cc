// SPDX-License-Identifier: GPL-2.0-or-later
#include "workspace/compress.h"

#include <cerrno>

namespace firstbyte::workspace {
namespace {

template <InitPolicy kPolicy>
class Compress {
 public:
  Compress(SharedWorkspace& workspace, Request& request)
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
  // What a piece of source led to.
  enum class Step { kMore, kSourceDone, kOneShot, kFailed };

  int Walk() {
    if (request_.source_size == 0 || request_.destination_size == 0) return -EINVAL;
    if constexpr (kPolicy == InitPolicy::kEager) {
      if (!InitStream()) return -EINVAL;
    }
    Step step;
    do {
      const std::size_t room = destination_.Next();
      if (room == 0) return -ENOSPC;
      out_ = {destination_.data(), room, 0};
      do {
        step = TakeSource(room);
        if (step == Step::kOneShot) return status_;
        if (step == Step::kFailed) return Fail();
      } while (step == Step::kMore && out_.pos != room);
      total_out_ += out_.pos;
      destination_.Done(room);
    } while (step == Step::kMore);
    return EndStream();
  }

  Step TakeSource(std::size_t room) {
    const std::size_t size = source_.Next();
    if (room == request_.destination_size && size == request_.source_size) {
      status_ = OneShot();
      source_.Done(size);
      destination_.Done(room);
      return Step::kOneShot;
    }
    if constexpr (kPolicy != InitPolicy::kEager) {
      if (!stream_initialized_) {
        if (!InitStream()) return FailWith(-EINVAL);
        stream_initialized_ = true;
      }
    }
    if (size == 0) return Step::kSourceDone;
    firstbyte_in_buffer in{source_.data(), size, 0};
    if (engine_.zstd_is_error(engine_.zstd_compress_stream(cstream_, &out_, &in)) != 0) return FailWith(-EIO);
    if (engine_.zstd_is_error(engine_.zstd_flush_stream(cstream_, &out_)) != 0) return FailWith(-EIO);
    source_.Done(in.pos);
    return Step::kMore;
  }

  int OneShot() {
    void* const cctx = kPolicy == InitPolicy::kReuse ? workspace_.reused_cctx()
                                                     : engine_.zstd_init_cctx(workspace_.memory(), workspace_.size());
    if (cctx == nullptr) return -EINVAL;
    const std::size_t size = engine_.zstd_compress_cctx(cctx, destination_.data(), request_.destination_size,
                                                        source_.data(), request_.source_size, &workspace_.parameters());
    if (engine_.zstd_is_error(size) != 0) return -EINVAL;
    total_out_ = size;
    return 0;
  }

  // The kernel never says how much is coming: pledged size 0.
  bool InitStream() {
    if constexpr (kPolicy == InitPolicy::kReuse) {
      cstream_ = workspace_.reused_cctx();
      return engine_.zstd_is_error(engine_.zstd_reset_cstream(cstream_, 0)) == 0;
    }
    cstream_ = engine_.zstd_init_cstream(&workspace_.parameters(), 0, workspace_.memory(), workspace_.size());
    return cstream_ != nullptr;
  }

  // Once, into what is left of the last fragment, as the kernel does.
  int EndStream() {
    const std::size_t before = out_.pos;
    const std::size_t left = engine_.zstd_end_stream(cstream_, &out_);
    if (engine_.zstd_is_error(left) != 0) return -EIO;
    request_.unflushed = left;
    total_out_ += out_.pos - before;
    return 0;
  }

  Step FailWith(int status) {
    status_ = status;
    return Step::kFailed;
  }

  // The destination was mapped first, so it is released last.
  int Fail() {
    source_.Release();
    destination_.Release();
    return status_;
  }

  SharedWorkspace& workspace_;
  const firstbyte_engine& engine_;
  Request& request_;
  FragmentWalk<const unsigned char> source_;
  FragmentWalk<unsigned char> destination_;
  firstbyte_out_buffer out_{};
  void* cstream_ = nullptr;
  std::size_t total_out_ = 0;
  int status_ = 0;
  bool stream_initialized_ = false;
};

template <InitPolicy kPolicy>
int RunCompress(SharedWorkspace& workspace, Request& request) {
  return Compress<kPolicy>(workspace, request).Run();
}

}  // namespace

RequestFunction SelectCompress(InitPolicy policy) {
  switch (policy) {
    case InitPolicy::kEager:
      return RunCompress<InitPolicy::kEager>;
    case InitPolicy::kDeferred:
      return RunCompress<InitPolicy::kDeferred>;
    case InitPolicy::kReuse:
      return RunCompress<InitPolicy::kReuse>;
  }
  return nullptr;
}

}  // namespace firstbyte::workspace
