#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A reader with numpy and scipy gets from the samples, as JSON and as CSV, every number that `report` derives from them. scipy_test.sh FIRSTBYTE RESULTS
. tools/shell_test.sh
firstbyte=$1 results=$2
unset BUILD_WORKING_DIRECTORY
python=/usr/bin/python3
"$python" -c 'import scipy.stats, numpy' 2>/dev/null || skip_all "$python has no scipy: install python3-scipy"

recomputes() { # CLOCK FIELD
  "$firstbyte" report --format=csv "$results" >"$scratch/results.csv"
  "$firstbyte" report --format=json "--clock=$1" "$results" >"$scratch/report.json"
  "$python" cli/readers/recompute.py "$results" "$scratch/results.csv" "$2" "$scratch/report.json" || fail "report and scipy differ"
}

test_wall_time() { recomputes wall wall_ns; }
test_thread_cpu_time() { recomputes cpu cpu_ns; }

run_tests
