#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# tools/shell_test.sh, by what a test that is made of it ends with, prints and leaves for tools/count_tests.py.
. tools/shell_test.sh
source=$PWD

# shell_test: of the tests that are standard input.
shell_test() {
  mkdir -p "$scratch/tmp"
  { printf '. "%s/tools/shell_test.sh"\n' "$source" && cat && printf 'run_tests\n'; } >"$scratch/script"
  rm -f "$scratch/test.xml"
  run env TEST_TMPDIR="$scratch/tmp" XML_OUTPUT_FILE="$scratch/test.xml" bash "$scratch/script"
}

# The cases of test.xml and why they were skipped, as count_tests.py finds them.
cases() {
  python3 - "$scratch/test.xml" <<'PY'
import sys, xml.etree.ElementTree as xml
for case in xml.parse(sys.argv[1]).getroot().iter("testcase"):
    skipped = case.find("skipped")
    print(case.get("name") + (": " + skipped.get("message") if skipped is not None else ""))
PY
}

test_all_pass() {
  shell_test <<<'test_a() { :; }'
  expect_status 0
  expect_output '1 tests passed, 0 failed, 0 skipped'
  [ ! -e "$scratch/test.xml" ] || fail "a result of its own, where Bazel's says the same"
}

test_a_skipped_one_is_neither_passed_nor_failed() {
  shell_test <<'BODY'
test_a() { :; }
test_b() { skip 'no "A" <& B'; }
test_c() { skip_where_it_helps; fail "went on"; }
skip_where_it_helps() { skip "no C"; }
BODY
  expect_status 0
  expect_output 'skipped: test_b: no "A" <& B'
  expect_output 'skipped: test_c: no C'
  expect_output '1 tests passed, 0 failed, 2 skipped'
  expect_file <(cases) 'all that were not skipped
test_b: no "A" <& B
test_c: no C'
  shell_test <<<'test_b() { skip "no B"; }'
  expect_status 0
  expect_output '0 tests passed, 0 failed, 1 skipped'
  expect_file <(cases) 'test_b: no B'
}

test_a_failure_beside_skipped_ones() {
  shell_test <<'BODY'
test_a() { skip "no A"; }
test_b() { false; }
BODY
  expect_status 1
  expect_output 'FAILED: test_b'
  expect_output '0 tests passed, 1 failed, 1 skipped'
}

test_a_whole_test_is_skipped() {
  shell_test <<<'test_a() { :; }
skip_all "no <D>"'
  expect_status 0
  expect_file <(cases) 'all: no <D>'
}

test_no_test_at_all_fails() {
  shell_test </dev/null
  expect_status 1
}

run_tests
