#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `report --format=plots` and `--format=html` as a user meets them, without a browser (report_html_test.py has one): plots_test.sh FIRSTBYTE RESULTS DOCS_HTML_MD
. tools/shell_test.sh
firstbyte=$PWD/$1 results=$PWD/$2 page=$PWD/$3
unset BUILD_WORKING_DIRECTORY

test_the_plot_of_docs_is_what_is_printed() {
  local sample
  sample=$(sed -n '/^```$/,/^```$/{/^```$/d;p}' "$page")
  [ "$(wc -l <<<"$sample")" -gt 8 ] || fail "no plot in docs/html.md"
  run "$firstbyte" report --format=plots "$results"
  expect_status 0
  expect_output "$sample"
}

test_plots_fit_a_terminal() {
  cd "$scratch"
  "$firstbyte" report --format=plots --clock=cpu "$results" >out
  python3 -c 'import sys; sys.exit(max(len(line.rstrip("\n")) for line in open("out", encoding="utf-8")) > 80)' || fail "wider than 80 columns"
  [ "$(grep -cE '^(de)?compress: ' out)" -eq 8 ] || fail "not four plots of two operations"
}

test_page_goes_to_a_file_or_to_stdout() {
  cd "$scratch"
  "$firstbyte" report --format=html --out=page.html "$results" >out
  expect_file out ""
  "$firstbyte" report --format=html "$results" >stdout.html
  cmp page.html stdout.html || fail "two pages of one file differ"
  [ "$(head -n 1 page.html)" = '<!DOCTYPE html>' ] || fail "no page"
  refuses 2 "never overwritten" "$firstbyte" report --format=html --out="$results" "$results"
}

# The program looks for what a build puts beside it in the runfiles of a test.
test_page_without_libraries_says_why() {
  cd "$scratch"
  mkdir -p runfiles/firstbyte/report/plot_libraries
  TEST_SRCDIR=$scratch/runfiles "$firstbyte" report --format=html "$results" >page.html 2>err
  expect_file err "The page has text plots alone (they are not beside this program)."
  : >runfiles/firstbyte/report/plot_libraries/plots.js
  echo "npm is not installed (Debian package npm)" >runfiles/firstbyte/report/plot_libraries/why_not.txt
  TEST_SRCDIR=$scratch/runfiles "$firstbyte" report --format=html "$results" >page.html 2>err
  expect_file err "The page has text plots alone (npm is not installed (Debian package npm); once npm works: ./bazelw sync --only=plot_libraries)."
  ! grep -q '<script' page.html || fail "a script"
  grep -q 'npm is not installed' page.html || fail "the page does not say why"
  grep -q '^baseline  *#### 4$' page.html || fail "no text plots"
}

test_phases_alone_are_no_page() {
  cd "$scratch"
  "$firstbyte" phases --repetitions=3 --blocks=4 --format=json --out=phases.json >/dev/null 2>&1
  refuses 2 "phases.json holds phases: --format is markdown, json or svg." "$firstbyte" report --format=html phases.json
}

run_tests
