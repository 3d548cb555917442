// SPDX-License-Identifier: GPL-2.0-or-later
// Errors as values. An error is one sentence for the person at the terminal (what is wrong, and what to do about it)
// and the exit status that it deserves.
#ifndef FIRSTBYTE_BASE_ERROR_H_
#define FIRSTBYTE_BASE_ERROR_H_

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace firstbyte {

// Exit statuses of what could not be done, as documented in README.md. 1 and 3 are kept for verdicts.
enum class ExitCode {
  kUsage = 2,         // an option, name or file that is not allowed or does not exist
  kInvalid = 4,       // invalid input, or an environment in which the measurement cannot be made
  kInterrupted = 130  // 128 + SIGINT, as shells report it
};

struct Error {
  ExitCode code = ExitCode::kInvalid;
  std::string message;
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> UsageError(std::string message) {
  return tl::unexpected<Error>(Error{ExitCode::kUsage, std::move(message)});
}
inline tl::unexpected<Error> InvalidError(std::string message) {
  return tl::unexpected<Error>(Error{ExitCode::kInvalid, std::move(message)});
}

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_ERROR_H_
