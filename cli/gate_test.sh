#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `gate` and `compare` as CI meets them: exit statuses, and that every output is what its readers expect. gate_test.sh FIRSTBYTE RESULTS
. tools/shell_test.sh
firstbyte=$PWD/$1 results=$PWD/$2
unset BUILD_WORKING_DIRECTORY

# edited SCRIPT: the results after a Python script saw them as `r`; slow() of it multiplies the times of an arm.
edited() {
  python3 - "$results" "$1" <<'PY'
import json, sys
with open(sys.argv[1]) as file:
    r = json.load(file)
def slow(name, factor):
    for run in r["runs"]:
        for round in run["rounds"]:
            for sample in round["samples"]:
                if r["arms"][sample["arm"]]["name"] == name:
                    sample["wall_ns"] = int(sample["wall_ns"] * factor)
                    sample["cpu_ns"] = int(sample["cpu_ns"] * factor)
exec(sys.argv[2])
json.dump(r, sys.stdout)
PY
}

test_passes_and_says_so() {
  cd "$scratch"
  run "$firstbyte" gate "$results"
  expect_status 0
  expect_output '### Improved'
  expect_output '| compress patched '
  awk 'length > 80 { exit 1 }' <<<"$output" || fail "wider than 80 columns"
}

test_a_regression_is_exit_status_1() {
  cd "$scratch"
  edited 'slow("patched", 2)' >slow.json
  run "$firstbyte" gate --junit=gate.xml slow.json
  expect_status 1
  expect_output '### Regressed'
  expect_output 'firstbyte gate: regressed: 2 of 8 rows regressed.'
  python3 - <<'PY' || fail "the JUnit XML does not say what failed"
import xml.etree.ElementTree as xml
suite = xml.parse("gate.xml").getroot().find("testsuite")
assert suite.get("failures") == "2" and suite.get("errors") == "0" and suite.get("tests") == "8"
assert [case.get("name").split(":")[0] for case in suite if case.find("failure") is not None] == ["compress patched", "decompress patched"]
PY
}

test_a_margin_that_cannot_be_held_is_exit_status_3() {
  cd "$scratch"
  echo '{"schema":"firstbyte-policy/1","margins_percent":{"compress":50,"decompress":90},"arms":["patched"],"looks":[{"runs":12,"alpha":0.01},{"runs":40,"alpha":0.04}]}' >wide.json
  run "$firstbyte" gate --policy=wide.json "$results"
  expect_status 0
  expect_output '### Equivalent'
  sed 's/"compress":50/"compress":22.8/' wide.json >near.json
  run "$firstbyte" gate --policy=near.json "$results"
  expect_status 3
  expect_output 'go on to 40 runs, the next planned look'
  expect_output "firstbyte run --extend=$results --runs=40"
}

test_what_cannot_be_judged_is_exit_status_4() {
  cd "$scratch"
  edited 'r["context"]["accel"] = "tcg"' >emulated.json
  run "$firstbyte" gate --format=json emulated.json
  expect_status 4
  expect_output '"verdict": "invalid"'
  expect_output 'emulated'
  edited 'slow("A/A", 1.2)' >control.json
  run "$firstbyte" gate control.json
  expect_status 4
  expect_output 'FAILED'
  echo '{"schema":"firstbyte-policy/1","looks":[{"runs":24,"alpha":0.05}]}' >later.json
  run "$firstbyte" gate --policy=later.json "$results"
  expect_status 4
  expect_output 'plans to look after 24 runs, and these results have 12'
  echo '{"schema":"firstbyte-policy/1","margins":{}}' >typo.json
  refuses 4 'nobody knows the key "margins"' "$firstbyte" gate --policy=typo.json "$results"
  head -c 1000 "$results" >cut.json
  refuses 4 'cut off' "$firstbyte" gate cut.json
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

test_usage() {
  cd "$scratch"
  refuses 2 'Cannot read nothing' "$firstbyte" gate nothing
  refuses 2 'Cannot read nothing' "$firstbyte" gate --policy=nothing "$results"
  refuses 2 'not in' "$firstbyte" gate --format=xml "$results"
  cp "$results" precious.json
  refuses 2 'never overwritten' "$firstbyte" gate --out=precious.json "$results"
  refuses 2 'never overwritten' "$firstbyte" gate --junit=precious.json "$results"
}

test_compares_in_words() {
  cd "$scratch"
  run "$firstbyte" compare "$results"
  expect_status 0
  expect_output 'compress patched, against baseline, takes '
  run "$firstbyte" compare "$results" "$results"
  expect_status 0
  [[ $(tr -s '\n ' ' ' <<<"$output") == *'were measured one after the other'* ]] || fail "no caveat"
  [[ $(tr -s '\n ' ' ' <<<"$output") == *'shows no difference'* ]] || fail "no words for no difference"
  awk 'length > 80 { exit 1 }' <<<"$output" || fail "wider than 80 columns"
  "$firstbyte" compare --format=json "$results" "$results" | python3 -c 'import json, sys; comparison = json.load(sys.stdin)
assert comparison["groups"] and "one after the other" in comparison["warnings"][0]["sentence"]' || fail "no JSON, or no caveat"
  edited 'r["context"]["machine_id"] = "0" * 64' >elsewhere.json
  refuses 4 'not of the same machines' "$firstbyte" compare "$results" elsewhere.json
}

run_tests
