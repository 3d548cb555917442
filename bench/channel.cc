// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/channel.h"

#include <fmt/core.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace firstbyte::bench {
namespace {

tl::unexpected<Error> Fail(const char* call) {
  return InvalidError(fmt::format("{} between two processes of a measurement failed: {}.", call, std::strerror(errno)));
}

}  // namespace

Channel::~Channel() {
  if (fd_ >= 0) close(fd_);
}

Result<std::pair<Channel, Channel>> Channel::Pair() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return Fail("socketpair()");
  return std::pair(Channel(ends[0]), Channel(ends[1]));
}

Result<void> Channel::Send(std::string_view line) {
  std::string data(line);
  data += '\n';
  std::string_view rest = data;
  while (!rest.empty()) {
    // The other side's death must be an error here, not a SIGPIPE.
    const ssize_t sent = send(fd_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return Fail("send()");
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return {};
}

bool Channel::TakeLine(std::string& line) {
  const std::size_t end = buffer_.find('\n');
  if (end == std::string::npos) return false;
  line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  return true;
}

Result<Channel::Wake> Channel::Receive(std::string& line, int interrupt_fd) {
  while (!TakeLine(line)) {
    std::array<pollfd, 2> waiting{{{fd_, POLLIN, 0}, {interrupt_fd, POLLIN, 0}}};
    if (poll(waiting.data(), waiting.size(), -1) < 0) {
      if (errno == EINTR) continue;
      return Fail("poll()");
    }
    const bool interrupted = waiting[1].revents != 0;
    if (interrupted && (waiting[0].revents & POLLIN) == 0) return Wake::kInterrupted;
    std::array<char, 65536> chunk{};
    const ssize_t got = recv(fd_, chunk.data(), chunk.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    // A reset is how a killed process ends a socket that still had something to read.
    if (got == 0 || (got < 0 && errno == ECONNRESET)) return interrupted ? Wake::kInterrupted : Wake::kEnd;
    if (got < 0) return Fail("recv()");
    buffer_.append(chunk.data(), static_cast<std::size_t>(got));
  }
  return Wake::kLine;
}

}  // namespace firstbyte::bench
