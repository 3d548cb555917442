#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What a hostile or unlucky user does to the commands: closed streams, odd values, files that are not what they seem. abuse_test.sh FIRSTBYTE
. tools/shell_test.sh
firstbyte=$PWD/$1
unset BUILD_WORKING_DIRECTORY
tiny=(--runs=1 --rounds=1 --ops=1 --arms=baseline,patched --op=compress)

# EXPECTED_STATUS EXPECTED_TEXT COMMAND...: one sentence, and nothing else.
refuses() {
  local expected=$1 text=$2
  shift 2
  run "$@"
  expect_status "$expected"
  expect_output "$text"
  [ "$(grep -c '' <<<"$output")" = 1 ] || fail "more than one line"
}

# A journal of a measurement that was killed in its second round or later.
killed_journal() {
  "$firstbyte" run --runs=1 --rounds=1000 --ops=20 --arms=baseline,patched --op=compress --out="$1" "${@:2}" &
  local pid=$!
  until [ "$(grep -c '^round ' "$1.journal" 2>/dev/null)" -gt 1 ] 2>/dev/null; do sleep 0.05; done
  kill -9 $pid
  wait $pid 2>/dev/null || true
}

test_closed_streams() {
  cd "$scratch"
  killed_journal closed.json >&- 2>&- <&-
  ! grep -vE '^(header|process|round) ' closed.json.journal || fail "something else got into the journal"
}

run_tests
