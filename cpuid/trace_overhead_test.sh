#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The figures of the documentation can be measured again: one row each, and the ratio. trace_overhead_test.sh TRACE_OVERHEAD KEEPS_BUSY
set -eu
out=$("$1" "$2" 1 1)
for row in '/bin/true, breakpoints' '/bin/true, single-stepped' 'no CPUID, 4 threads, system calls'; do
  grep -qE "^\| $row +\|   1 \| +[0-9]+\.[0-9]{2} \| +[0-9]+\.[0-9]{2} \| +[0-9]+\.[0-9]{3} \|$" <<<"$out" || { printf 'no row %s in:\n%s\n' "$row" "$out"; exit 1; }
done
grep -qE '^Single-stepping /bin/true takes [0-9]+ times as long' <<<"$out"
status=0
"$1" >/dev/null 2>&1 || status=$?
[ "$status" = 2 ]
status=0
"$1" /no/such/program 1 1 >/dev/null 2>&1 || status=$?
[ "$status" = 1 ]
