# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154
# Sourced behind tools/shell_test.sh by tests of what is made of results, which stand in $results.

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
