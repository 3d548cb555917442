# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Sourced by shell tests: a scratch directory, commands that stand in for the machine's own, and checks that show what they saw.
# A test is a function whose name starts with test_; run_tests runs each in a subshell with its own empty $scratch and fails if any failed.
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

# skip_all REASON: ends the whole test, which tools/count_tests.py then counts as skipped. Of a test that leaves no result of its own Bazel says that it passed.
skip_all() {
  local reason=$1
  reason=${reason//&/&amp;} reason=${reason//</&lt;} reason=${reason//\"/&quot;}
  printf 'skipped: %s\n' "$1"
  [ -z "${XML_OUTPUT_FILE:-}" ] || printf '<testsuites><testsuite name="skipped" tests="1" skipped="1"><testcase name="all" status="run"><skipped message="%s"/></testcase></testsuite></testsuites>\n' \
    "$reason" >"$XML_OUTPUT_FILE"
  exit 0
}

run_tests() {
  local name result failed=0 count=0
  for name in $(compgen -A function test_); do
    scratch=$TEST_TMPDIR/$name
    mkdir -p "$scratch"
    count=$((count + 1))
    # Not `( ... ) || ...`, which would turn off -e inside.
    set +e
    (
      set -e
      "$name"
    )
    result=$?
    set -e
    if [ "$result" -ne 0 ]; then
      printf 'FAILED: %s\n' "$name"
      failed=$((failed + 1))
    fi
  done
  printf '%s tests, %s failed\n' "$count" "$failed"
  [ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
}
