// SPDX-License-Identifier: GPL-2.0-or-later
// Lines between the process that keeps the journal and the process that measures, over one socket.
//
// The measuring process sends a line per round and waits for the answer, so that the journal is written between rounds
// and never while one is timed.
#ifndef FIRSTBYTE_BENCH_CHANNEL_H_
#define FIRSTBYTE_BENCH_CHANNEL_H_

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace firstbyte::bench {

class Channel {
 public:
  // Takes the descriptor over.
  explicit Channel(int fd) : fd_(fd) {}
  ~Channel();
  Channel(Channel&& other) noexcept : fd_(std::exchange(other.fd_, -1)), buffer_(std::move(other.buffer_)) {}
  Channel& operator=(Channel&&) = delete;

  // Two connected ends.
  static Result<std::pair<Channel, Channel>> Pair();

  // Sends a line; it must not contain a line break.
  Result<void> Send(std::string_view line);

  enum class Wake { kLine, kEnd, kInterrupted };
  // Waits for the next line, without its line break. `interrupt_fd` (or -1) becoming readable ends the wait; a line
  // that has arrived already goes first: it may be a round.
  Result<Wake> Receive(std::string& line, int interrupt_fd = -1);

  int fd() const { return fd_; }

 private:
  bool TakeLine(std::string& line);

  int fd_;
  std::string buffer_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CHANNEL_H_
