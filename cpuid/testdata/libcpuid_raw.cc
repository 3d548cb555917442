// SPDX-License-Identifier: GPL-2.0-or-later
// One raw reading of libcpuid, which is known to execute a certain number of CPUIDs.
#include "cpuid/libcpuid_adapter.h"

int main() { return firstbyte::cpuid::ReadRawByLibcpuid() ? 0 : 1; }
