// SPDX-License-Identifier: GPL-2.0-or-later
// A program may be started with its standard input, output or error closed.
#ifndef FIRSTBYTE_BASE_STANDARD_STREAMS_H_
#define FIRSTBYTE_BASE_STANDARD_STREAMS_H_

namespace firstbyte {

// Occupies what is closed of descriptors 0, 1 and 2, so that no file that is opened later becomes one of them: what is
// printed would end up in it. Reading or writing fails as it does on a closed descriptor. Call it before anything is
// opened.
void OccupyStandardStreams();

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_STANDARD_STREAMS_H_
