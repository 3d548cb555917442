#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The microbenchmark of the cached probes runs, and carries counted CPUIDs or the reason why not. cached_probe_benchmark_test.sh BENCHMARK
set -eu
"$1" --benchmark_min_time=0.001 --benchmark_format=json >"$TEST_TMPDIR/out.json"
python3 - "$TEST_TMPDIR/out.json" <<'PY'
import json, sys
out = json.load(open(sys.argv[1]))
assert out["context"]["library_build_type"] == "release", "the library announces itself as a debug build"
rows = {b["name"]: b for b in out["benchmarks"]}
names = list(rows)
assert names[:6] == ["empty_call", "uncached", "guarded-static", "atomic-static", "constructor", "builtin"], names
assert set(names[6:]) <= {"ifunc", "glibc"}, names
counters = ["cpuids_at_start", "cpuids_first_use", "cpuids_per_use"]
assert not any(c in rows["empty_call"] for c in counters), "nothing is counted there"
for name in names[1:]:
    row = rows[name]
    if row.get("label", "").startswith("no counts: "):
        assert not any(c in row for c in counters), f"{name}: a count that was not counted"
        continue
    assert all(c in row for c in counters), row
    assert row["cpuids_per_use"] == (rows["uncached"]["cpuids_first_use"] if name == "uncached" else 0), row
    assert row["cpuids_at_start"] + row["cpuids_first_use"] > 0 or name == "glibc", row
PY
