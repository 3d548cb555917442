#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# README's tables are what `report` prints for the results that are kept beside it, line for line, and so is what docs/statistics.md shows of the same report.
# readme_test.sh FIRSTBYTE README RESULTS STATISTICS
set -eu
unset BUILD_WORKING_DIRECTORY
"$1" report "$3" >"$TEST_TMPDIR/report"

# shows PAGE LINES LEAST: every line of the file LINES, of which there are so many at least, stands in the page.
shows() {
  [ "$(wc -l <"$2")" -ge "$3" ] || { echo "$2 has too few lines: $(cat "$2")"; exit 1; }
  while IFS= read -r line; do
    grep -qxF -e "$line" "$1" || { printf 'not in %s: %s\n' "$1" "$line"; exit 1; }
  done <"$2"
}

# The mails' table stands in a fence, the arms' in the first markdown table.
sed -n -e '/^```/,/^```/p' -e '/^| arm/,/^$/p' "$TEST_TMPDIR/report" >"$TEST_TMPDIR/tables"
shows "$2" "$TEST_TMPDIR/tables" 20
! grep -n '@[A-Z0-9]*@' "$2" || { echo "something is left to fill in"; exit 1; }

# How far they can be trusted: from the table of both clocks to the disturbed rounds.
sed -n -e '/^| saved, %/,/^- cycles/p' "$TEST_TMPDIR/report" | sed '$d' >"$TEST_TMPDIR/evidence"
shows "$4" "$TEST_TMPDIR/evidence" 20
