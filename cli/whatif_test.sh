#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `whatif` over results that were just measured and over the published tables, as a user sees it. whatif_test.sh FIRSTBYTE
. tools/shell_test.sh
firstbyte=$PWD/$1
unset BUILD_WORKING_DIRECTORY

measure() { "$firstbyte" run --runs="$1" --rounds=2 --ops=5 --arms="$2" --out="$scratch/a.json" >/dev/null; }

# Fits into any request, on any machine.
write_cost() {
  printf '{"schema":"firstbyte-cpuid-cost/1","verdict":"trapped","leaves":[{"leaf":0,"subleaf":0,"median_ns":1},{"leaf":7,"subleaf":0,"median_ns":2}]}'
}

# Exactly the measurement at its own cost, more with every nanosecond, intervals as wide as they were.
test_holds_what_the_model_promises() {
  cd "$scratch"
  measure 6 baseline,patched,cached,A/A
  "$firstbyte" report --format=json a.json >report.json
  "$firstbyte" whatif --here=1.5 --exit-cost=0,2050,100 --format=json a.json >whatif.json
  python3 - <<'PY' || fail "the forecast is not what the model says"
import json
report, whatif = json.load(open("report.json")), json.load(open("whatif.json"))
measured = {(g["operation"], r["arm"]): r for g in report["groups"] for r in g["rows"]}
rows = [(g["operation"], r) for g in whatif["groups"] for r in g["rows"]]
assert whatif["schema"] == "firstbyte-whatif/1"
assert [(o, r["arm"], r["cpuids"]) for o, r in rows] == [
    (o, a, n) for o in ("compress", "decompress") for a, n in (("baseline", 4), ("patched", 2), ("cached", 0))]
for operation, row in rows:
    forecasts = row["forecasts"]
    assert [f["cpuid_ns"] for f in forecasts] == [0, 1.5, 100, 2050]
    assert [f["measured"] for f in forecasts] == [False, True, False, False]
    own, here = measured[operation, row["arm"]], forecasts[1]
    assert here["time_ns"] == own["median_ns"]
    assert here["delta_ns"] == own["delta_ns"]
    assert here["delta_percent"] == own["delta_percent"]
    assert here["delta_interval_ns"] == own["interval_ns"]
    for f in forecasts:
        assert abs(f["time_ns"] - here["time_ns"] - row["cpuids"] * (f["cpuid_ns"] - 1.5)) < 1e-6
        for end in (0, 1):
            moved = f["time_interval_ns"][end] - here["time_interval_ns"][end]
            assert abs(moved - (f["time_ns"] - here["time_ns"])) < 1e-6
    times = [f["time_ns"] for f in forecasts]
    assert times == sorted(times) and (row["cpuids"] == 0 or len(set(times)) == len(times))
assert len(whatif["implied"]) == 2
PY
}

test_tables_and_the_file_of_a_cost() {
  cd "$scratch"
  measure 1 baseline,patched
  write_cost >cost.json
  run "$firstbyte" whatif --here=cost.json a.json
  expect_status 0
  expect_output "N x 1.5 + N x c"
  expect_output "|  1.5 here "
  expect_output "|  2,050 "
  expect_output "1 run cannot give a 95 % interval"
  run "$firstbyte" whatif --here=cost.json --exit-cost=7 --clock=cpu a.json
  expect_status 0
  expect_output "|  7 "
  expect_no_output "|  2,050 "
  expect_output "CLOCK_THREAD_CPUTIME_ID"
}

test_published_tables() {
  run "$firstbyte" whatif --published
  expect_status 0
  expect_output "|  decompress, N = 0 | 625.5 | decompress |  1,014 |     963 |    51 | 5.3% |"
  ! grep -E '.{81}' <<<"$output" || fail "more than 80 columns"
  "$firstbyte" whatif --published --format=json | python3 -c 'import json, sys
assert len(json.load(sys.stdin)["tables"]) == 2'
}

test_refusals() {
  cd "$scratch"
  measure 1 baseline,patched
  refuses 2 "add --here=NS" "$firstbyte" whatif a.json
  refuses 2 "needs a results file" "$firstbyte" whatif
  refuses 2 "leave out the results file" "$firstbyte" whatif --published a.json
  refuses 2 "leave out the results file" "$firstbyte" whatif --published --here=1
  refuses 2 "leave out the results file" "$firstbyte" whatif --published --exit-cost=1
  local cost
  for cost in many -1 1e9 nan inf 1,2,x 0x10 '1;2'; do
    refuses 2 "is no cost in nanoseconds" "$firstbyte" whatif --here=1 --exit-cost="$cost" a.json
  done
  for cost in -1 1e9 nan inf; do refuses 2 "is no cost" "$firstbyte" whatif --here="$cost" a.json; done
  refuses 4 "do not fit into" "$firstbyte" whatif --here=900000000 a.json
  refuses 2 "--here= has no value" "$firstbyte" whatif --here= a.json
  refuses 2 "Cannot read nothing.json" "$firstbyte" whatif --here=1 nothing.json
  refuses 2 "Cannot read nothing.json" "$firstbyte" whatif --here=nothing.json a.json
  refuses 4 "is no cost measurement" "$firstbyte" whatif --here=a.json a.json
  write_cost | sed 's/"leaf":7/"leaf":13/' >cost.json
  refuses 4 "does not have leaves 0 and 7" "$firstbyte" whatif --here=cost.json a.json
  refuses 2 "--format" "$firstbyte" whatif --here=1 --format=mail a.json
  measure_cached_too
}

# What the refusal can say already.
measure_cached_too() {
  rm a.json
  measure 1 baseline,cached
  refuses 2 "what the arm cached saves per CPUID: compress" "$firstbyte" whatif a.json
}

run_tests
