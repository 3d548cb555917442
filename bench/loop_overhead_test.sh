#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The microbenchmark of the loop's own cost runs, and its JSON is what readers of Google Benchmark expect. loop_overhead_test.sh BENCHMARK
set -eu
"$1" --benchmark_min_time=0.001 --benchmark_format=json >"$TEST_TMPDIR/out.json"
python3 - "$TEST_TMPDIR/out.json" <<'PY'
import json, sys
out = json.load(open(sys.argv[1]))
assert out["context"]["library_build_type"] == "release", "the library announces itself as a debug build"
names = [b["name"] for b in out["benchmarks"]]
assert names == ["BM_EmptyEngineCall", "BM_EmptyRequest/policy:0", "BM_EmptyRequest/policy:1"], names
assert all(b["per_operation"] > 0 for b in out["benchmarks"])
PY
