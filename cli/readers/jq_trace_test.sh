#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# jq reads the JSON of `cpuid trace`. A machine may forbid it: then there is one sentence and no JSON, and the test is skipped. jq_trace_test.sh FIRSTBYTE
. tools/shell_test.sh
firstbyte=$PWD/$1
unset BUILD_WORKING_DIRECTORY
. cli/readers/jq_reads.sh

cd "$TEST_TMPDIR"
status=0
"$firstbyte" cpuid trace --format=json --out=trace.json -- "$firstbyte" --version >/dev/null 2>err || status=$?
if [ "$status" = 4 ]; then
  [ ! -s trace.json ] || fail "JSON of what could not be traced"
  skip_all "$(tail -n 1 err)"
fi

test_the_trace_of_a_program() {
  [ "$status" = 0 ] || fail "exit status $status: $(cat "$TEST_TMPDIR/err")"
  reads "$TEST_TMPDIR/trace.json" '.exit_status == 0 and .method != null and ([.sites[].count] | add // 0) == .total'
}

run_tests
