#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The engines of kernel trees as a user sees them, in a build that has them. kernel_engines_test.sh FIRSTBYTE
. tools/shell_test.sh
firstbyte=$PWD/$1
unset BUILD_WORKING_DIRECTORY

test_engines_are_listed_with_where_they_came_from() {
  "$firstbyte" engines --format=json >"$scratch/engines.json"
  python3 - "$scratch/engines.json" <<'PY' || fail "not the engines that were expected"
import json, re, sys
with open(sys.argv[1]) as file:
    engines = json.load(file)["engines"]
assert [(e["name"], e["probe"]) for e in engines] == [
    (name, probe) for name in ("linux-6.1", "linux-6.12", "zstd-1.5.4") for probe in ("live", "cached")
], engines
for engine in engines[:4]:
    assert engine["source"].startswith("linux-source-" + engine["name"].removeprefix("linux-") + ".tar.xz ("), engine
    assert re.fullmatch("[0-9a-f]{64}", engine["source_sha256"]), engine
PY
}

test_phases_of_both_kernels() {
  local engine
  cd "$scratch"
  for engine in linux-6.1 linux-6.12; do
    "$firstbyte" phases --engine=$engine --repetitions=3 --blocks=4 --format=json >$engine.json 2>err || fail "phases of $engine: $(cat err)"
  done
  python3 - <<'PY' || fail "the phases are not those of the kernels"
import json
for engine, cctx in (("linux-6.1", 3312), ("linux-6.12", 5056)):
    with open(engine + ".json") as file:
        phases = json.load(file)
    assert phases["engine"] == engine
    for probe in (phases, phases["cached"]):
        rows = {row["phase"]: row for row in probe["rows"]}
        assert rows["cctx_zeroing"]["bytes"] == cctx and rows["table_clear"]["bytes"] == 49152, rows
        assert rows["bmi2_probe"]["cpuids"] == (2 if probe is phases else 0), rows
PY
}

# The mails' arms within each engine, and each arm of the second against that of the first.
test_run_of_two_engines() {
  cd "$scratch"
  "$firstbyte" run --engine=zstd-1.5.4,linux-6.12 --runs=2 --rounds=2 --ops=20 --out=results.json >out.md 2>err || fail "run: $(cat err)"
  python3 - <<'PY' || fail "not the arms of two engines"
import json
with open("results.json") as file:
    results = json.load(file)
arms = [(arm["operation"], arm["engine"], arm["name"]) for arm in results["arms"]]
kinds = ("baseline", "patched", "cached", "both", "floor", "A/A")
assert arms == [(o, e, k) for o in ("compress", "decompress") for e in ("zstd-1.5.4", "linux-6.12") for k in kinds], arms
assert len(results["context"]["engines"]) == 4
PY
  grep -q 'linux-6.12, deltas against the same arm of zstd-1.5.4:' out.md || fail "the engines are not compared: $(cat out.md)"
  run "$firstbyte" whatif --here=100 results.json
  expect_status 0
}

run_tests
