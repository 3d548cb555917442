#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `profile` as a user sees it, on the real engines, with so few samples that its shares say little.
# profile_test.sh FIRSTBYTE DENIES_PERF
. tools/shell_test.sh
firstbyte=$PWD/$1
denies_perf=$PWD/$2
unset BUILD_WORKING_DIRECTORY
short=(--seconds=1)

# Where the kernel samples nothing, all that can be seen is that the command says so.
sampling_is_forbidden() {
  run "$firstbyte" profile "${short[@]}" --arms=baseline --op=decompress --format=collapsed
  [ "$status" -ne 4 ] || [[ $output != *"samples not available"* ]] || return 0
  return 1
}

# There is nothing to go on from, which has to be said.
test_a_signal_ends_it_with_a_sentence() {
  cd "$scratch"
  local signal pid
  for signal in INT TERM; do
    # The shell has its background jobs ignore SIGINT.
    env --default-signal=INT "$firstbyte" profile --seconds=60 --out=profile.md >out 2>err &
    pid=$!
    wait_until 60 catches "$pid" || fail "it never came to sampling"
    kill -"$signal" "$pid"
    status=0
    wait "$pid" || status=$?
    expect_status 130
    [ "$(tail -n 1 err)" = 'firstbyte: Interrupted; a profile is written only when all of it is measured, so nothing was.' ] || fail "SIG$signal: $(tail -n 1 err)"
    [ ! -e profile.md ] || fail "something was written"
  done
}

test_conditions_come_first_and_tables_fit_a_terminal() {
  cd "$scratch"
  "$firstbyte" profile "${short[@]}" >out.md 2>err
  expect_file err ""
  head -1 out.md | grep -qv '^\*\*Profile' || fail "the conditions do not come first"
  local text
  for text in '^| baseline compress: phase' '^| patched compress: phase' '^| baseline decompress: phase' '^| patched decompress: phase' \
    '^| parameter_replay ' '^| body ' '^| all CPUIDs' '^| CPUID  .* phases | points | agree'; do
    grep -q "$text" out.md || fail "no line $text"
  done
  grep -q '^- baseline compress: .* samples in .* requests' out.md || fail "no account"
  [ "$(grep -c 'no hardware PMU' out.md)" -le 1 ] || fail "the lack of a PMU is said more than once"
  awk 'length > 80 { exit 1 }' <(sed -n '/^\*\*Profile/,$p' out.md) || fail "wider than 80 columns"
}

test_json_has_the_shape_that_others_build_on() {
  cd "$scratch"
  "$firstbyte" profile "${short[@]}" --arms=cached,baseline --operation=decompress --period=2 --format=json >out.json 2>err
  grep -q 'cpu model' err || fail "the conditions are not on stderr"
  python3 - <<'PY' || fail "the JSON is not what docs/profile.md says"
import json
with open("out.json") as file:
    profile = json.load(file)
assert profile["schema"] == "firstbyte-profile/1" and profile["engine"] == "zstd-1.5.4"
assert profile["conditions"]["tool_version"] and profile["conditions"]["machine_id"]
assert profile["period_ns"] == 2_000_000
assert [arm["name"] for arm in profile["arms"]] == ["baseline", "cached"]
for arm in profile["arms"]:
    assert arm["operation"] == "decompress"
    assert sum(stack["samples"] for stack in arm["stacks"]) == arm["samples"] > 0
    assert [phase["phase"] for phase in arm["phases"]][:3] == ["bmi2_probe", "body", "unattributed"]
    assert sum(phase["samples"] for phase in arm["phases"]) == arm["samples"]
assert profile["arms"][1]["sites"] == [] and profile["arms"][1]["cpuid"]["samples"] == 0, "a cached engine executes no CPUID"
assert [arm["name"] for arm in profile["agreement"]["arms"]] == ["baseline", "cached"]
assert profile["agreement"]["arms"][1]["by_phases"] == 0, "a cached engine executes no CPUID by its phases either"
assert "48 of requests" in profile["agreement"]["source"]
PY
}

test_collapsed_stacks_are_lines_of_frames_and_counts() {
  cd "$scratch"
  "$firstbyte" profile "${short[@]}" --arms=baseline --operation=decompress --format=collapsed >out.folded 2>/dev/null
  grep -qvE '^[^ ;]+(;[^ ;]+)* [0-9]+$' out.folded && fail "a line that is no stack: $(grep -vE '^[^ ;]+(;[^ ;]+)* [0-9]+$' out.folded | head -1)"
  grep -q '^decompress_request;' out.folded || fail "no request"
}

test_difference_has_two_counts() {
  cd "$scratch"
  "$firstbyte" profile "${short[@]}" --operation=decompress --format=collapsed --difference --out=diff.folded 2>/dev/null
  grep -qvE '^[^ ;]+(;[^ ;]+)* [0-9]+ [0-9]+$' diff.folded && fail "a line that is no difference"
  grep -q '^decompress_request;' diff.folded || fail "no request"
}

test_agreement_with_a_file_of_phases() {
  cd "$scratch"
  "$firstbyte" phases --repetitions=3 --blocks=4 --format=json --out=phases.json 2>/dev/null
  run "$firstbyte" profile "${short[@]}" --arms=baseline --operation=decompress --phases=phases.json
  expect_status 0
  expect_output 'from phases.json'
  refuses 4 'not of the same level ("3" and "4")' "$firstbyte" profile --level=4 --phases=phases.json
  refuses 4 "not of the same pages" "$firstbyte" profile --corpus=text --phases=phases.json
  sed 's/"machine_id": "[^"]*"/"machine_id": "another"/' phases.json >elsewhere.json
  refuses 4 "not of the same machine" "$firstbyte" profile --phases=elsewhere.json
}

test_other_files_are_no_phases() {
  cd "$scratch"
  refuses 2 "nothing-here" "$firstbyte" profile --phases=nothing-here
  echo '{"schema": "firstbyte/1"}' >results.json
  refuses 4 'has the schema "firstbyte/1"' "$firstbyte" profile --phases=results.json
  echo 'no JSON' >text
  refuses 4 "text" "$firstbyte" profile --phases=text
}

test_forbidden_sampling_is_one_sentence() {
  refuses 4 "samples not available (EPERM: " "$denies_perf" "$firstbyte" profile
}

test_help_shows_an_example() {
  run "$firstbyte" profile --help
  expect_status 0
  expect_output "Example: firstbyte profile"
  expect_output "--difference"
}

test_usage_errors() {
  refuses 2 "--period must be from 1 to 1000 ms, not 0.5" "$firstbyte" profile --period=0.5
  refuses 2 "--period must be from 1 to 1000 ms, not 2000" "$firstbyte" profile --period=2000
  refuses 2 "--seconds must be from 1 to 60, not 0." "$firstbyte" profile --seconds=0
  refuses 2 "There is no arm 'purple'" "$firstbyte" profile --arms=purple
  refuses 2 "at least one arm" "$firstbyte" profile --arms=,
  refuses 2 "profile takes one --engine" "$firstbyte" profile --engine=zstd-1.5.4,zstd-9
  refuses 2 "no engine zstd-9" "$firstbyte" profile --engine=zstd-9
  refuses 2 "squeeze" "$firstbyte" profile --operation=squeeze
  refuses 2 "4095" "$firstbyte" profile --cpu=4095
  refuses 2 "xml" "$firstbyte" profile --format=xml
  refuses 2 "--difference is one of stacks" "$firstbyte" profile --difference
  refuses 2 "prints one arm of one operation, not 4" "$firstbyte" profile --format=collapsed
  refuses 2 "prints two arms of one operation, not 1" "$firstbyte" profile --format=collapsed --difference --arms=patched --operation=compress
  refuses 2 "--loud" "$firstbyte" profile --loud
}

if sampling_is_forbidden; then
  echo "SKIPPED: $output"
  unset -f test_a_signal_ends_it_with_a_sentence test_conditions_come_first_and_tables_fit_a_terminal test_json_has_the_shape_that_others_build_on \
    test_collapsed_stacks_are_lines_of_frames_and_counts test_difference_has_two_counts test_agreement_with_a_file_of_phases
fi
run_tests
