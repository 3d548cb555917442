#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `run`, `report` and their way through kills, interruptions and full disks, as a user sees it. run_test.sh FIRSTBYTE
set -u
firstbyte=$PWD/$1
work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/run.XXXXXX")
cd "$work" || exit 1
unset BUILD_WORKING_DIRECTORY
failures=0

fail() {
  printf 'FAILED: %s\n' "$1"
  failures=$((failures + 1))
}

# WHAT EXPECTED_STATUS EXPECTED_TEXT COMMAND...: one sentence on stderr, that status, nothing else.
refuses() {
  local what=$1 status=$2 text=$3
  shift 3
  "$@" >out 2>err
  local got=$?
  [ "$got" = "$status" ] || fail "$what: status $got, expected $status: $(head -c 300 err)"
  grep -qF -e "$text" err || fail "$what: expected '$text' in: $(head -c 300 err)"
  [ "$(grep -c '' err)" = 1 ] || fail "$what: more than one line: $(head -c 600 err)"
  [ -s out ] && fail "$what: something on stdout"
}

# FILE: complete, and as the protocol of the small runs below says.
complete() {
  python3 - "$1" <<'PY' || fail "$1 is not complete"
import json, sys
results = json.load(open(sys.argv[1]))
protocol = results["protocol"]
assert results["schema"] == "firstbyte/1"
assert [run["run"] for run in results["runs"]] == list(range(protocol["runs"]))
for run in results["runs"]:
    assert [r["round"] for r in run["rounds"]] == list(range(protocol["rounds"]))
    for r in run["rounds"]:
        assert sorted(s["arm"] for s in r["samples"]) == list(range(len(results["arms"])))
        assert all(s["wall_ns"] > 0 for s in r["samples"])
        for s in r["samples"]:
            assert {"cycles", "instructions", "branches", "branch_misses", "counters_permille"} <= s.keys()
            assert all(v is not None or k in results["not_measured"] for k, v in s.items())
PY
}

# Waits until a journal holds so many rounds.
wait_for_rounds() {
  for _ in $(seq 600); do
    [ "$(grep -c '^round ' "$1" 2>/dev/null)" -ge "$2" ] 2>/dev/null && return
    sleep 0.1
  done
  fail "$1 never had $2 rounds"
}

small=(--runs=6 --rounds=2 --ops=20)

# 1. A whole measurement: conditions first, tables, the file's name last; report says the same again.
"$firstbyte" run "${small[@]}" --out=whole.json >whole.out 2>whole.err || fail "run: $(cat whole.err)"
complete whole.json
head -n 1 whole.out | grep -q '^Environment' || fail "conditions do not come first: $(head -n 1 whole.out)"
[ "$(tail -n 1 whole.out)" = "Results: whole.json" ] || fail "the file's name does not come last"
[ -s whole.err ] && fail "progress without a terminal: $(cat whole.err)"
find . -name '*journal*' -o -name '*tmp.*' | grep -q . && fail "something is left beside the results"
# Where the CPU has counters there is a table of them, else one line that says why there is none.
[ "$(grep -cE '^(\| arm \(counts\)|- cycles and instructions: |- cycles: )' whole.out)" = 1 ] || fail "counters are not in it once"
rows=2
grep -q '^| arm (counts)' whole.out && rows=4
for arm in baseline patched cached both floor A/A; do
  # What an arm saves by either clock stands in a table without the baseline.
  expected=$rows
  [ $arm = baseline ] || expected=$((rows + 2))
  [ "$(grep -cE "^\| +$arm +\|" whole.out)" = $expected ] || fail "arm $arm is not in each table"
done
"$firstbyte" report whole.json >again.out || fail "report"
grep -vxFf whole.out again.out && fail "report says something else than run"
"$firstbyte" report --format=mail whole.json | grep -qE '^    compress +[0-9,]+ ns' || fail "mail table"
"$firstbyte" report --format=json --clock=cpu whole.json | python3 -c 'import json,sys; json.load(sys.stdin)' || fail "JSON report"
"$firstbyte" report --out=table.md whole.json && cmp -s table.md again.out || fail "report --out"
"$firstbyte" run "${small[@]}" --format=json --out=json.json 2>/dev/null | python3 -c 'import json,sys; json.load(sys.stdin)' || fail "run --format=json"

# 2. Relative paths are the user's, not the program's.
mkdir user && (cd / && BUILD_WORKING_DIRECTORY=$work/user "$firstbyte" run "${small[@]}" --arms=baseline,patched --op=compress --out=there.json >/dev/null)
complete user/there.json

# 3. Every case and real data.
for case in scattered zswap-store zswap-load zswap-load-straddling; do
  "$firstbyte" run "${small[@]}" --case="$case" --out="$case.json" >/dev/null || fail "case $case"
  complete "$case.json"
done
"$firstbyte" run "${small[@]}" --page="$firstbyte" --out=page.json | grep -q 'sha256' || fail "real data"
complete page.json

# 4. kill -9 of everything, then of the measuring process alone; resumed, the protocol is complete.
# Long enough to be killed in the middle on any machine.
long=(--runs=3 --rounds=100 --ops=200 --arms=baseline,patched --op=compress)
"$firstbyte" run "${long[@]}" --out=killed.json >/dev/null 2>&1 &
pid=$!
wait_for_rounds killed.json.journal 2
kill -9 $pid
wait $pid 2>/dev/null
[ -e killed.json ] && fail "results of a killed measurement"
refuses "a journal is in the way" 4 "--resume killed.json.journal" "$firstbyte" run "${small[@]}" --out=killed.json
sed 's/"program_sha256":"[0-9a-f]*"/"program_sha256":"00"/' killed.json.journal >rebuilt.json.journal
other=tcg; ! grep -q '"accel":"tcg"' killed.json.journal || other=hardware
sed "s/\"accel\":\"[a-z]*\"/\"accel\":\"$other\"/" killed.json.journal >elsewhere.json.journal
refuses "another accelerator" 4 "begun with accelerator $other" "$firstbyte" run --resume=elsewhere.json
refuses "another build" 4 "begun by another build" "$firstbyte" run --resume=rebuilt.json
sed '1s/"name":"kernel","value":"[^"]*"/"name":"kernel","value":"2.4"/' killed.json.journal >moved.json.journal
"$firstbyte" run --resume=moved.json >moved.out 2>&1 || fail "resume under other conditions: $(cat moved.out)"
grep -q '^Changed since this measurement was begun: kernel' moved.out || fail "changed conditions are not shown"
grep -q 'measured under other conditions' moved.out || fail "the report is silent about changed conditions"
complete moved.json
for _ in $(seq 600); do  # the measuring process dies with its parent, a moment later
  "$firstbyte" run --resume=killed.json >resumed.out 2>resumed.err && break
  grep -q 'Another firstbyte' resumed.err || break
  sleep 0.1
done
complete killed.json
[ -e killed.json.journal ] && fail "the journal stayed"
grep -q 'Results: killed.json' resumed.out || fail "resume: $(cat resumed.err)"
refuses "nothing to resume" 2 "is complete" "$firstbyte" run --resume=killed.json

"$firstbyte" run "${long[@]}" --out=worker.json >/dev/null 2>worker.err &
pid=$!
wait_for_rounds worker.json.journal 1
kill -9 "$(sed -n 's/^process 0 .*"pid":\([0-9]*\).*/\1/p' worker.json.journal)"
wait $pid
[ $? = 4 ] || fail "status after the measuring process was killed"
grep -q 'killed by signal 9' worker.err || fail "how it died: $(cat worker.err)"
"$firstbyte" run --resume=worker.json.journal >/dev/null 2>&1 || fail "resume by journal"
complete worker.json

# 5. SIGINT and SIGTERM, sent to both processes as a terminal does: a sentence that says how to go on.
for signal in INT TERM; do
  # The shell has its background jobs ignore SIGINT.
  setsid env --default-signal=INT "$firstbyte" run "${long[@]}" --out=$signal.json >/dev/null 2>$signal.err &
  pid=$!
  wait_for_rounds $signal.json.journal 1
  kill -$signal -- -$pid
  wait $pid
  [ $? = 130 ] || fail "status after SIG$signal"
  grep -q "continue with: firstbyte run --resume $signal.json.journal" $signal.err || fail "SIG$signal: $(cat $signal.err)"
  "$firstbyte" run --resume=$signal.json >/dev/null 2>&1 || fail "resume after SIG$signal"
  complete $signal.json
done

# 6. A full disk, for which the limit on a file's size stands: while the journal grows, and when the results are written.
(ulimit -f 12 && "$firstbyte" run "${small[@]}" --out=full.json >/dev/null 2>full.err)
[ $? = 4 ] || fail "status on a full disk"
grep -q 'File too large. Every finished round is safe; continue with: firstbyte run --resume full.json.journal' full.err || fail "full disk: $(cat full.err)"
[ -e full.json ] && fail "half-written results"
"$firstbyte" run --resume=full.json >/dev/null 2>&1 || fail "resume after a full disk"
complete full.json

# 6b. More runs of what is finished, into results of their own; killed in the middle, they go on like any others.
"$firstbyte" run --extend=whole.json --runs=8 --out=more.json >more.out 2>&1 || fail "extend: $(cat more.out)"
complete more.json
grep -q 'Extended from 6 to 8 runs' more.out || fail "the report is silent about the extension"
python3 - <<'PY' || fail "an extension changed what was measured"
import json
whole, more = json.load(open("whole.json")), json.load(open("more.json"))
assert more["runs"][:6] == whole["runs"] and len(more["runs"]) == 8
assert more["protocol"].pop("extended_from_runs") == 6 and whole["protocol"].pop("extended_from_runs") is None
assert more["protocol"].pop("runs") == 8 and whole["protocol"].pop("runs") == 6
assert more["protocol"] == whole["protocol"] and more["arms"] == whole["arms"] and more["context"] == whole["context"]
PY
refuses "an extension that is none" 2 "There are 6 runs already" "$firstbyte" run --extend=whole.json --runs=6 --out=none.json
refuses "an extension over results" 2 "never overwritten" "$firstbyte" run --extend=whole.json --out=more.json
refuses "an extension with another protocol" 2 "--ops excludes --extend" "$firstbyte" run --extend=whole.json --ops=5
refuses "an extension of what goes on" 2 "excludes" "$firstbyte" run --extend=whole.json --resume=whole.json
refuses "an extension of nothing" 2 "Cannot read" "$firstbyte" run --extend=nothing.json
# So many processes that it is killed in the middle on any machine.
"$firstbyte" run --extend=whole.json --runs=100 --out=longer.json >/dev/null 2>&1 &
pid=$!
wait_for_rounds longer.json.journal 14
kill -9 $pid
wait $pid 2>/dev/null
[ -e longer.json ] && fail "results of a killed extension"
for _ in $(seq 600); do
  "$firstbyte" run --resume=longer.json >/dev/null 2>resumed.err && break
  grep -q 'Another firstbyte' resumed.err || break
  sleep 0.1
done
complete longer.json

# 7. What is refused, each with one sentence.
refuses "unknown command" 2 "Commands: run, report, compare, gate, calibrate, count, env, engines, phases, profile, lab, published, whatif, cpuid." "$firstbyte" frobnicate
refuses "unknown option" 2 "--frobnicate" "$firstbyte" run --frobnicate
refuses "unknown arm" 2 "Arms: baseline, patched" "$firstbyte" run --arms=baseline,fast
refuses "no baseline" 2 "baseline" "$firstbyte" run --arms=patched
refuses "unknown engine" 2 "Engines of this build: " "$firstbyte" run --engine=zstd-0
refuses "no engine" 2 "at least one engine" "$firstbyte" run --engine=,
refuses "an engine twice" 2 "named twice" "$firstbyte" run --engine=zstd-1.5.4,zstd-1.5.4
refuses "kernel that was not built" 2 "run --define=kernel_engines=on //:firstbyte" "$firstbyte" run --engine=linux-9.9
refuses "unknown case" 2 "Cases: linear" "$firstbyte" run --case=zram
refuses "unknown corpus" 2 "mixed" "$firstbyte" run --corpus=lorem
refuses "CPU that is not there" 2 "allowed are" "$firstbyte" run --cpu=4095
refuses "negative CPU" 2 "allowed are" "$firstbyte" run --cpu=-1
refuses "0 rounds" 2 "--rounds must be from 1" "$firstbyte" run --rounds=0
refuses "0 runs" 2 "--runs must be from 1" "$firstbyte" run --runs=0
refuses "0 operations" 2 "--ops must be from 1" "$firstbyte" run --ops=0
refuses "no number" 2 "--ops" "$firstbyte" run --ops=many
refuses "more than fits" 2 "--runs" "$firstbyte" run --runs=99999999999999999999
refuses "fragments of a case that has none" 2 "--case=scattered" "$firstbyte" run --fragments=4
refuses "built-in and real pages" 2 "--corpus excludes --page" "$firstbyte" run --page="$firstbyte" --corpus=text
refuses "unreadable page file" 2 "Cannot read" "$firstbyte" run --page=/nonexistent
refuses "directory as page file" 2 "directory" "$firstbyte" run --page=/
refuses "results that exist" 2 "never overwritten" "$firstbyte" run --out=whole.json
refuses "no directory" 4 "--out" "$firstbyte" run "${small[@]}" --out=/nonexistent/results.json
refuses "resume with another protocol" 2 "--resume" "$firstbyte" run --resume=whole.json --ops=5
refuses "resume what is not there" 2 "Cannot read" "$firstbyte" run --resume=nothing.json
refuses "no such results" 2 "Cannot read" "$firstbyte" report nothing.json
refuses "no results named" 2 "file" "$firstbyte" report
head -c 5000 whole.json >truncated.json
sed 's#firstbyte/1#firstbyte/9#' whole.json >schema.json
sed '0,/"wall_ns":[0-9]*/s//"wall_ns":NaN/' whole.json >nan.json
sed '0,/"wall_ns":[0-9]*/s//"wall_ns":-5/' whole.json >negative.json
printf 'hello' >text.json
: >empty.json
for file in truncated schema nan negative text empty; do
  refuses "results: $file" 4 "$file.json" "$firstbyte" report $file.json
done

# 8. Help of each command has an example, and nothing is wider than a terminal; standard output that is gone is an error, not silence.
for command in run report env engines published whatif; do
  "$firstbyte" $command --help >help || fail "$command --help"
  grep -q 'Example:' help || fail "$command --help has no example"
  cat help >>wide
done
{ "$firstbyte" --help && "$firstbyte" published && "$firstbyte" engines; } >>wide || fail "help, published or engines"
grep -E '.{81}' wide && fail "more than 80 columns"
"$firstbyte" published >/dev/full 2>err && fail "a full standard output"
[ "$failures" = 0 ] && echo "all checks passed"
exit $((failures > 0))
