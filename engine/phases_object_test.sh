#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What must hold of the machine code of an engine's phases: the two symbols, CPUIDs in the probe alone, and zstd's own functions as in the engine that is measured.
# phases_object_test.sh LIVE_OBJECT LIVE_PHASES CACHED_OBJECT CACHED_PHASES
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

# The instructions of a function, without the addresses that they hold.
code_of() { # OBJECT FUNCTION
  objdump -d --no-show-raw-insn --disassemble="$2" "$1" | sed -n 's/^ *[0-9a-f]*:\t//p' | sed 's/[0-9a-f]* <.*//; s/0x[0-9a-f]*(%rip)//; s/ *$//'
}

for tool in nm objdump; do
  command -v "$tool" >/dev/null || { echo "FAILED: $tool (package binutils) is missing"; exit 1; }
done

check_pair() { # ENGINE PHASES CPUIDS
  expect "exported symbols of $2" 'firstbyte_engine_get firstbyte_phases_get' "$(nm -D --defined-only "$2" | awk '{print $3}' | sort | paste -sd' ')"
  expect "CPUIDs of PhaseBmi2Probe in $2" "$3" "$(cpuids_in "$2" PhaseBmi2Probe)"
  expect "CPUIDs of ZSTD_initStaticCCtx in $2" "$3" "$(cpuids_in "$2" ZSTD_initStaticCCtx)"
  for function in PhaseCctxZeroing PhaseCwkspLayout PhaseReset PhasePledge PhaseParameterReplay PhaseSetParameter PhaseTableClear; do
    expect "$function is in $2" 1 "$(nm "$2" | grep -c " $function\$")"
    expect "CPUIDs of $function in $2" 0 "$(cpuids_in "$2" "$function")"
  done
  for function in ZSTD_initStaticCCtx ZSTD_CCtx_reset ZSTD_CCtx_setPledgedSrcSize ZSTD_CCtx_setParameter ZSTD_CCtxParams_setParameter ZSTD_compress2; do
    [ -n "$(code_of "$1" "$function")" ] || { echo "FAILED: $function is not in $1"; failures=$((failures + 1)); }
    expect "code of $function" "$(code_of "$1" "$function" | sha256sum)" "$(code_of "$2" "$function" | sha256sum)"
  done
}

check_pair "$1" "$2" 2
check_pair "$3" "$4" 0

[ "$failures" -eq 0 ] && echo "all checks passed"
exit "$((failures > 0))"
