#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Debian's compare.py reads two exports of `report --format=google`, and says of them what our own report says. compare_py_test.sh FIRSTBYTE RESULTS
. tools/shell_test.sh
firstbyte=$1 results=$2
unset BUILD_WORKING_DIRECTORY
# What Python's libraries deprecate is no complaint of compare.py's.
export PYTHONWARNINGS=ignore
# Debian's Python: no other one has Debian's scipy.
python=/usr/bin/python3
compare=/usr/share/benchmark/compare.py

[ -e "$compare" ] || skip_all "there is no $compare: install libbenchmark-tools"
"$python" -c 'import scipy.stats, numpy' 2>/dev/null || skip_all "$python has no scipy, which compare.py needs: install python3-scipy"

test_compare_py_reads_two_exports() {
  "$python" cli/readers/compare_py_check.py make "$results" "$scratch/changed.json"
  "$firstbyte" report --format=google "$results" >"$scratch/old.json"
  "$firstbyte" report --format=google "$scratch/changed.json" >"$scratch/new.json"
  "$firstbyte" report --format=json "$results" >"$scratch/report.json"
  "$python" "$compare" --no-color -d "$scratch/differences.json" benchmarks "$scratch/old.json" "$scratch/new.json" >"$scratch/table" 2>"$scratch/err" ||
    fail "compare.py: $(cat "$scratch/err")"
  [ ! -s "$scratch/err" ] || fail "compare.py complains: $(cat "$scratch/err")"
  "$python" cli/readers/compare_py_check.py check "$results" "$scratch/changed.json" "$scratch/differences.json" "$scratch/table" "$scratch/report.json" ||
    fail "compare.py does not say what the results say"
}

run_tests
