#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `lab` as a user sees it, with so few requests that its numbers say nothing, and on a recording that was made once. lab_test.sh FIRSTBYTE RECORDING
. tools/shell_test.sh
firstbyte=$PWD/$1
recording=$PWD/$2
unset BUILD_WORKING_DIRECTORY
few=(--experiments=1 --runs=6 --rounds=1 --ops=2 --pages=2 --effects=1% --seed=3)
processes=$((6 * (1 + 3 + 3) + 1))

test_record_writes_a_line_per_process_that_replay_reads() {
  cd "$scratch"
  run "$firstbyte" lab record "${few[@]}" --out=raw.jsonl
  expect_status 0
  expect_output "Recording: raw.jsonl"
  [ "$(grep -c '' raw.jsonl)" = $((processes + 1)) ] || fail "not a line for each process"
  head -1 raw.jsonl | grep -q '^{"schema":"firstbyte-lab/1",' || fail "no header"
  "$firstbyte" lab replay --format=json raw.jsonl >scores.json
  python3 -c '
import json
scores = json.load(open("scores.json"))
assert scores["schema"] == "firstbyte-lab-scores/1" and scores["experiments"] == 1 and scores["seed"] == 3
' || fail "not the scores of it"
  refuses 2 "never overwritten" "$firstbyte" lab record "${few[@]}" --out=raw.jsonl
}

test_resume_goes_on_behind_the_last_whole_line() {
  cd "$scratch"
  "$firstbyte" lab record "${few[@]}" --out=raw.jsonl >/dev/null 2>&1
  head -20 raw.jsonl >torn.jsonl
  sed -n 21p raw.jsonl | head -c 30 >>torn.jsonl
  run "$firstbyte" lab replay torn.jsonl
  expect_status 4
  expect_output "No experiment of this recording is complete"
  run "$firstbyte" lab record --resume torn.jsonl
  expect_status 0
  [ "$(grep -c '' torn.jsonl)" = $((processes + 1)) ] || fail "not all processes"
  cmp <(head -20 raw.jsonl) <(head -20 torn.jsonl) || fail "what was measured was touched"
  "$firstbyte" lab replay torn.jsonl >/dev/null || fail "it is no recording"
  # Nothing is missing: nothing is measured.
  cp torn.jsonl whole.jsonl
  "$firstbyte" lab record --resume torn.jsonl >/dev/null
  cmp torn.jsonl whole.jsonl || fail "a complete recording grew"
}

test_interrupted_it_says_how_to_go_on() {
  cd "$scratch"
  # The shell has its background jobs ignore SIGINT.
  setsid env --default-signal=INT "$firstbyte" lab record --experiments=1000 --out=raw.jsonl >/dev/null 2>err &
  local pid=$!
  wait_until 60 eval '[ "$(grep -c "" raw.jsonl 2>/dev/null)" -gt 3 ]' || fail "nothing was recorded"
  kill -INT -- -$pid
  status=0
  wait $pid || status=$?
  [ "$status" = 130 ] || fail "exit status $status: $(cat err)"
  tail -1 err | grep -q 'Interrupted in experiment 1 of 1000. Every finished process is safe; continue with: firstbyte lab record --resume raw.jsonl' || fail "$(tail -1 err)"
  tail -c 1 raw.jsonl | cmp -s - <(echo) || fail "the last line is torn"
}

test_a_recording_is_never_overwritten_by_what_another_command_prints() {
  cd "$scratch"
  head -1 "$recording" >raw.jsonl
  refuses 2 "holds a measurement" "$firstbyte" phases --repetitions=3 --blocks=4 --out=raw.jsonl
}

test_wrong_options_are_sentences() {
  cd "$scratch"
  refuses 2 "Name the file of the recording with --out" "$firstbyte" lab record
  refuses 2 "is no effect" "$firstbyte" lab record --effects=fast --out=raw.jsonl
  refuses 2 "not among the --effects" "$firstbyte" lab record --effects=1% --alone=2% --out=raw.jsonl
  refuses 2 "--runs must be 6 or more" "$firstbyte" lab record --runs=5 --out=raw.jsonl
  refuses 2 "multiple of --pages" "$firstbyte" lab record --ops=30 --out=raw.jsonl
  refuses 2 "--experiments must be" "$firstbyte" lab record --experiments=0 --out=raw.jsonl
  refuses 2 "zstd-0.0.0" "$firstbyte" lab record --engine=zstd-0.0.0 --out=raw.jsonl
  refuses 2 "which starts it" "$firstbyte" lab worker
  refuses 2 "raw.jsonl" "$firstbyte" lab replay raw.jsonl
  refuses 2 "raw.jsonl" "$firstbyte" lab record --resume raw.jsonl
  [ ! -e raw.jsonl ] || fail "a file was left behind"
  printf 'hello\n' >other.jsonl
  refuses 4 "other.jsonl" "$firstbyte" lab replay other.jsonl
  refuses 4 "other.jsonl" "$firstbyte" lab record --resume other.jsonl
  expect_file other.jsonl hello
}

test_help_has_an_example() {
  for command in "lab" "lab record" "lab replay"; do
    # shellcheck disable=SC2086
    run "$firstbyte" $command --help
    expect_status 0
    expect_output "Example: firstbyte lab"
  done
}

test_windows_are_files_for_other_tools() {
  cd "$scratch"
  "$firstbyte" lab replay --windows=windows "$recording" >/dev/null
  [ "$(find windows -type f | wc -l)" = 32 ] || fail "not four files for each of eight pairs: $(ls windows)"
  refuses 2 'windows is not empty; name a new directory' "$firstbyte" lab replay --windows=windows "$recording"
  [ "$(grep -c '^BenchmarkWindow/' windows/alternated-medians.A-A.old.txt)" = $((20 * 6)) ] || fail "not 20 windows of 6 values"
}

test_where_there_is_no_compare_py_the_reason_is_said() {
  run "$firstbyte" lab replay --compare-py="$scratch/none" "$recording"
  expect_status 0
  expect_output "compare.py: not measured: there is no"
}

run_tests
