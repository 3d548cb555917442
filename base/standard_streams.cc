// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

namespace firstbyte {

void OccupyStandardStreams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // The lowest free descriptor is taken: this one, as those below it are open by now. Opened the wrong way round, it
    // fails with EBADF just as if it were closed; a directory can be opened where there is no /dev. A program that is
    // started from here finds it closed.
    if (fcntl(fd, F_GETFD) >= 0) continue;
    if (open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC) < 0)
      (void)open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
}

}  // namespace firstbyte
