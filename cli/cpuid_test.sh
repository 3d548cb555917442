#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `cpuid cost`, `identify`, `scan` and `trace` on real programs, as a user sees them. cpuid_test.sh FIRSTBYTE DENIES_PTRACE
. tools/shell_test.sh
firstbyte=$PWD/$1
denies_ptrace=$PWD/$2
unset BUILD_WORKING_DIRECTORY
# Of a build with AddressSanitizer: its leak check does not work in a program that is traced.
export ASAN_OPTIONS=detect_leaks=0

# FILE: nothing in it is wider than a terminal.
fits_a_terminal() {
  [ -s "$1" ] || fail "$1 is empty"
  ! grep -nE '^.{81}' "$1" || fail "$1 is wider than 80 columns"
}

# FILE CONDITION: its JSON, as `j`, fulfils a condition in Python.
json() { python3 -c 'import json,sys; j=json.load(open(sys.argv[1])); assert eval(sys.argv[2]), j' "$1" "$2" || fail "$1: not so: $2"; }

test_cost() {
  cd "$scratch"
  "$firstbyte" cpuid cost --samples=50 --batches=2 --batch-size=5 >cost.txt 2>err
  [ ! -s err ] || fail "something on stderr: $(cat err)"
  fits_a_terminal cost.txt
  "$firstbyte" cpuid cost --samples=50 --batches=2 --batch-size=5 --native=100 --format=json >cost.json
  json cost.json 'j["verdict"] in ("trapped", "native", "unclear") and j["why"]'
  json cost.json '[(l["leaf"], l["subleaf"]) for l in j["leaves"]][:2] == [(0, 0), (1, 0)]'
  json cost.json 'all(l["min_ns"] <= l["p10_ns"] <= l["median_ns"] <= l["p90_ns"] <= l["max_ns"] for l in j["leaves"])'
  refuses 2 "the limit is" "$firstbyte" cpuid cost --samples=2000000
  refuses 2 "no cost in nanoseconds" "$firstbyte" cpuid cost --native=-1
}

test_identify() {
  cd "$scratch"
  "$firstbyte" cpuid identify >identity.txt 2>err
  [ ! -s err ] || fail "something on stderr: $(cat err)"
  fits_a_terminal identity.txt
  "$firstbyte" cpuid identify --format=json >identity.json
  json identity.json 'j["verdict"] and j["why"] and len(j["evidence"]) >= 2'
}

# What a command says that it executed is what it executes, by the count of another.
test_commands_report_their_own_cpuids_exactly() {
  cd "$scratch"
  "$firstbyte" cpuid trace --format=json --out=trace.json -- "$firstbyte" cpuid cost --samples=20 --batches=2 --batch-size=5 --format=json >cost.json
  json trace.json "sum(s['count'] for s in j['sites'] if s['object'].endswith('/firstbyte')) == $(python3 -c 'import json; print(json.load(open("cost.json"))["executed"])')"
  "$firstbyte" cpuid trace --format=json --out=trace.json -- "$firstbyte" cpuid identify --format=json >identity.json
  json trace.json "sum(s['count'] for s in j['sites'] if s['object'].endswith('/firstbyte')) == $(python3 -c 'import json; print(json.load(open("identity.json"))["cpuids_executed"])')"
}

# A CPUID as a fence in timing code would be two exits more in every sample.
test_own_program_has_no_cpuid_but_the_one_that_is_measured() {
  cd "$scratch"
  "$firstbyte" cpuid scan --format=json "$firstbyte" >own.json
  json own.json 'len(j["files"][0]["sites"]) == 3'
  json own.json 'all(s["symbol"].startswith("_ZN9firstbyte5cpuid") and "Execute" in s["symbol"] for s in j["files"][0]["sites"])'
}

test_scan() {
  cd "$scratch"
  local loader
  loader=$(readlink -f /lib64/ld-linux-x86-64.so.2)
  "$firstbyte" cpuid scan "$loader" >scan.txt
  grep -qE "^$loader: [0-9]+ CPUIDs, " scan.txt || fail "no summary: $(head -n 1 scan.txt)"
  "$firstbyte" cpuid scan --format=json "$loader" /bin/true >scan.json
  json scan.json '[f["path"] for f in j["files"]][1] == "/bin/true"'
  json scan.json 'all(f["raw_matches"] == len(f["sites"]) + len(f["rejected"]) for f in j["files"])'
  json scan.json 'len(j["files"][0]["sites"]) > 10 and all(s["offset"] > 0 and s["symbol"] for s in j["files"][0]["sites"])'
}

# The others are shown all the same.
test_scan_of_a_file_that_is_none() {
  cd "$scratch"
  printf 'no ELF' >text
  local status=0
  "$firstbyte" cpuid scan --format=json text /bin/true >scan.json 2>err || status=$?
  [ "$status" = 4 ] || fail "status $status"
  [ "$(grep -c '' err)" = 1 ] || fail "not one line: $(cat err)"
  json scan.json '"no ELF" in j["files"][0]["error"] and "sites" in j["files"][1]'
  refuses 2 "/no/such/file" "$firstbyte" cpuid scan /no/such/file
}

# Vendored copies of zstd keep probing: where, and in which function, a file says itself.
test_scan_finds_the_probes_of_libzstd() {
  cd "$scratch"
  local library=/usr/lib/x86_64-linux-gnu/libzstd.so.1
  [ "$(readlink -f $library)" = $library.5.4 ] || { echo "skipped: another libzstd than 1.5.4"; return; }
  "$firstbyte" cpuid scan --format=json "$library" >scan.json
  json scan.json 'len(j["files"][0]["sites"]) == 12 and j["files"][0]["rejected"] == []'
  json scan.json '{"ZSTD_initStaticCCtx", "ZSTD_initStaticDCtx", "ZSTD_createDCtx", "ZSTD_createDStream"} <= {s["symbol"].split("+")[0] for s in j["files"][0]["sites"]}'
}

test_trace_leaves_the_program_its_streams_and_its_status() {
  cd "$scratch"
  local status=0
  printf 'from stdin\n' | "$firstbyte" cpuid trace --out=trace.md -- sh -c 'cat; echo to stderr >&2; exit 7' >out 2>err || status=$?
  [ "$status" = 7 ] || fail "status $status"
  expect_file out "from stdin"
  expect_file err "to stderr"
  fits_a_terminal trace.md
  status=0
  "$firstbyte" cpuid trace --out=trace.md -- sh -c 'kill -9 $$' || status=$?
  [ "$status" = 137 ] || fail "status $status of a killed program"
  grep -q 'killed by signal 9' trace.md || fail "$(cat trace.md)"
}

test_trace_prints_behind_the_programs_output() {
  cd "$scratch"
  "$firstbyte" cpuid trace -- echo hello >out 2>err
  [ "$(head -n 1 out)" = hello ] || fail "$(cat out)"
  [ ! -s err ] || fail "something on stderr: $(cat err)"
  fits_a_terminal out
  grep -qE '^\| +[0-9]+ \| before \| 0x0\.0 +\| .+ \|$' out || fail "no row of leaf 0: $(cat out)"
}

test_trace_as_json() {
  cd "$scratch"
  "$firstbyte" cpuid trace --time --format=json --out=trace.json -- sh -c 'exit 3' </dev/null || true
  json trace.json 'j["method"] == "breakpoints" and j["complete"] and j["exit_status"] == 3'
  json trace.json 'j["total"] == sum(s["count"] for s in j["sites"]) > 0'
  json trace.json 'all(s["count"] == s["before_main"] + s["after_main"] for s in j["sites"])'
  json trace.json 'j["native_wall_ns"] > 0'
}

# A program is not run for counts that nobody could be given.
test_trace_looks_at_out_before_the_program_runs() {
  cd "$scratch"
  refuses 4 "Cannot write /nonexistent/x: No such file or directory" "$firstbyte" cpuid trace --out=/nonexistent/x -- sh -c ': >ran'
  refuses 4 "Cannot write .: Is a directory" "$firstbyte" cpuid trace --out=. -- sh -c ': >ran'
  printf '{"schema": "firstbyte/1"}' >results.json
  refuses 2 "holds a measurement" "$firstbyte" cpuid trace --out=results.json -- sh -c ': >ran'
  [ ! -e ran ] || fail "the program ran"
}

# What fails only when it is written is said, and the counts are shown elsewhere.
test_trace_does_not_lose_the_counts_of_a_program_that_has_run() {
  cd "$scratch"
  local status=0
  "$firstbyte" cpuid trace --out=/dev/full -- true >out 2>err || status=$?
  [ "$status" = 4 ] || fail "status $status"
  expect_file err "firstbyte: Cannot write /dev/full: No space left on device."
  grep -q 'CPUIDs executed' out || fail "no counts: $(cat out)"
  status=0
  "$firstbyte" cpuid trace -- true >/dev/full 2>err || status=$?
  [ "$status" = 4 ] || fail "status $status"
  grep -q 'CPUIDs executed' err || fail "no counts: $(cat err)"
}

# `timeout` and service managers send SIGTERM to the tracer alone: it is the program's, and the counts are printed.
test_trace_hands_sigterm_on() {
  cd "$scratch"
  "$firstbyte" cpuid trace --format=json --out=ended.json -- sh -c 'echo >started; exec sleep 60' 2>err &
  local tracer=$! status=0
  wait_until 60 [ -e started ] || fail "not started: $(cat err)"
  kill -TERM $tracer
  wait $tracer || status=$?
  [ "$status" = 143 ] || fail "status $status: $(cat err)"
  json ended.json 'j["total"] > 0 and j["signal"] == 15'
}

# Ctrl-C reaches both; the second run is the program's own to end. An ignored signal stays ignored in it.
test_trace_outlives_an_interrupt_of_the_second_run() {
  cd "$scratch"
  local status=0
  "$firstbyte" cpuid trace --time --format=json --out=trace.json -- sh -c '[ ! -e ran ] || kill -INT $PPID; : >ran' </dev/null || status=$?
  [ "$status" = 0 ] || fail "status $status"
  json trace.json 'j["total"] > 0 and j["native_wall_ns"] > 0'
  "$firstbyte" cpuid trace --time --out=trace.md -- grep -E '^Sig(Ign|Blk)' /proc/self/status </dev/null >twice
  [ "$(sort -u twice | grep -c '')" = 2 ] || fail "signals differ: $(cat twice)"
}

# A share is of a run that did the same: same input, same end.
test_trace_time_is_that_of_the_same_work() {
  cd "$scratch"
  printf 'from stdin\n' >in
  "$firstbyte" cpuid trace --time --format=json --out=trace.json -- cat <in >out
  expect_file out $'from stdin\nfrom stdin'
  json trace.json 'j["native_wall_ns"] > 0'
  printf 'first\nsecond\n' >in
  { read -r _; "$firstbyte" cpuid trace --time --out=trace.md -- cat; } <in >out
  expect_file out $'second\nsecond'
  "$firstbyte" cpuid trace --time --format=json --out=trace.json -- sh -c '[ -e ran ] && exit 5; : >ran' </dev/null
  json trace.json 'j["native_wall_ns"] is None and j["exit_status"] == 0'
  json trace.json 'any("ended with status 5, traced with 0" in note for note in j["notes"])'
}

test_trace_time_refuses_what_it_cannot_compare() {
  cd "$scratch"
  run_piped() { printf 'x' | "$firstbyte" cpuid trace --time -- sh -c ': >ran'; }
  refuses 2 "standard input cannot be read twice" run_piped
  refuses 2 "leave out --until-main" "$firstbyte" cpuid trace --time --until-main -- sh -c ': >ran'
  refuses 2 "leave out --until-main and --max-steps" "$firstbyte" cpuid trace --time --method=single-step --max-steps=5 -- sh -c ': >ran'
  [ ! -e ran ] || fail "the program ran"
}

# Also what the parser of our own options would take for a list, or for nothing.
test_trace_leaves_the_program_its_arguments() {
  cd "$scratch"
  "$firstbyte" cpuid trace --out=trace.md -- printf '<%s>' '[a,b]' '[ x ]' '' --out=y -- 'two words' $'new\nline' >out
  expect_file out $'<[a,b]><[ x ]><><--out=y><--><two words><new\nline>'
}

# The number that had to be guessed: how many, and what they cost, between which bounds. Root is not needed, so it is laid down.
test_trace_gives_count_and_cost_without_privileges() {
  cd "$scratch"
  local unprivileged=()
  [ "$(id -u)" != 0 ] || unprivileged=(setpriv --bounding-set=-all --inh-caps=-all --no-new-privs)
  "${unprivileged[@]}" grep -qE '^CapEff:\s0+$' /proc/self/status || { echo "skipped: privileges cannot be laid down here"; return; }
  "${unprivileged[@]}" "$firstbyte" cpuid trace --format=json --out=trace.json -- /bin/true
  json trace.json 'j["total"] > 0 and 0 < j["cpuid_ns_low"] <= j["cpuid_ns"] <= j["cpuid_ns_high"]'
  json trace.json 'j["tracer_cpuids"] > 0'
  "${unprivileged[@]}" "$firstbyte" cpuid trace -- /bin/true >out
  tr '\n' ' ' <out | grep -qE 'One CPUID costs [0-9]+ ns here \(.*\): [0-9.]+ ms in all \([0-9.]+ to [0-9.]+\)' || fail "$(head -n 4 out)"
}

test_trace_by_single_steps_agrees() {
  cd "$scratch"
  "$firstbyte" cpuid trace --format=json --out=breakpoints.json -- /bin/true
  "$firstbyte" cpuid trace --method=single-step --format=json --out=steps.json -- /bin/true
  json steps.json 'j["method"] == "single-step" and j["sites"] == json.load(open("breakpoints.json"))["sites"]'
  local status=0
  "$firstbyte" cpuid trace --method=single-step --max-steps=100 -- /bin/true >out 2>err || status=$?
  grep -q 'ended after 100 steps' out || fail "$(cat out err)"
}

test_trace_until_main_and_stacks() {
  cd "$scratch"
  "$firstbyte" cpuid trace --until-main --format=json --out=start.json -- sh -c 'echo never'
  json start.json 'j["total"] > 0 and all(s["after_main"] == 0 for s in j["sites"])'
  "$firstbyte" cpuid trace --format=collapsed --out=stacks -- /bin/true
  ! grep -vE '^true;.*CPUID_0x[0-9a-f]+\.[0-9a-f]+ [0-9]+$' stacks || fail "not a collapsed stack"
}

# What is ignored or closed by us must not be so in the program.
test_trace_leaves_signals_and_closed_streams_as_the_user_meant_them() {
  cd "$scratch"
  grep -E '^Sig(Ign|Blk)' /proc/self/status >untraced
  "$firstbyte" cpuid trace --out=trace.md -- grep -E '^Sig(Ign|Blk)' /proc/self/status >traced
  cmp untraced traced || fail "signals: $(cat traced), without a tracer $(cat untraced)"
  "$firstbyte" cpuid trace --out=trace.md -- sh -c '[ ! -e /proc/self/fd/0 ]' <&- || fail "stdin that was closed is open"
}

test_trace_where_ptrace_is_forbidden_says_so() {
  cd "$scratch"
  refuses 4 "may not trace others (Operation not permitted" "$denies_ptrace" "$firstbyte" cpuid trace -- sh -c 'echo must not run >ran'
  expect_output "firstbyte cpuid scan FILE"
  [ ! -e ran ] || fail "the program ran, uncounted"
  "$denies_ptrace" "$firstbyte" cpuid scan /bin/true >out || fail "scan needs no ptrace"
}

test_trace_of_what_cannot_be_run() {
  cd "$scratch"
  refuses 2 "Cannot run /no/such/program" "$firstbyte" cpuid trace -- /no/such/program
  : >text
  refuses 2 "Cannot run ./text: Permission denied" "$firstbyte" cpuid trace -- ./text
  refuses 2 "program" "$firstbyte" cpuid trace
}

run_tests
