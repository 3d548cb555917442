#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# jq reads every JSON that the program writes, whole and as a stream, and finds in it what the pages in docs/ say. jq_test.sh FIRSTBYTE RESULTS
. tools/shell_test.sh
firstbyte=$PWD/$1 results=$PWD/$2
unset BUILD_WORKING_DIRECTORY
. cli/readers/jq_reads.sh

# What the checks would say of what they are for.
test_the_checks_themselves() {
  cd "$scratch"
  local text
  for text in '{"a":NaN}' '{"a":[1,{"b":Infinity}]}' '{"a":-Infinity}' '{"a":1e999}' '{"a":1,"a":2}' '{"a":1' '{"a":1}{"a":2}' "{'a':1}" '{"a":1,}'; do
    printf '%s' "$text" >wrong.json
    ! (reads wrong.json '.a') >/dev/null 2>&1 || fail "accepted: $text"
  done
  echo '{"a":1,"b":{"a":null}}' >right.json
  reads right.json '.a == 1'
  ! (reads right.json '.a == 2') >/dev/null 2>&1 || fail "a filter that is not true was taken for true"
}

test_results_and_what_is_made_of_them() {
  cd "$scratch"
  "$firstbyte" run --runs=6 --rounds=2 --ops=20 --format=json --out=run.json >shown.json 2>/dev/null
  reads run.json '.schema == "firstbyte/1" and (.runs | length) == 6 and ([.runs[].rounds[].samples[].wall_ns] | min) > 0'
  reads run.json '. as $r | all(.runs[].rounds[].samples[] | to_entries[]; .value != null or $r.not_measured[.key] != null)'
  reads shown.json '[.groups[].operation] == ["compress", "decompress"] and all(.groups[].rows[]; .median_ns > 0)'
  "$firstbyte" report --format=json --out=report.json run.json
  cmp shown.json report.json || fail "run and report differ"
  local clock
  for clock in wall cpu; do
    "$firstbyte" report --format=json --clock=$clock "$results" >report.json
    reads report.json 'all(.groups[].rows[]; . as $row | all(to_entries[]; .value != null or $row.null_reasons[.key] != null))'
    reads report.json '[.groups[].rows[] | select(.arm == "patched") | .verdict] == ["faster", "faster"]'
  done
  "$firstbyte" compare --format=json "$results" "$results" >compare.json
  reads compare.json '.warnings[0].serious != null and ([.groups[].rows[] | .delta_percent] | all(. == 0))'
  "$firstbyte" report --format=google "$results" >google.json
  reads google.json '[.benchmarks[] | select(.run_type == "iteration") | .real_time] | length == 144 and min > 0'
  "$firstbyte" whatif --here=3900 --format=json "$results" >whatif.json
  reads whatif.json '.schema == "firstbyte-whatif/1" and (.groups[0].rows[0].forecasts | length) > 0'
  "$firstbyte" whatif --published --format=json >published.json
  reads published.json '.schema != null'
  "$firstbyte" published --format=json >published.json
  reads published.json '[.tables[].groups[].rows[].derived[] | select(.follows == false) | .printed, .computed] == ["9.8%", "9.7%"]'
}

# Results in which there is nothing to divide by and nothing to take a logarithm of a second time.
test_results_without_spread() {
  cd "$scratch"
  jq '.runs[].rounds[].samples[] |= (.wall_ns = 1000000 | .cpu_ns = 1000000)' "$results" >same.json
  jq '.runs |= [.[0] | .rounds |= [.[0]]] | .protocol.runs = 1 | .protocol.rounds = 1' "$results" >one.json
  local file
  for file in same one; do
    "$firstbyte" report --format=json $file.json >report.json
    reads report.json 'all(.groups[].rows[]; .median_ns > 0)'
    "$firstbyte" report --format=google $file.json >google.json
    reads google.json '.benchmarks | length > 0'
    "$firstbyte" gate --format=json $file.json >gate.json 2>/dev/null || true
    reads gate.json '.verdict == "invalid" or .verdict == "equivalent"'
    "$firstbyte" whatif --here=1 --format=json $file.json >whatif.json
    reads whatif.json '.groups | length > 0'
  done
}

test_gates_and_counts() {
  cd "$scratch"
  "$firstbyte" gate --format=json "$results" >gate.json
  reads gate.json '.verdict == "improved" and all(.rows[]; .interval_percent[0] <= .change_percent and .change_percent <= .interval_percent[1])'
  PATH=$scratch/nothing "$firstbyte" count --format=json >counts.json
  reads counts.json '.schema == "firstbyte-counts/1" and (.sizes | length) == 6 and all(.sizes[]; .bytes > 0)'
  "$firstbyte" gate --format=json --counts=counts.json --expected=counts.json "$results" >both.json
  reads both.json '.exact.verdict == "equivalent" and .verdict == "improved"'
  "$firstbyte" gate --format=json --counts=counts.json --expected=counts.json >exact.json
  reads exact.json '.rows == [] and .exact.differences == []'
}

test_phases() {
  cd "$scratch"
  "$firstbyte" phases --repetitions=3 --blocks=4 --format=json >phases.json 2>/dev/null
  reads phases.json '.schema == "firstbyte-phases/1" and (.rows | map(.phase) | index("bmi2_probe")) != null'
  "$firstbyte" report --format=json phases.json >again.json
  cmp <(jq -S . phases.json) <(jq -S . again.json) || fail "a report of phases is not what was measured"
  reads again.json '.rows | length > 0'
}

test_the_machine() {
  cd "$scratch"
  "$firstbyte" env --format=json >env.json
  reads env.json '[.. | objects | select(.name == "cpu model")] | length == 1'
  "$firstbyte" engines --format=json >engines.json
  reads engines.json '[.. | objects | select(.name == "zstd-1.5.4")] | length > 0'
  "$firstbyte" cpuid cost --samples=50 --batches=2 --batch-size=5 --format=json >cost.json
  reads cost.json '.schema == "firstbyte-cpuid-cost/1" and all(.leaves[]; .median_ns > 0)'
  "$firstbyte" cpuid identify --format=json >identify.json
  reads identify.json 'type == "object"'
  "$firstbyte" cpuid scan --format=json /bin/true >scan.json
  reads scan.json '.files[0].path == "/bin/true" and (.files[0].sites | type) == "array"'
}

run_tests
