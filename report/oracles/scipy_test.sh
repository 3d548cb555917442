#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Our statistics against scipy, their formulas, and published values. scipy_test.sh ANSWER
. tools/shell_test.sh
answer=$PWD/$1
python=/usr/bin/python3
"$python" -c 'import scipy.stats, numpy' 2>/dev/null || skip_all "$python has no scipy: install python3-scipy"

test_statistics() { "$python" report/oracles/scipy_check.py "$answer"; }

test_a_question_that_nobody_knows_is_an_error() {
  refuses 2 'no such question' "$answer" <<<'[["Mode", [[1, 2]]]]'
  refuses 2 'no such question' "$answer" <<<'[["Mean", ["x"]]]'
}

run_tests
