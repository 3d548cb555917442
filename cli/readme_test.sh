#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# README's tables are what `report` prints for the results that are kept beside it, line for line. readme_test.sh FIRSTBYTE README RESULTS
set -eu
unset BUILD_WORKING_DIRECTORY
"$1" report "$3" >"$TEST_TMPDIR/report"
# The mails' table stands in a fence, the arms' in a markdown table.
sed -n -e '/^```/,/^```/p' -e '/^|/p' "$TEST_TMPDIR/report" >"$TEST_TMPDIR/tables"
[ "$(wc -l <"$TEST_TMPDIR/tables")" -gt 15 ] || { echo "the report has no tables"; exit 1; }
while IFS= read -r line; do
  grep -qxF -e "$line" "$2" || { printf 'not in %s: %s\n' "$2" "$line"; exit 1; }
done <"$TEST_TMPDIR/tables"
! grep -n '@[A-Z0-9]*@' "$2" || { echo "something is left to fill in"; exit 1; }
