# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Sourced behind tools/shell_test.sh by tests in which jq reads what the program writes; they are skipped where there is none.
command -v jq >/dev/null || skip_all "there is no jq: install jq"

# reads FILE FILTER: one value of JSON that jq takes, without a number that JSON cannot hold (jq itself would take NaN, and cut 1e999 down), without a key that
# stands in an object twice, and the filter is true of it.
reads() {
  jq -e --slurp 'length == 1 and ([.[] | .. | numbers | select(isnan or isinfinite or fabs > 1e300)] == [])' "$1" >/dev/null || fail "$1 is not one value of strict JSON"
  jq -n --stream -e '[inputs | select(length == 2) | .[0] | tojson] | length == (unique | length)' "$1" >/dev/null || fail "$1 has a key twice"
  jq -e "$2" "$1" >/dev/null || fail "not so of $1: $2"
}
