#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What a hostile or unlucky user does to the commands: closed streams, odd values, files that are not what they seem. abuse_test.sh FIRSTBYTE
. tools/shell_test.sh
firstbyte=$PWD/$1
unset BUILD_WORKING_DIRECTORY
tiny=(--runs=1 --rounds=1 --ops=1 --arms=baseline,patched --op=compress)

# has_lines JOURNAL KIND COUNT: there are that many, or more.
has_lines() { [ "$(grep -c "^$2 " "$1" 2>/dev/null)" -ge "$3" ] 2>/dev/null; }

# A journal of a measurement that was killed in its second round or later.
killed_journal() {
  "$firstbyte" run --runs=1 --rounds=400 --ops=100 --arms=baseline,patched --op=compress --out="$1" "${@:2}" &
  local pid=$!
  wait_until 60 has_lines "$1.journal" round 2 || fail "no rounds"
  kill -9 $pid
  wait $pid 2>/dev/null || true
}

test_closed_streams() {
  cd "$scratch"
  killed_journal closed.json >&- 2>&- <&-
  ! grep -vE '^(header|process|round) ' closed.json.journal || fail "something else got into the journal"
}

# What a command is given may hold anything; what it says about it is one line that no terminal acts on.
test_messages_are_one_printable_line() {
  cd "$scratch"
  local odd=$'two\nlines\e[31m\xff' option
  for option in --ops --seed --cpu --arms --op --engine --case --corpus --format --resume --page; do
    refuses 2 "two" "$firstbyte" run "$option=$odd"
    ! grep -qP '[^\x20-\x7e]' <<<"$output" || fail "$option: not printable"
  done
  refuses 2 "two" "$firstbyte" report "$odd"
  refuses 2 "two" "$firstbyte" "$odd"
}

# What a script writes when its variable is empty must not quietly become another measurement.
test_empty_and_odd_values() {
  cd "$scratch"
  local option
  for option in --runs --rounds --ops --arms --op --engine --cpu --seed --corpus-seed --case --fragments --bytes --level --corpus --pages --page --out --format --clock; do
    refuses 2 "$option= has no value" "$firstbyte" run "$option=" "${tiny[@]}"
    refuses 2 "$option" "$firstbyte" run "$option" ""
  done
  refuses 2 "empty" "$firstbyte" run --resume ""
  refuses 2 "empty" "$firstbyte" report ""
  refuses 2 "empty" "$firstbyte" env --cpu ""
  refuses 2 "'010' is no whole number" "$firstbyte" run --ops=010
  refuses 2 "'-1' is no whole number" "$firstbyte" run --seed=-1
  refuses 2 "out of range" "$firstbyte" run --seed=18446744073709551616
  refuses 2 "--cpu = 9999999999999 is out of range" "$firstbyte" run --cpu=9999999999999
  refuses 2 "There is no command 'nosuch'. Commands: cost, identify, scan, trace." "$firstbyte" cpuid nosuch
  refuses 2 "There is no command 'nosuch'. Commands: run" "$firstbyte" nosuch --help
  refuses 2 "choose another --format" "$firstbyte" run --arms=baseline,cached --format=mail
  refuses 2 "firstbyte run" "$firstbyte" worker
  refuses 2 "firstbyte run" "$firstbyte" worker 3</dev/zero
  refuses 2 "--frobnicate" "$firstbyte" --frobnicate
  refuses 2 "--frobnicate" "$firstbyte" --frobnicate run
  [ -z "$(ls)" ] || fail "something was measured: $(ls)"
}

# Names of files that cannot be results, each refused before anything is measured.
test_odd_results_files() {
  cd "$scratch"
  local long
  long=$(printf 'x%.0s' {1..300})
  ln -s nowhere dangling && ln -s loop loop && mkdir directory
  refuses 2 "never overwritten" "$firstbyte" run "${tiny[@]}" --out=dangling
  refuses 2 "never overwritten" "$firstbyte" run "${tiny[@]}" --out=loop
  refuses 2 "never overwritten" "$firstbyte" run "${tiny[@]}" --out=directory
  refuses 2 "belong to unfinished measurements" "$firstbyte" run "${tiny[@]}" --out=a.json.journal
  refuses 4 "File name too long" "$firstbyte" run "${tiny[@]}" --out="$long"
  refuses 2 "File name too long" "$firstbyte" run --resume "$long"
  refuses 4 "Not a directory" "$firstbyte" run "${tiny[@]}" --out="$firstbyte/a.json"
  printf 'no results' >text
  refuses 2 "Cannot read text.journal" "$firstbyte" run --resume text
  refuses 2 "Cannot read directory.journal" "$firstbyte" run --resume directory
  refuses 2 "Cannot read /dev/null.journal" "$firstbyte" run --resume /dev/null
}

# report writes where it is told, and never over what it reads.
test_report_out() {
  cd "$scratch"
  "$firstbyte" run "${tiny[@]}" --out=a.json >/dev/null
  cp a.json before.json
  ln -s a.json link.json
  refuses 2 "holds a measurement" "$firstbyte" report a.json --out=a.json
  refuses 2 "holds a measurement" "$firstbyte" report a.json --out=link.json
  cp a.json b.json
  refuses 2 "holds a measurement" "$firstbyte" report a.json --format=json --out=b.json
  killed_journal c.json >/dev/null 2>&1
  refuses 2 "holds a measurement" "$firstbyte" report a.json --out=c.json.journal
  "$firstbyte" report a.json --out=a.md && "$firstbyte" report a.json --out=a.md || fail "a report is replaced"
  cmp a.json before.json || fail "the results were touched"
  "$firstbyte" report a.json --out=/dev/stdout | cat >through
  "$firstbyte" report a.json | cmp - through || fail "/dev/stdout"
  mkdir directory && refuses 4 "Cannot write directory: Is a directory" "$firstbyte" report a.json --out=directory
}

# Somebody else's file of the name appears while it is measured.
test_results_in_the_way() {
  cd "$scratch"
  killed_journal "my a.json" >/dev/null 2>&1
  printf 'mine' >"my a.json"
  refuses 2 "move it away, then go on with: firstbyte run --resume 'my a.json.journal'" "$firstbyte" run --resume "my a.json"
  rm "my a.json"
  "$firstbyte" run --resume "my a.json" >/dev/null 2>err &
  local pid=$!
  wait_until 60 has_lines "my a.json.journal" process 2 || fail "not resumed"
  printf 'mine' >"my a.json"
  wait $pid && fail "somebody's file was overwritten"
  grep -q "when it is out of the way, go on with" err || fail "what to do: $(cat err)"
  [ "$(cat "my a.json")" = mine ] || fail "somebody's file was overwritten"
  rm "my a.json"
  "$firstbyte" run --resume "my a.json.journal" >/dev/null || fail "resume"
  "$firstbyte" report "my a.json" >/dev/null || fail "results"
}

test_help_fits_a_terminal() {
  local command
  for command in "" run report env engines published whatif; do
    # shellcheck disable=SC2086  # no command is no argument
    run "$firstbyte" $command --help
    expect_status 0
    expect_output "Example: firstbyte"
    expect_no_output "Excludes"
    ! grep -E '.{81}' <<<"$output" || fail "more than 80 columns"
  done
}

# Pages are read again by every measuring process, and when a measurement is resumed.
test_page_files() {
  cd "$scratch"
  printf 'x' >$'bad\xff'
  refuses 2 "which this name is not" "$firstbyte" run "${tiny[@]}" --page=$'bad\xff'
  head -c 5000 "$firstbyte" >'data file'
  killed_journal pages.json --page='data file' >/dev/null
  printf 'x' >>'data file'
  # The conditions stand on stdout before it is noticed.
  run bash -c '"$@" >/dev/null' - "$firstbyte" run --resume=pages.json
  expect_status 4
  expect_output "The pages have changed since this measurement began"
  expect_output "--resume pages.json.journal"
  rm 'data file'
  run bash -c '"$@" >/dev/null' - "$firstbyte" run --resume=pages.json
  expect_status 2
  expect_output "Cannot read data file"
  head -c 5000 "$firstbyte" >'data file'
  "$firstbyte" run --resume=pages.json >/dev/null || fail "with the pages back"
}

# The status is right also where nobody can read the sentence, and whatever is not written is said.
test_full_and_closed_outputs() {
  cd "$scratch"
  status=0 && "$firstbyte" frobnicate 2>/dev/full || status=$?
  expect_status 2
  status=0 && "$firstbyte" frobnicate 2>&- || status=$?
  expect_status 2
  local command
  for command in "--version" "--help" "run --help" env engines "engines --format=json" published "whatif --published"; do
    # shellcheck disable=SC2086  # a command and its options
    run bash -c '"$@" >/dev/full' - "$firstbyte" $command
    expect_status 4
    expect_output "Cannot write to standard output."
  done
  run bash -c '"$@" --out=a.json >&-' - "$firstbyte" run "${tiny[@]}"
  expect_status 4
  [ "$output" = "firstbyte: Cannot write to standard output; the results are in a.json." ] || fail "results not named"
  "$firstbyte" report a.json >/dev/null || fail "results"
  "$firstbyte" run "${tiny[@]}" --format=json --out=b.json >/dev/null 2>/dev/full || fail "conditions that nobody can read"
}

test_too_little_memory() {
  # A sanitizer takes address space for itself, without limits.
  ! "$firstbyte" env | grep -q 'sanitizer' || return 0
  run bash -c 'ulimit -v 200000; exec "$@"' - "$firstbyte" run --pages=100000 --out="$scratch/a.json"
  expect_status 4
  [ "$output" = "firstbyte: There is not enough memory." ] || fail "the sentence"
}

# A round that was not measured on the CPU that it names is no round.
test_taken_off_the_cpu() {
  cd "$scratch"
  local cpus
  cpus=$(taskset -pc $$ | sed 's/.*: //')
  [[ $cpus == *[-,]* ]] || return 0  # there is no other CPU
  "$firstbyte" run --runs=1 --rounds=10000 --ops=200 --arms=baseline --cpu="${cpus%%[-,]*}" --out=a.json >/dev/null 2>err &
  local pid=$!
  wait_until 60 has_lines a.json.journal process 1 || fail "not begun: $(cat err)"
  taskset -pc "${cpus##*[-,]}" "$(sed -n 's/^process 0 .*"pid":\([0-9]*\).*/\1/p' a.json.journal)" >/dev/null
  wait $pid && fail "it went on"
  grep -q "was taken off CPU" err || fail "why: $(cat err)"
}

# Whoever ignores SIGCHLD still learns how the measuring process ended.
test_ignored_sigchld() {
  cd "$scratch"
  (trap '' CHLD && exec "$firstbyte" run --runs=1 --rounds=10000 --ops=200 --arms=baseline --out=a.json) >/dev/null 2>err &
  local pid=$!
  wait_until 60 has_lines a.json.journal process 1 || fail "not begun: $(cat err)"
  kill -9 "$(sed -n 's/^process 0 .*"pid":\([0-9]*\).*/\1/p' a.json.journal)"
  wait $pid || true
  grep -q 'killed by signal 9' err || fail "how it ended: $(cat err)"
}

run_tests
