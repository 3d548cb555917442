#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Debian's compare.py beside our own rules, on a recording that was made once. lab_compare_py_test.sh FIRSTBYTE RECORDING
. tools/shell_test.sh
firstbyte=$PWD/$1
recording=$PWD/$2
unset BUILD_WORKING_DIRECTORY
compare=/usr/share/benchmark/compare.py
[ -e "$compare" ] || skip_all "there is no $compare: install libbenchmark-tools"
/usr/bin/python3 -c 'import scipy.stats, numpy' 2>/dev/null || skip_all "/usr/bin/python3 has no scipy, which compare.py needs: install python3-scipy"

# Our Mann-Whitney stands in for benchstat, so it has to say what a Mann-Whitney that is not ours says.
test_compare_py_gives_the_verdicts_of_our_mann_whitney() {
  cd "$scratch"
  local clock
  for clock in cpu wall; do
    "$firstbyte" lab replay --clock=$clock --format=json --compare-py="$compare" "$recording" >scores.json
    python3 - <<'PY' || fail "compare.py and our Mann-Whitney differ by the $clock clock"
import json
rules = json.load(open("scores.json"))["rules"]
found = {name: {rule["usage"]: rule["found_in"] for rule in rules if rule["rule"] == name} for name in ("benchstat", "compare.py")}
assert len(found["compare.py"]) == 4
assert all(len(windows) == 2 for windows in found["compare.py"].values())
assert found["benchstat"] == found["compare.py"], found
assert any(windows["+5 %"] for windows in found["compare.py"].values()), "nothing was found: nothing is tested"
PY
  done
}

run_tests
