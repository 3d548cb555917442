#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Debian's compare.py reads two outputs of setup_cost and prints its table of both. setup_cost_compare_test.sh SETUP_COST
. tools/shell_test.sh
setup_cost=$PWD/$1
unset BUILD_WORKING_DIRECTORY
# Debian's Python: no other one has Debian's scipy.
python=/usr/bin/python3
compare=/usr/share/benchmark/compare.py

[ -e "$compare" ] || skip_all "there is no $compare: install libbenchmark-tools"
"$python" -c 'import scipy.stats, numpy' 2>/dev/null || skip_all "$python has no scipy, which compare.py needs: install python3-scipy"

test_compare_py_prints_its_table() {
  cd "$scratch"
  local output
  for output in old new; do
    "$setup_cost" --benchmark_min_time=0.001 --benchmark_repetitions=9 --benchmark_filter='BM_(Init|Bmi2Probe)' --benchmark_out=$output.json >/dev/null 2>&1
  done
  "$python" "$compare" --no-color -d differences.json benchmarks old.json new.json >table 2>err || fail "compare.py: $(cat err)"
  [ ! -s err ] || fail "compare.py complains: $(cat err)"
  head -n 5 table | grep -qE '^Benchmark +Time +CPU +Time Old +Time New +CPU Old +CPU New$' || fail "no table: $(head -n 5 table)"
  local operation probe name
  for operation in Bmi2Probe InitCStream InitCCtx InitDStream InitDCtx; do
    for probe in live cached; do
      name=BM_$operation/zstd-1.5.4/$probe
      [ "$(grep -cE "^$name +[-+][0-9.]+ +[-+][0-9.]+ +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+$" table)" = 9 ] || fail "not nine rows of $name: $(cat table)"
      grep -qE "^${name}_pvalue .*U Test, Repetitions: 9 vs 9$" table || fail "no test of $name: $(cat table)"
    done
  done
  "$python" -c 'import json, sys; sys.exit(0 if len(json.load(open("differences.json"))) >= 10 else 1)' || fail "no differences to read"
}

run_tests
