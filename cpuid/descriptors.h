// SPDX-License-Identifier: GPL-2.0-or-later
// File descriptors of the tracer: one for the memory of each process that it follows, and some for the moment. Where
// they run out CPUIDs are missed, so it takes as many as it may have, and looks whether that was enough.
#ifndef FIRSTBYTE_CPUID_DESCRIPTORS_H_
#define FIRSTBYTE_CPUID_DESCRIPTORS_H_

#include <sys/resource.h>

namespace firstbyte::cpuid {

// While it exists, this process may have as many descriptors as its hard limit allows. To be made when the traced
// program runs already, which is to have the limit that it was started with.
class MostDescriptors {
 public:
  MostDescriptors();
  ~MostDescriptors();
  MostDescriptors(const MostDescriptors&) = delete;
  MostDescriptors& operator=(const MostDescriptors&) = delete;

 private:
  rlimit before_{};
  bool raised_ = false;
};

// Whether this process, or the system, has none left: what was to be opened just now was not.
bool DescriptorsRanOut();

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_DESCRIPTORS_H_
