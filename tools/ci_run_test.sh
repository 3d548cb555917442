#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# .ci/run over a tree whose bazelw, lint and fuzz are stand-ins: that its last line is true, whatever fails.
. tools/shell_test.sh
source=$PWD

# A tree in which everything passes: one test of two cases, one of them skipped, which is run three times (with the engines of kernels, and with the counter, once more), one test of the candidate, five lint tools, and a fuzz target.
tree() {
  mkdir -p "$scratch/tree/.ci" "$scratch/tree/tools"
  cd "$scratch/tree"
  cp -L "$source/.ci/run" .ci/
  cp -L "$source/tools/count_tests.py" tools/
  stand_in bazelw <<'BODY'
[ "$FIRSTBYTE_APT_GROUPS" = "build ci fuzz" ] || exit 90
[ "$1" = test ] || exit 0
for events; do :; done
result_xml "$PWD/test.xml"
build_events "$PWD/test.xml" >"${events#--build_event_json_file=}"
BODY
  stand_in tools/candidate_test <<<'[ -d "$TEST_TMPDIR" ] || exit 92; echo "candidate: 1 tests passed, 0 failed"'
  stand_in tools/lint <<<'echo "lint: 5 tools passed, 0 failed, 0 skipped"'
  stand_in tools/fuzz <<<'[ "$1" = 60 ] || exit 91; echo "fuzz: 1 targets passed, 0 failed, 0 skipped"'
}

# stand_in FILE: an executable of the tree; its body, from standard input, may use what writes a run's results.
stand_in() {
  { printf '#!/usr/bin/env bash\n' && declare -f result_xml build_events && cat; } >"$1"
  chmod +x "$1"
}

result_xml() {
  printf '%s' '<testsuites><testsuite name="A"><testcase name="Ok" status="run" classname="A"/>' \
    '<testcase name="Skips" status="run" classname="A"><skipped message="a.cc:1&#x0A;no PMU"/></testcase></testsuite></testsuites>' >"$1"
}

build_events() {
  printf '%s\n' '{"id":{"targetConfigured":{"label":"//a:t"}},"configured":{"testSize":"SMALL"}}' \
    '{"id":{"testResult":{"label":"//a:t"}},"testResult":{"status":"PASSED","testActionOutput":[{"name":"test.xml","uri":"file://'"$1"'"}]}}' \
    '{"id":{"buildFinished":{}},"finished":{"exitCode":{"name":"SUCCESS"}}}'
}

expect_last_line() {
  [ "$(tail -n 1 <<<"$output")" = "$1" ] || fail "expected as the last line: $1"
  [ "$(grep -c '^[0-9]* passed, [0-9]* failed' <<<"$output")" -eq 1 ] || fail "expected one such line"
}

test_all_green() {
  tree
  run .ci/run
  expect_status 0
  expect_last_line "10 passed, 0 failed, 3 skipped"
  expect_output "skipped: //a:t A.Skips: no PMU"
}

test_kernels_and_the_counter_are_asked_for_once_and_by_name() {
  tree
  sed -i 's/^\[ "$1" = test \].*/echo "$*" >>calls\n&/' bazelw
  run .ci/run
  expect_status 0
  [ "$(grep -c '^test ' calls)" = 3 ] || fail "calls: $(cat calls)"
  grep -q '^test //\.\.\. --keep_going' calls || fail "calls: $(cat calls)"
  [ "$(grep -c 'kernel_engines=on' calls)" = 1 ] || fail "calls: $(cat calls)"
  grep -q '^test --define=kernel_engines=on .*//workspace:phase_guard_test' calls || fail "calls: $(cat calls)"
  grep -q '^test --define=exact_counts=on .*//cli:count_under_qemu_test' calls || fail "calls: $(cat calls)"
}

test_works_from_anywhere() {
  tree
  cd /
  run "$scratch/tree/.ci/run"
  expect_status 0
  expect_last_line "10 passed, 0 failed, 3 skipped"
}

test_bazel_that_does_not_start() {
  tree
  stand_in bazelw <<<'echo "bazelw: apt-get could not install: g++" >&2; exit 1'
  run .ci/run
  expect_status 1
  expect_output "apt-get could not install"
  expect_last_line "0 passed, 1 failed, 0 skipped"
}

test_bazel_that_starts_and_cannot_test() {
  tree
  stand_in bazelw <<<'[ "$1" != test ]'
  run .ci/run
  expect_status 1
  expect_output "failed: bazel: it did not finish (exit status 1)"
  expect_last_line "7 passed, 3 failed, 0 skipped"
}

test_failing_build_counts_once() {
  tree
  sed -i 's/^\[ "$1" = test \].*/[ "$1" != build ] || exit 1\n&/' bazelw
  run .ci/run
  expect_status 1
  expect_last_line "10 passed, 1 failed, 3 skipped"
}

test_failing_tests_do_not_keep_lint_from_running() {
  tree
  sed -i 's/PASSED/FAILED/' bazelw
  echo 'exit 3' >>bazelw
  run .ci/run
  expect_status 1
  expect_output "failed: //a:t: Bazel says FAILED"
  expect_last_line "10 passed, 3 failed, 3 skipped"
}

test_a_candidate_that_is_not_built() {
  tree
  stand_in tools/candidate_test <<<'echo "FAILED: test_3"; echo "8 tests, 1 failed"; exit 1'
  run .ci/run
  expect_status 1
  expect_last_line "9 passed, 1 failed, 3 skipped"
}

test_lint_findings() {
  tree
  stand_in tools/lint <<<'echo "lint: 3 tools passed, 2 failed"; exit 1'
  run .ci/run
  expect_status 1
  expect_last_line "8 passed, 2 failed, 3 skipped"
}

test_a_linter_that_cannot_be_fetched() {
  tree
  stand_in tools/lint <<<'echo "lint: buildifier: skipped: npm could not"; echo "lint: 4 tools passed, 0 failed, 1 skipped"'
  run .ci/run
  expect_status 0
  expect_output "lint: buildifier: skipped: npm could not"
  expect_last_line "9 passed, 0 failed, 4 skipped"
}

test_a_finding_of_the_fuzzer() {
  tree
  stand_in tools/fuzz <<<'echo "fuzz: //a:fuzz failed"; echo "fuzz: 0 targets passed, 1 failed, 0 skipped"; exit 1'
  run .ci/run
  expect_status 1
  expect_last_line "9 passed, 1 failed, 3 skipped"
}

test_lint_that_breaks() {
  tree
  stand_in tools/lint <<<'echo Traceback; exit 1'
  run .ci/run
  expect_status 1
  expect_last_line "5 passed, 1 failed, 3 skipped"
  stand_in tools/lint <<<'echo "lint: 5 tools passed, 0 failed"; exit 2'
  run .ci/run
  expect_status 1
  expect_last_line "10 passed, 1 failed, 3 skipped"
}

run_tests
