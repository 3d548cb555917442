#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What must hold of an engine's machine code: one exported symbol, and CPUIDs where the probe's name says. object_test.sh LIVE_OBJECT CACHED_OBJECT
set -u
failures=0

expect() { # DESCRIPTION EXPECTED ACTUAL
  [ "$2" = "$3" ] && return
  printf 'FAILED: %s: expected %s, found %s\n' "$1" "$2" "$3"
  failures=$((failures + 1))
}

cpuids_in() { # OBJECT FUNCTION
  objdump -d --no-show-raw-insn --disassemble="$2" "$1" | grep -c $'\tcpuid *$'
}

# Every function that has a CPUID.
functions_with_cpuid() { # OBJECT
  objdump -d --no-show-raw-insn "$1" | awk '/^[0-9a-f]+ <.*>:$/ { name = substr($2, 2, length($2) - 3) } /\tcpuid *$/ { print name }' | sort -u | paste -sd' '
}

for tool in nm objdump; do
  command -v "$tool" >/dev/null || { echo "FAILED: $tool (package binutils) is missing"; exit 1; }
done

for object in "$@"; do
  expect "exported symbols of $object" firstbyte_engine_get "$(nm -D --defined-only "$object" | awk '{print $3}' | paste -sd' ')"
done

# Two, not three: the sources ask for leaves 0, 1 and 7, and the compiler drops leaf 1, whose result nobody reads. Three would mean an unoptimised build.
live=$1 cached=$2
for function in ZSTD_initStaticCCtx ZSTD_initStaticDCtx; do
  expect "$function is in $live" 1 "$(nm "$live" | grep -c " $function\$")"
  expect "$function is in $cached" 1 "$(nm "$cached" | grep -c " $function\$")"
  expect "CPUIDs of $function, live" 2 "$(cpuids_in "$live" "$function")"
  expect "CPUIDs of $function, cached" 0 "$(cpuids_in "$cached" "$function")"
done
expect "functions with CPUIDs, live" "ZSTD_initStaticCCtx ZSTD_initStaticDCtx" "$(functions_with_cpuid "$live")"
expect "functions with CPUIDs, cached" ReadCpuidOnce "$(functions_with_cpuid "$cached")"
expect "CPUIDs of the cached engine's constructor" 3 "$(cpuids_in "$cached" ReadCpuidOnce)"
expect "CPUIDs of the whole cached engine" 3 "$(objdump -d --no-show-raw-insn "$cached" | grep -c $'\tcpuid *$')"

[ "$failures" -eq 0 ] && echo "all checks passed"
exit "$((failures > 0))"
