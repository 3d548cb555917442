# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Sourced by shell tests: a scratch directory, commands that stand in for the machine's own, and checks that show what they saw.
# A test is a function whose name starts with test_; run_tests runs each in a subshell with its own empty $scratch and fails if any failed. The last line says
# how many passed, failed and were skipped, as .ci/run counts.
set -euo pipefail

fail() {
  printf 'FAILED: %s\n' "$1" >&2
  [ -z "${output+set}" ] || printf '%s\n' "--- exit status $status, output:" "$output" '---' >&2
  exit 1
}

# Runs a command and keeps its exit status in $status and what it wrote, to either stream, in $output.
run() {
  status=0
  output=$("$@" 2>&1) || status=$?
}

expect_status() { [ "$status" -eq "$1" ] || fail "expected exit status $1"; }
expect_output() { [[ $output == *"$1"* ]] || fail "expected in the output: $1"; }
expect_no_output() { [[ $output != *"$1"* ]] || fail "not expected in the output: $1"; }

# expect_file FILE TEXT: the file has exactly this content (but for newlines at its end).
expect_file() {
  [ -e "$1" ] || fail "expected a file $1"
  [ "$(cat "$1")" = "$2" ] || fail "expected $1 to hold '$2', found '$(cat "$1")'"
}

# refuses STATUS TEXT COMMAND...: the command ends with this exit status and one sentence that holds the text, and nothing else.
refuses() {
  local expected=$1 text=$2
  shift 2
  run "$@"
  expect_status "$expected"
  expect_output "$text"
  [ "$(grep -c '' <<<"$output")" = 1 ] || fail "more than one line"
}

# wait_until SECONDS COMMAND...: false if the command does not succeed by then.
wait_until() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.02
  done
}

# catches PID: whether it has a handler of SIGTERM, bit 14 of the mask.
catches() {
  local mask
  mask=$(sed -n 's/^SigCgt:\s*//p' "/proc/$1/status") && [ $((0x$mask >> 14 & 1)) = 1 ]
}

# fake NAME: a command NAME in $scratch/bin, first on PATH once use_fakes was called; its body is read from standard input.
fake() {
  mkdir -p "$scratch/bin"
  { printf '#!/usr/bin/env bash\n' && cat; } >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}

# use_fakes COMMAND...: PATH becomes the fakes and these commands of the machine, nothing else, so that a test sees what is missing.
use_fakes() {
  local command
  mkdir -p "$scratch/bin" "$scratch/real"
  for command in "$@"; do ln -s "$(type -P "$command")" "$scratch/real/$command"; done
  PATH=$scratch/bin:$scratch/real
}

# write_result PASSED NAME REASON [NAME REASON]...: for tools/count_tests.py, one case for all that passed, if any did, and one for each that was skipped. Of a test
# that leaves no result of its own Bazel says that it passed.
write_result() {
  local passed=$1 reason
  shift
  [ -n "${XML_OUTPUT_FILE:-}" ] || return 0
  {
    printf '<testsuites><testsuite name="shell" tests="%s" skipped="%s">' $((passed + $# / 2)) $(($# / 2))
    [ "$passed" -eq 0 ] || printf '<testcase name="all that were not skipped" status="run"/>'
    while [ $# -gt 0 ]; do
      # Quoted, for a bare & of the replacement is what was found.
      reason=${2//&/"&amp;"} reason=${reason//</"&lt;"} reason=${reason//\"/"&quot;"}
      printf '<testcase name="%s" status="run"><skipped message="%s"/></testcase>' "$1" "$reason"
      shift 2
    done
    printf '</testsuite></testsuites>\n'
  } >"$XML_OUTPUT_FILE"
}

# skip_all REASON: ends the whole test, which then counts as skipped.
skip_all() {
  printf 'skipped: %s\n' "$1"
  write_result 0 all "$1"
  exit 0
}

# skip REASON: ends one test, which then counts as skipped, whatever it has checked before.
skip() {
  printf '%s' "$1" >"$TEST_TMPDIR/skipped"
  exit 1
}

run_tests() {
  local name result reason passed=0 failed=0 skipped=()
  for name in $(compgen -A function test_); do
    scratch=$TEST_TMPDIR/$name
    mkdir -p "$scratch"
    rm -f "$TEST_TMPDIR/skipped"
    # Not `( ... ) || ...`, which would turn off -e inside.
    set +e
    (
      set -e
      "$name"
    )
    result=$?
    set -e
    if [ -e "$TEST_TMPDIR/skipped" ]; then
      reason=$(cat "$TEST_TMPDIR/skipped")
      printf 'skipped: %s: %s\n' "$name" "$reason"
      skipped+=("$name" "$reason")
    elif [ "$result" -eq 0 ]; then
      passed=$((passed + 1))
    else
      printf 'FAILED: %s\n' "$name"
      failed=$((failed + 1))
    fi
  done
  [ ${#skipped[@]} -eq 0 ] || write_result $((passed > 0)) "${skipped[@]}"
  printf '%s tests passed, %s failed, %s skipped\n' "$passed" "$failed" $((${#skipped[@]} / 2))
  [ "$failed" -eq 0 ] && [ $((passed + ${#skipped[@]})) -gt 0 ]
}
