// SPDX-License-Identifier: GPL-2.0-or-later
// What wait(2) says of a process that has ended, as shells report it.
#ifndef FIRSTBYTE_BASE_WAIT_STATUS_H_
#define FIRSTBYTE_BASE_WAIT_STATUS_H_

#include <sys/wait.h>

namespace firstbyte {

// 0 if no signal killed it.
inline int KilledBy(int wait_status) { return WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0; }

// The exit status; 128 and the signal's number if one killed it.
inline int ShellStatus(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_WAIT_STATUS_H_
