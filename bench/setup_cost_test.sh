#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# setup_cost as a user sees it, for so short a time that its numbers say nothing. setup_cost_test.sh SETUP_COST DENIES_PTRACE
. tools/shell_test.sh
setup_cost=$PWD/$1
denies_ptrace=$PWD/$2
engines=$PWD/engine
unset BUILD_WORKING_DIRECTORY
short=--benchmark_min_time=0.001

# strict FILE...: JSON of Google Benchmark, which holds no NaN; a Python expression over it, d, is read from standard input.
strict() {
  python3 -c '
import json, sys
def refuse(word): raise ValueError(f"{word} is no JSON")
check = sys.stdin.read()
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        d = json.load(file, parse_constant=refuse)
    rows = {b["name"]: b for b in d["benchmarks"]}
    exec(check)
' "$@" || fail "not as it should be: $*"
}

test_all_benchmarks_have_counters_that_were_counted() {
  cd "$scratch"
  # Two repetitions: of those the library computes aggregates, and divides by 0.
  "$setup_cost" $short --benchmark_repetitions=2 --benchmark_format=json --benchmark_out=file.json >shown.json 2>err
  strict shown.json file.json <<'PY'
live = {"EmptyCall": 0, "CwkspLayout": 0, "CCtxZeroing": 0, "Bmi2Probe": 2, "Reset": 0, "Pledge": 0, "ParameterReplay": 0, "PartsInOrder": 2,
        "InitCStream": 2, "InitCCtx": 2, "InitDStream": 2, "InitDCtx": 2, "TableClear": 0, "CompressBody": 0, "DecompressBody": 0,
        "CompressBaseline": 4, "CompressPatched": 2, "DecompressBaseline": 4, "DecompressPatched": 2}
expected = {f"BM_{operation}/zstd-1.5.4/{probe}": cpuids if probe == "live" else 0 for operation, cpuids in live.items() for probe in ("live", "cached")}
iterations = [b for b in d["benchmarks"] if b["run_type"] == "iteration"]
assert {b["name"] for b in iterations} == set(expected) and len(iterations) == 2 * len(expected)
assert set(rows) == set(expected) | {f"{name}_{a}" for name in expected for a in ("mean", "median", "stddev", "cv")}
assert not any(b.get("error_occurred") for b in d["benchmarks"])
for b in iterations:
    if "cpuids_not_counted" in d["context"]:
        assert "cpuids" not in b, b
    else:
        assert b["cpuids"] == expected[b["name"]], b
    hardware = [key for key in ("cycles", "instructions", "branches", "branch_misses") if key in b]
    assert len(hardware) == 4 or d["context"]["counters_not_measured"], b
    assert all(b[key] > 0 for key in hardware if key != "branch_misses"), b
PY
  local key
  for key in counters_not_measured cpuids_not_counted; do
    [ "$(grep -c "$key" err)" = "$(grep -c "\"$key\"" shown.json)" ] || fail "$key is said once in either place, or nowhere"
  done
}

test_the_context_says_what_was_measured_where() {
  cd "$scratch"
  "$setup_cost" $short --benchmark_filter=BM_Pledge --benchmark_format=json --cpu="$(taskset -cp $$ | sed 's/.*[ ,-]//')" >out.json 2>err
  strict out.json <<'PY'
context = d["context"]
assert context["library_build_type"] == "release"
for key in ("firstbyte_version", "platform", "accel", "pages", "level", "env_compiler", "env_cpu_model", "engine_zstd-1.5.4_live_flags"):
    assert context[key], key
assert context["pinned_to_cpu"].endswith(" (--cpu)")
for key in ("engine_zstd-1.5.4_source_sha256", "engine_zstd-1.5.4_live_object_sha256", "engine_zstd-1.5.4_cached_object_sha256"):
    assert len(context[key]) == 64, key
PY
}

# Each machine without a PMU: once, however the output is shown.
test_a_missing_pmu_is_said_once() {
  cd "$scratch"
  local format
  for format in console csv json; do
    "$setup_cost" $short --benchmark_filter=BM_Reset --benchmark_format=$format >out 2>err
    if ! grep -q 'counters_not_measured' err; then
      [ "$format" = json ] || grep -q 'cycles' out || fail "neither cycles nor a reason"
    else
      [ "$(grep -c 'counters_not_measured' err)" = 1 ] || fail "said more than once"
      ! grep -qE '\b(cycles|instructions|branches|branch_misses)=' out || fail "a number that was not counted"
    fi
  done
}

test_numbers_that_nobody_got_are_no_success() {
  cd "$scratch"
  run bash -c '"$@" >/dev/full' - "$setup_cost" $short --benchmark_filter=BM_Reset
  expect_status 4
  expect_output "setup_cost: Cannot write to standard output."
}

test_without_ptrace_there_are_no_cpuids_but_a_reason() {
  cd "$scratch"
  "$denies_ptrace" "$setup_cost" $short --benchmark_filter=BM_Bmi2Probe --benchmark_format=json >out.json 2>err
  strict out.json <<'PY'
assert "may not trace others" in d["context"]["cpuids_not_counted"]
assert len(rows) == 2 and not any("cpuids" in b for b in rows.values()), rows
PY
  [ "$(grep -c 'cpuids_not_counted: This process may not trace others' err)" = 1 ] || fail "the reason is not said once"
  "$denies_ptrace" "$setup_cost" $short --benchmark_filter=BM_Bmi2Probe >out 2>err
  [ "$(cat out err | grep -c 'may not trace others')" = 1 ] || fail "the reason is not said once"
  ! grep -q 'cpuids=' out || fail "a count that was not counted"
}

# A build with other engines beside the known one.
test_engines_whose_phases_are_not_known_are_left_out_with_a_sentence() {
  local there=$scratch/runfiles/firstbyte/engine
  mkdir -p "$there"
  cp "$engines"/zstd-1.5.4.*.so "$there"
  cp "$engines/zstd-1.5.4.live.so" "$there/another.live.so"
  TEST_SRCDIR=$scratch/runfiles run "$setup_cost" $short --benchmark_filter=BM_Pledge
  expect_status 0
  expect_output "setup_cost: left out: Engine"
  expect_output "BM_Pledge/zstd-1.5.4/cached"
  rm "$there"/*.phases.so "$there/another.live.so"
  TEST_SRCDIR=$scratch/runfiles run "$setup_cost"
  expect_status 4
  expect_output "this build has no"
  expect_output "There is no engine whose phases can be timed."
}

test_help_has_an_example() {
  run "$setup_cost" --help
  expect_status 0
  expect_output "compare.py benchmarks old.json new.json"
  expect_output "--cpu=N"
  expect_output "--benchmark_repetitions"
  awk 'length > 80 { exit 1 }' <<<"$output" || fail "wider than 80 columns"
}

test_usage_errors() {
  refuses 2 "There is no flag --loud; see --help." "$setup_cost" --loud
  refuses 2 "--cpu=two does not name a CPU" "$setup_cost" --cpu=two
  refuses 2 "4095" "$setup_cost" --cpu=4095
  refuses 2 "There is no benchmark BM_No/zstd-1.5.4/live." "$setup_cost" run-operations BM_No/zstd-1.5.4/live 1
  refuses 2 "-1 is not a number of operations." "$setup_cost" run-operations BM_Reset/zstd-1.5.4/live -1
  run "$setup_cost" --benchmark_filter=nothing_has_this_name
  expect_status 2
  expect_output "no benchmark has such a name"
}

run_tests
