#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `gate` and `compare` as CI meets them: exit statuses, and that every output is what its readers expect. gate_test.sh FIRSTBYTE RESULTS
. tools/shell_test.sh
firstbyte=$PWD/$1 results=$PWD/$2
unset BUILD_WORKING_DIRECTORY
. cli/edited_results.sh

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

test_an_arm_that_was_not_measured_is_not_left_out() {
  cd "$scratch"
  edited 'r["arms"] = [dict(arm, name="other") if arm["name"] == "patched" else arm for arm in r["arms"]]' >without.json
  echo '{"schema":"firstbyte-policy/1","arms":["cached","patched"]}' >arms.json
  run "$firstbyte" gate --policy=arms.json "$results"
  expect_status 0
  run "$firstbyte" gate --policy=arms.json without.json
  expect_status 4
  [[ $(tr -s '\n ' ' ' <<<"$output") == *'There is no row of compress patched, decompress patched, which the policy names'* ]] || fail "the arm is not named"
}

test_the_summary_says_what_the_report_warns_of() {
  cd "$scratch"
  edited 'process = dict(r["runs"][2]["processes"][0])
process["changed_conditions"] = [{"name": "governor", "value": "powersave", "verdict": "warning", "reason": "Slow."}]
r["runs"][2]["processes"].append(process)' >resumed.json
  run "$firstbyte" gate resumed.json
  expect_status 0
  expect_output '- 1 of 12 runs were interrupted and resumed in another process.'
  expect_output 'under other conditions'
  awk 'length > 80 { exit 1 }' <<<"$output" || fail "wider than 80 columns"
  "$firstbyte" gate --format=json resumed.json | python3 -c 'import json, sys; warnings = json.load(sys.stdin)["warnings"]
assert any("resumed in another process" in w["sentence"] and not w["serious"] for w in warnings), warnings' || fail "the JSON does not have it"
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
