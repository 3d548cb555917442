#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `phases` as a user sees it, on the real engines, with so few blocks that its numbers say nothing. phases_test.sh FIRSTBYTE
. tools/shell_test.sh
firstbyte=$PWD/$1
unset BUILD_WORKING_DIRECTORY
few=(--repetitions=3 --blocks=4)

test_conditions_come_first_and_tables_fit_a_terminal() {
  cd "$scratch"
  "$firstbyte" phases "${few[@]}" >out.md 2>err
  expect_file err ""
  head -1 out.md | grep -qv '^\*\*Phases' || fail "the conditions do not come first"
  local row
  for row in cwksp_layout 'cctx_zeroing .* 5,216 ' bmi2_probe reset pledge parameter_replay unattributed init_cstream parts_in_order 'table_clear .* 49,152 ' compress_body decompress_body; do
    [ "$(grep -cE "^\| $row" out.md)" -ge 2 ] || fail "no row $row for each probe"
  done
  grep -q 'A/A control' out.md || fail "no control"
  grep -q 'one CPUID, by the slope' out.md || fail "no dose-response"
  grep -q 'the range over the repetitions' out.md || fail "three repetitions are no interval"
  awk 'length > 80 { exit 1 }' <(sed -n '/^\*\*Phases/,$p' out.md) || fail "wider than 80 columns"
}

test_json_has_the_shape_that_others_build_on() {
  cd "$scratch"
  "$firstbyte" phases "${few[@]}" --per-parameter --seed=7 --format=json >out.json 2>err
  grep -q 'cpu model' err || fail "the conditions are not on stderr"
  python3 - <<'PY' || fail "the JSON is not what docs/phases.md says"
import json
with open("out.json") as file:
    phases = json.load(file)
assert phases["schema"] == "firstbyte-phases/1" and phases["engine"] == "zstd-1.5.4"
for probe, name in ((phases, "live"), (phases["cached"], "cached")):
    assert probe["probe"] == name
    rows = {row["phase"]: row for row in probe["rows"]}
    assert len(rows) == 20 and all(row["low"] <= row["ns"] <= row["high"] for row in rows.values())
    assert rows["cctx_zeroing"]["bytes"] == 5216 and rows["table_clear"]["bytes"] == 49152
    assert rows["c_windowLog"]["bytes"] is None
    for key in ("whole_ns", "unattributed_ns", "aa_control_ns"):
        assert isinstance(probe[key], float), key
    assert [whole["whole"] for whole in probe["wholes"]] == ["init_cstream", "init_cctx", "init_dstream", "compress", "decompress"]
assert [point["cpuids"] for point in phases["dose_response"]["points"]] == [0, 1, 2, 4]
assert phases["conditions"]["seed"] == 7 and phases["conditions"]["blocks"] == 4
PY
}

test_output_goes_into_a_file_that_is_no_measurement() {
  cd "$scratch"
  run "$firstbyte" phases "${few[@]}" --out=phases.md
  expect_status 0
  grep -q '^| cwksp_layout' phases.md || fail "no table in the file"
  "$firstbyte" run --runs=1 --rounds=1 --ops=1 --out=results.json >/dev/null
  refuses 2 "never overwritten" "$firstbyte" phases "${few[@]}" --out=results.json
}

test_a_result_is_taken_apart_by_phases_of_the_same_machine() {
  cd "$scratch"
  "$firstbyte" phases "${few[@]}" --format=json --out=phases.json 2>/dev/null
  "$firstbyte" run --runs=1 --rounds=1 --ops=1 --out=results.json >/dev/null
  run "$firstbyte" report --phases=phases.json results.json
  expect_status 0
  expect_output '| bmi2_probe '
  expect_output '| CPUIDs executed    |        4 |       2 |      0 |      0 |'
  expect_output '| bytes cleared      |   59,584 |  54,368 | 59,584 | 54,368 |'
  expect_output '| setParameter calls |       20 |      10 |     20 |     10 |'
  awk 'length > 80 { exit 1 }' <<<"$output" || fail "wider than 80 columns"
  "$firstbyte" report --phases=phases.json --format=json results.json >report.json
  python3 - <<'PY' || fail "the document has no attribution of each arm"
import json
with open("report.json") as file:
    compress, decompress = json.load(file)["attribution"]
assert [arm["arm"] for arm in compress["arms"]] == ["baseline", "patched", "cached", "both"]
assert [arm["cpuids"] for arm in decompress["arms"]] == [4, 2, 0, 0]
assert all(arm["instructions"] is None or arm["instructions"] > 0 for arm in compress["arms"])
PY
  "$firstbyte" report --phases=phases.json --format=svg results.json >bars.svg
  python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("bars.svg")' || fail "the SVG is no XML"
  python3 -c 'import json; j = json.load(open("phases.json")); j["estimates"] = []; json.dump(j, open("hollow.json", "w"))'
  refuses 4 "hollow.json says times that cannot be" "$firstbyte" report --phases=hollow.json results.json
  sed -i 's/"machine_id": "./"machine_id": "x/' phases.json
  refuses 4 "not of the same machine" "$firstbyte" report --phases=phases.json results.json
  refuses 4 "firstbyte-phases/1 belongs here" "$firstbyte" report --phases=results.json results.json
  refuses 2 "with --phases" "$firstbyte" report --format=svg results.json
  refuses 2 "has no phases" "$firstbyte" report --format=mail --phases=phases.json results.json
  refuses 2 "Cannot read nothing" "$firstbyte" report --phases=nothing results.json
}

test_phases_are_printed_again() {
  cd "$scratch"
  "$firstbyte" phases "${few[@]}" --format=json --out=phases.json 2>/dev/null
  "$firstbyte" report phases.json >again.md
  grep -q '^\*\*Phases of zstd-1.5.4' again.md || fail "no tables"
  "$firstbyte" report --format=json phases.json | cmp - phases.json || fail "the document is another one"
  "$firstbyte" report --format=svg phases.json >bars.svg
  grep -q '^<svg' bars.svg || fail "no bars"
  refuses 2 "holds phases" "$firstbyte" report --format=mail phases.json
  refuses 2 "never overwritten" "$firstbyte" report --format=svg phases.json --out=phases.json
  refuses 2 "holds phases itself" "$firstbyte" report --phases=phases.json phases.json
  head -c 3000 phases.json >cut.json
  refuses 4 "cut off" "$firstbyte" report cut.json
}

# What goes to stdout needs no directory that can be written to.
test_a_directory_that_cannot_be_written_to() {
  local unprivileged=()
  [ "$(id -u)" != 0 ] || unprivileged=(setpriv --bounding-set=-all --inh-caps=-all --no-new-privs)
  "${unprivileged[@]}" grep -qE '^CapEff:\s0+$' /proc/self/status || { echo "skipped: privileges cannot be laid down here"; return; }
  mkdir "$scratch/read-only"
  cd "$scratch/read-only"
  chmod 555 .
  run "${unprivileged[@]}" "$firstbyte" phases "${few[@]}"
  expect_status 0
  expect_output '| bmi2_probe '
  refuses 4 "Cannot write out.md: Permission denied." "${unprivileged[@]}" "$firstbyte" phases "${few[@]}" --out=out.md
}

test_bars_of_the_phases_alone() {
  cd "$scratch"
  run "$firstbyte" phases "${few[@]}" --format=svg --out=bars.svg
  expect_status 0
  python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("bars.svg")' || fail "the SVG is no XML"
}

# There is nothing to go on from, which has to be said.
test_a_signal_ends_it_with_a_sentence() {
  cd "$scratch"
  local signal pid
  for signal in INT TERM; do
    # The shell has its background jobs ignore SIGINT.
    env --default-signal=INT "$firstbyte" phases --repetitions=1000 --out=phases.md >out 2>err &
    pid=$!
    wait_until 60 catches "$pid" || fail "it never came to measuring"
    kill -"$signal" "$pid"
    status=0
    wait "$pid" || status=$?
    expect_status 130
    [ "$(tail -n 1 err)" = 'firstbyte: Interrupted; phases are written only when all are measured, so nothing was.' ] || fail "SIG$signal: $(tail -n 1 err)"
    [ ! -e phases.md ] || fail "something was written"
  done
}

test_real_pages() {
  cd "$scratch"
  head -c 20000 "$firstbyte" >pages
  run "$firstbyte" phases "${few[@]}" --page=pages
  expect_status 0
  expect_output "pages"
  refuses 2 "nothing-here" "$firstbyte" phases "${few[@]}" --page=nothing-here
}

test_usage_errors() {
  refuses 2 "--repetitions must be from 3 to 1000, not 2." "$firstbyte" phases --repetitions=2
  refuses 2 "--blocks must be from 4 to 1000000, not 0." "$firstbyte" phases --blocks=0
  refuses 2 "--blocks must be a multiple of 4" "$firstbyte" phases --blocks=10
  refuses 2 "--level must be from 1 to 22, not 23." "$firstbyte" phases --level=23
  refuses 2 "no engine zstd-9" "$firstbyte" phases --engine=zstd-9
  refuses 2 "4095" "$firstbyte" phases --cpu=4095
  refuses 2 "purple" "$firstbyte" phases --corpus=purple
  refuses 2 "xml" "$firstbyte" phases --format=xml
  refuses 2 "--loud" "$firstbyte" phases --loud
}

run_tests
