#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# jq reads the JSON of `profile`. A machine may forbid it: then there is one sentence and no JSON, and the test is skipped. jq_profile_test.sh FIRSTBYTE
. tools/shell_test.sh
firstbyte=$PWD/$1
unset BUILD_WORKING_DIRECTORY
. cli/readers/jq_reads.sh

cd "$TEST_TMPDIR"
status=0
"$firstbyte" profile --seconds=1 --arms=baseline --op=decompress --format=json >profile.json 2>err || status=$?
if [ "$status" = 4 ]; then
  [ ! -s profile.json ] || fail "JSON of what could not be sampled"
  skip_all "$(tail -n 1 err)"
fi

test_the_profile() {
  [ "$status" = 0 ] || fail "exit status $status: $(cat "$TEST_TMPDIR/err")"
  reads "$TEST_TMPDIR/profile.json" '.schema == "firstbyte-profile/1" and (.arms[0] | ([.stacks[].samples] | add // 0) == .samples)'
}

run_tests
