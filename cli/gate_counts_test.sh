#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `gate` where it is given times and counts: what the two come to, what becomes of one where the other cannot be used, and what no output replaces.
# gate_counts_test.sh FIRSTBYTE RESULTS
. tools/shell_test.sh
firstbyte=$PWD/$1 results=$PWD/$2
unset BUILD_WORKING_DIRECTORY
. cli/edited_results.sh

# verdict_is WORD STATUS FILE: the document's verdict and the exit status say the same.
verdict_is() {
  expect_status "$2"
  [ "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["verdict"])' "$3")" = "$1" ] || fail "the verdict is not $1"
}

# Sizes alone, which need no QEMU, are enough to see how the two gates come together.
test_exact_counts_beside_times() {
  cd "$scratch"
  PATH=$scratch/nothing "$firstbyte" count --format=json >counts.json
  sed -E '0,/"bytes": [0-9]+/s//"bytes": 1/' counts.json >fewer.json
  run "$firstbyte" gate --junit=both.xml --counts=counts.json --expected=counts.json "$results"
  expect_status 0
  expect_output '### Improved'
  expect_output '### Exact counts: the same'
  grep -c '<testsuite ' both.xml | grep -qx 2 || fail "expected a suite of each gate"
  edited 'r["context"]["accel"] = "tcg"' >emulated.json
  run "$firstbyte" gate --counts=counts.json --expected=fewer.json emulated.json
  expect_status 1
  run "$firstbyte" gate --format=json --counts=counts.json --expected=counts.json emulated.json
  expect_status 4
  expect_output '"verdict": "invalid"'
  expect_output '"exact": {'
}

# Before times are measured for it.
test_a_policy_whose_calibration_cannot_be_read_is_refused_with_counts_alone() {
  cd "$scratch"
  PATH=$scratch/nothing "$firstbyte" count --format=json >counts.json
  echo '{"schema":"firstbyte-policy/1","calibration":"nowhere.json"}' >policy.json
  refuses 2 'nowhere.json' "$firstbyte" gate --policy=policy.json --counts=counts.json --expected=counts.json
  echo '{"schema":' >nowhere.json
  refuses 4 'nowhere.json' "$firstbyte" gate --policy=policy.json --counts=counts.json --expected=counts.json
}

test_the_verdict_at_the_top_is_the_exit_status() {
  cd "$scratch"
  PATH=$scratch/nothing "$firstbyte" count --format=json >counts.json
  sed -E '0,/"bytes": [0-9]+/s//"bytes": 1/' counts.json >fewer.json
  echo '{"schema":"firstbyte-policy/1","margins_percent":{"compress":22.8,"decompress":90},"arms":["patched"],"looks":[{"runs":12,"alpha":0.01},{"runs":40,"alpha":0.04}]}' >near.json
  edited 'r["context"]["accel"] = "tcg"' >emulated.json
  local json=(--format=json --out=gate.json)
  run "$firstbyte" gate "${json[@]}" --counts=counts.json --expected=counts.json "$results"
  verdict_is improved 0 gate.json
  run "$firstbyte" gate "${json[@]}" --counts=counts.json --expected=fewer.json "$results"
  verdict_is regressed 1 gate.json
  run "$firstbyte" gate "${json[@]}" --policy=near.json --counts=counts.json --expected=counts.json "$results"
  verdict_is inconclusive 3 gate.json
  expect_output 'Measure on with'
  run "$firstbyte" gate "${json[@]}" --policy=near.json --counts=counts.json --expected=fewer.json "$results"
  verdict_is regressed 1 gate.json
  expect_no_output 'Measure on with'
  python3 -c 'import json; gate = json.load(open("gate.json"))
assert gate["times"]["verdict"] == "inconclusive" and gate["next_look_runs"] is None and "rose" in gate["null_reasons"]["next_look_runs"], gate' || fail "not both parts"
  run "$firstbyte" gate "${json[@]}" --counts=counts.json --expected=fewer.json emulated.json
  verdict_is regressed 1 gate.json
  run "$firstbyte" gate "${json[@]}" --counts=counts.json emulated.json
  verdict_is invalid 4 gate.json
  run "$firstbyte" gate "${json[@]}" --counts=counts.json --expected=fewer.json
  verdict_is regressed 1 gate.json
}

# One that cannot be trusted does not hide what the other shows.
test_a_regression_of_either_is_seen_whatever_became_of_the_other() {
  cd "$scratch"
  PATH=$scratch/nothing "$firstbyte" count --format=json >counts.json
  sed -E '0,/"bytes": [0-9]+/s//"bytes": 1/' counts.json >fewer.json
  head -c 1000 "$results" >cut.json
  head -c 1000 counts.json >cut-counts.json
  edited 'slow("patched", 2)' >slow.json
  run "$firstbyte" gate --junit=gate.xml --counts=counts.json --expected=fewer.json cut.json
  expect_status 1
  expect_output '### Invalid'
  expect_output 'firstbyte gate: invalid: cut.json is cut off'
  expect_output 'firstbyte gate: regressed: 1 of the counts'
  python3 - <<'PY' || fail "the JUnit XML does not have both"
import xml.etree.ElementTree as xml
times, exact = xml.parse("gate.xml").getroot().findall("testsuite")
assert times.get("errors") == "1" and exact.get("failures") == "1"
assert "cut off" in times.find("testcase/error").get("message")
PY
  run "$firstbyte" gate --format=json --out=gate.json --counts=counts.json --expected=counts.json cut.json
  verdict_is invalid 4 gate.json
  run "$firstbyte" gate --format=json --out=gate.json --counts=cut-counts.json --expected=counts.json slow.json
  verdict_is regressed 1 gate.json
  expect_output 'cut-counts.json is cut off'
  run "$firstbyte" gate --counts=counts.json --expected=cut-counts.json slow.json
  expect_status 1
  refuses 4 'cut off' "$firstbyte" gate --counts=cut-counts.json cut.json
  refuses 2 'Cannot read nothing' "$firstbyte" gate --counts=counts.json --expected=fewer.json nothing
  refuses 2 'Cannot read nothing' "$firstbyte" gate --counts=nothing slow.json
}

test_counts_that_the_policy_requires_must_be_named() {
  cd "$scratch"
  echo '{"schema":"firstbyte-policy/1","exact":"required"}' >required.json
  local format
  for format in markdown json junit; do
    run "$firstbyte" gate --policy=required.json --format=$format --out=gate.$format "$results"
    expect_status 4
    expect_output 'firstbyte gate: invalid: The policy requires exact counts, and none were named'
    tr -s '\n ' ' ' <gate.$format | grep -q 'The policy requires exact counts, and none were named' || fail "$format does not say so"
  done
  grep -q '"verdict": "invalid"' gate.json || fail "the JSON does not say it"
  edited 'slow("patched", 2)' >slow.json
  run "$firstbyte" gate --policy=required.json slow.json
  expect_status 1
}

test_inputs_and_measurements_are_never_overwritten() {
  cd "$scratch"
  PATH=$scratch/nothing "$firstbyte" count --format=json >now.json
  cp now.json recorded.json
  echo '{"schema":"firstbyte-policy/1"}' >policy.json
  cp policy.json kept.json
  ln policy.json hard.json && ln -s policy.json soft.json
  local gate=("$firstbyte" gate --policy=policy.json --counts=now.json --expected=recorded.json) option name
  for option in --out --junit; do
    refuses 2 'now.json holds a measurement, which is never overwritten' "${gate[@]}" $option=now.json
    for name in policy.json ./policy.json hard.json soft.json; do refuses 2 "$option $name is read as well" "${gate[@]}" $option=$name; done
  done
  refuses 2 '--out and --junit are one file, ./gate.out; name two' "${gate[@]}" --out=gate.out --junit=./gate.out
  [ ! -e gate.out ] || fail "written all the same"
  cmp policy.json kept.json && cmp now.json recorded.json || fail "overwritten"
  run "${gate[@]}" --out=/dev/null --junit=/dev/null
  expect_status 0
  # Keys sorted, as jq -S does: the schema stands behind all runs.
  python3 -c 'import json, sys; json.dump(json.load(open(sys.argv[1])), sys.stdout, sort_keys=True)' "$results" >sorted.json
  refuses 2 'sorted.json holds a measurement' "${gate[@]}" --out=sorted.json
  echo '{"schema": "firstbyte-profile/1", "arms": []}' >profile.json
  refuses 2 'profile.json holds a measurement' "${gate[@]}" --out=profile.json
  run "${gate[@]}" --format=json --out=gate.json
  run "${gate[@]}" --format=json --out=gate.json
  expect_status 0
}

run_tests
