#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `calibrate` and what `gate` makes of it, as a user sees them: shape and counts, never times or rates. calibrate_test.sh FIRSTBYTE RESULTS
. tools/shell_test.sh
firstbyte=$PWD/$1 results=$PWD/$2
unset BUILD_WORKING_DIRECTORY

protocol=(--runs=6 --rounds=2 --ops=2 --seed=7)
small=(--experiments=2 "${protocol[@]}")

# edited SCRIPT: the calibration c.json after a Python script saw it as `c`.
edited() {
  python3 - "$1" <<'PY'
import json, sys
with open("c.json") as file:
    c = json.load(file)
exec(sys.argv[1])
json.dump(c, sys.stdout)
PY
}

test_a_whole_calibration() {
  cd "$scratch"
  run "$firstbyte" calibrate "${small[@]}" --out=c.json
  expect_status 0
  expect_output 'Environment: '
  expect_output '| compress wall '
  expect_output '2 A/A experiments of 6 runs x 2 rounds x 2 operations'
  expect_output 'Calibration: c.json'
  awk 'length > 80 { exit 1 }' <<<"$output" || fail "wider than 80 columns"
  [ ! -e c.json.journal ] || fail "the journal is still there"
  python3 - <<'PY' || fail "not what a calibration is"
import json
c = json.load(open("c.json"))
assert c["schema"] == "firstbyte-calibration/1" and c["experiments"] == 2
assert c["protocol"]["runs"] == 6 and c["protocol"]["rounds"] == 2 and c["protocol"]["operations"] == 2
assert c["protocol"]["seed"] == 7 and c["machine"]["cpu"] == c["protocol"]["cpu"]
assert [arm["name"] for arm in c["arms"]] == ["baseline", "A/A"] * 2
assert len(c["context"]["engines"]) == 1
assert {(row["operation"], row["clock"]) for row in c["rows"]} == {(o, k) for o in ("compress", "decompress") for k in ("wall", "cpu")}
for row in c["rows"]:
    assert row["experiments"] == 2 == len(row["p_values"]) == len(row["estimates_percent"]) == sum(row["p_histogram"])
    assert row["false_positives"] == sum(p < 0.05 for p in row["p_values"])
    assert row["state"] in ("not shown", "cannot hold"), "two experiments show nothing"
    for key, value in row.items():
        assert value is not None or row["null_reasons"][key], key
PY
}

test_json_goes_to_standard_output() {
  cd "$scratch"
  "$firstbyte" calibrate "${small[@]}" --out=c.json --format=json >out 2>err
  cmp out c.json || fail "stdout is not the calibration"
  grep -q 'Calibration: c.json' err || fail "stderr does not name it"
  # Progress is for terminals.
  ! grep -q 'experiment 1 of' err || fail "progress without a terminal"
}

count_experiments() { [ "$(grep -c '^experiment ' "$1" 2>/dev/null)" -ge "$2" ] 2>/dev/null; }

test_goes_on_after_an_interruption() {
  cd "$scratch"
  # The shell has its background jobs ignore SIGINT.
  env --default-signal=INT "$firstbyte" calibrate "${protocol[@]}" --experiments=400 --out=c.json >out 2>err &
  local pid=$!
  wait_until 60 count_experiments c.json.journal 2 || fail "no experiment was ever finished"
  kill -INT "$pid"
  status=0
  wait "$pid" || status=$?
  expect_status 130
  grep -q 'Every finished experiment is safe; continue with: firstbyte calibrate --resume c.json.journal' err || fail "$(cat err)"
  local before
  before=$(cat c.json.journal)
  printf 'experiment {"experiment":99,"torn' >>c.json.journal
  # So that the test ends soon: the plan is cut to one experiment more than there are.
  sed -i "1s/^calibration 400 /calibration $(($(grep -c '' <<<"$before"))) /" c.json.journal
  refuses 4 'unfinished measurement' "$firstbyte" calibrate "${small[@]}" --out=c.json
  run "$firstbyte" calibrate --resume c.json
  expect_status 0
  expect_output "$(grep -c '' <<<"$before") A/A experiments"
  [ ! -e c.json.journal ] || fail "the journal is still there"
  refuses 2 'is complete: there is nothing to resume' "$firstbyte" calibrate --resume c.json
}

test_usage() {
  cd "$scratch"
  refuses 2 '--experiments must be from 1 to' "$firstbyte" calibrate --experiments=0
  refuses 2 '--runs must be 6 at least, not 5' "$firstbyte" calibrate --runs=5
  refuses 2 'names that end so belong to unfinished measurements' "$firstbyte" calibrate "${small[@]}" --out=x.journal
  refuses 2 'name one' "$firstbyte" calibrate --engine=zstd-1.5.4,candidate
  refuses 2 'nosuch' "$firstbyte" calibrate --engine=nosuch
  refuses 2 'excludes' "$firstbyte" calibrate --resume=c.json --runs=6
  refuses 2 'Cannot read nothing.journal' "$firstbyte" calibrate --resume=nothing
  echo precious >taken.json
  refuses 2 'never overwritten' "$firstbyte" calibrate "${small[@]}" --out=taken.json
  expect_file taken.json precious
  run "$firstbyte" calibrate --help
  expect_output 'Example: firstbyte calibrate --out=calibration.json'
}

# The results of the README beside a calibration that is made to be of their machine.
as_of_the_results() {
  python3 - "$results" "$1" <<'PY'
import json, sys
c, r = json.load(open("c.json")), json.load(open(sys.argv[1]))
c["context"], c["protocol"]["cpu"] = r["context"], r["protocol"]["cpu"]
exec(sys.argv[2])
json.dump(c, sys.stdout)
PY
}

# A hundred experiments that found nothing, of a quiet machine; and two.
found_nothing='
for row in c["rows"]:
    row.update(p_values=[0.5] * n, estimates_percent=[0.0] * n, experiments=n, false_positives=0, rate=0.0, rate_interval=[0.0, 1 - 0.025 ** (1 / n)],
               levels=[dict(level, false_positives=0) for level in row["levels"]], p_histogram=[n * (i == 10) for i in range(20)],
               state="holds" if n > 44 else "not shown", deviation_percent=0.1, robust_deviation_percent=0.1)
c["experiments"] = n
'
quiet="n = 100$found_nothing" few="n = 2$found_nothing"

test_the_gate_arms_itself_or_not() {
  cd "$scratch"
  "$firstbyte" calibrate "${small[@]}" --out=c.json --format=json >/dev/null 2>&1
  as_of_the_results "$quiet" >quiet.json
  run "$firstbyte" gate --calibration=quiet.json "$results"
  expect_status 0
  expect_output 'calibration "quiet.json": false alarms at 5 %'
  mkdir policies
  cp quiet.json policies/
  echo '{"schema":"firstbyte-policy/1","calibration":"quiet.json"}' >policies/policy.json
  run "$firstbyte" gate --policy=policies/policy.json --format=json "$results"
  expect_status 0
  expect_output '"file": "policies/quiet.json"'
  expect_output '"armed": true'
  as_of_the_results "$few" >few.json
  run "$firstbyte" gate --calibration=few.json "$results"
  expect_status 4
  expect_output 'is of too few experiments to show anything'
  as_of_the_results "$quiet"'c["context"]["platform"] = "elsewhere"' >elsewhere.json
  run "$firstbyte" gate --policy=policies/policy.json --calibration=elsewhere.json --junit=gate.xml "$results"
  expect_status 4
  expect_output '### Invalid'
  expect_output 'is of another machine, the hypervisor is "elsewhere" there'
  grep -q '<property name="calibration"' gate.xml || fail "the JUnit XML does not say it"
  run "$firstbyte" gate "$results"
  expect_status 0
  expect_output 'no calibration was named'
}

test_the_gate_refuses_what_is_no_calibration() {
  cd "$scratch"
  "$firstbyte" calibrate "${small[@]}" --out=c.json --format=json >/dev/null 2>&1
  head -c 1000 c.json >cut.json
  refuses 4 'cut off' "$firstbyte" gate --calibration=cut.json "$results"
  edited 'c["rows"][0]["false_positives"] = 17' >impossible.json
  refuses 4 'says 17 false positives' "$firstbyte" gate --calibration=impossible.json "$results"
  refuses 4 'is no calibration' "$firstbyte" gate --calibration="$results" "$results"
  refuses 2 'Cannot read nothing' "$firstbyte" gate --calibration=nothing "$results"
  refuses 2 '--calibration is about times' "$firstbyte" gate --calibration=c.json --counts=counts.json
  refuses 2 'never overwritten' "$firstbyte" gate --out=c.json "$results"
}

run_tests
