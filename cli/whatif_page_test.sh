#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# docs/cpuid.md forecasts with the cost that the results themselves imply, and its tables are what `whatif` says. whatif_page_test.sh FIRSTBYTE PAGE RESULTS
set -eu
unset BUILD_WORKING_DIRECTORY
here=$(sed -n 's/^`firstbyte whatif --here=\([0-9]*\) docs\/readme-results.json`.*/\1/p' "$2")
[ -n "$here" ] || { echo "$2 names no cost"; exit 1; }
"$1" whatif --here="$here" --format=json "$3" >"$TEST_TMPDIR/whatif.json"
python3 - "$here" "$TEST_TMPDIR/whatif.json" "$2" <<'PY'
import json, sys
here, whatif, page = int(sys.argv[1]), json.load(open(sys.argv[2])), open(sys.argv[3]).read()
implied = {i["operation"]: i for i in whatif["implied"]}
assert here == round(sum(i["cpuid_ns"] for i in implied.values()) / 2), implied
lines = []
for operation, i in implied.items():
    assert i["interval_ns"][0] <= i["cpuid_ns"] <= i["interval_ns"][1], i
    lines.append(f"{i['cpuid_ns']:,.0f} ns ({i['interval_ns'][0]:,.0f}..{i['interval_ns'][1]:,.0f}) |")
patched = {g["operation"]: r for g in whatif["groups"] for r in g["rows"] if r["arm"] == "patched" and r["reference_cpuids"] == 4}
for cost, name in ((100, " (native)"), (600, " (the mails' guest)"), (2050, ""), (6500, "")):
    at = [next(f for f in patched[o]["forecasts"] if f["cpuid_ns"] == cost) for o in ("compress", "decompress")]
    cells = " | ".join(f"{f['delta_ns']:,.0f} ns, {f['delta_percent']:.1f} %" for f in at)
    lines.append(f"| {cost:,} ns{name} | {cells} |")
missing = [line for line in lines if line not in page]
sys.exit("\n".join(["the page lacks:"] + missing) if missing else 0)
PY
