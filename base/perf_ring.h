// SPDX-License-Identifier: GPL-2.0-or-later
// Takes the records out of a ring buffer that perf_event_open(2) fills.
//
// The layout is that of struct perf_event_mmap_page (linux/perf_event.h): a first page that says where the data lies
// and how far kernel and reader are, then 2^n pages of data, at whose end a record may be cut in two.
#ifndef FIRSTBYTE_BASE_PERF_RING_H_
#define FIRSTBYTE_BASE_PERF_RING_H_

#include <linux/perf_event.h>

#include <cstdint>
#include <functional>
#include <span>

namespace firstbyte {

// Hands on each record that is there since the last time, header and what follows it, and gives the room of all of them
// back. False if the rest could not be read, for a size that cannot be: it is given up, for nobody knows where the next
// record would begin.
bool DrainPerfRing(perf_event_mmap_page& page,
                   const std::function<void(const perf_event_header&, std::span<const std::uint8_t>)>& take);

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_PERF_RING_H_
