#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `count` and the exact gate where QEMU, or the counter, is missing: what is left, and the reason. count_test.sh FIRSTBYTE
. tools/shell_test.sh
firstbyte=$PWD/$1
unset BUILD_WORKING_DIRECTORY
# No machine has QEMU in an empty directory.
no_qemu() { PATH=$scratch/nothing "$firstbyte" "$@"; }

test_without_qemu_counts_are_null_with_one_reason() {
  cd "$scratch"
  no_qemu count --format=json >counts.json
  python3 - <<'PY' || fail "the JSON is not what docs/count.md says"
import json
with open("counts.json") as file:
    counts = json.load(file)
assert counts["schema"] == "firstbyte-counts/1" and counts["engine"] == "zstd-1.5.4" and counts["compiler"]
assert counts["not_measured"] == "there is no qemu-x86_64 on PATH; it is in the Debian package qemu-user"
assert len(counts["rows"]) == 10
assert all(row[key] is None for row in counts["rows"] for key in ("cpuids", "instructions", "bytes_cleared", "bytes_stored"))
assert [size["pages"] for size in counts["sizes"]] == ["mixed", "text", "heap", "binary", "zero", "random"]
assert all(0 < size["bytes"] for size in counts["sizes"])
PY
  run no_qemu count
  expect_status 0
  expect_output 'not measured: there is no qemu-x86'
}

test_without_qemu_the_gate_compares_sizes_and_says_what_was_not_measured() {
  cd "$scratch"
  no_qemu count --format=json >counts.json
  run "$firstbyte" gate --counts=counts.json --expected=counts.json
  expect_status 0
  expect_output '### Exact counts: the same'
  expect_output '- not measured: there is no qemu-x86'
  echo '{"schema":"firstbyte-policy/1","exact":"required"}' >policy.json
  run "$firstbyte" gate --policy=policy.json --counts=counts.json --expected=counts.json
  expect_status 4
  expect_output 'the policy requires counts'
  python3 - <<'PY'
import json
with open("counts.json") as file:
    counts = json.load(file)
counts["sizes"][0]["bytes"] += 1
with open("larger.json", "w") as file:
    json.dump(counts, file)
PY
  run "$firstbyte" gate --junit=gate.xml --counts=larger.json --expected=counts.json
  expect_status 1
  expect_output 'size of mixed pages of zstd-1.5.4'
  python3 - <<'PY' || fail "the JUnit XML does not say what failed"
import xml.etree.ElementTree as xml
suite = xml.parse("gate.xml").getroot().find("testsuite")
assert suite.get("failures") == "1" and suite.get("skipped") == "1" and suite.get("tests") == "3"
PY
  run "$firstbyte" gate --counts=counts.json --expected=larger.json
  expect_status 0
  expect_output 'improved: size of mixed pages'
}

test_a_qemu_that_fails_is_a_reason() {
  cd "$scratch"
  fake qemu-x86_64 <<'QEMU'
[ "$1" != --version ] || { echo "qemu-x86_64 version 99"; exit 0; }
echo "Could not load plugin: API version 99 wanted" >&2
exit 1
QEMU
  run env PATH="$scratch/bin:$PATH" "$firstbyte" count
  expect_status 0
  local words
  words=$(tr -s '\n ' ' ' <<<"$output")
  [[ $words == *'API version 99 wanted'* || $words == *'has no counter'* ]] || fail "no reason"
  expect_no_output 'counted by'
}

test_nothing_is_recorded_that_was_not_counted() {
  cd "$scratch"
  refuses 4 'nothing was counted' env PATH="$scratch/nothing" "$firstbyte" count --record=recorded.json
  [ ! -e recorded.json ] || fail "recorded all the same"
}

# Counts can be had again, a report of them is no place to lose them in.
test_counts_are_replaced_by_counts_alone() {
  cd "$scratch"
  no_qemu count --format=json --out=counts.json
  cp counts.json before.json
  refuses 2 'holds a measurement' no_qemu count --out=counts.json
  cmp counts.json before.json || fail "the counts were touched"
  no_qemu count --format=json --out=counts.json
  echo '{"schema": "firstbyte/1", "runs": []}' >results.json
  refuses 2 'holds a measurement' no_qemu count --format=json --out=results.json
  refuses 2 'holds a measurement' no_qemu count --record=results.json
  refuses 2 '--out and --record are one file, both.json' no_qemu count --format=json --out=both.json --record=both.json
  refuses 4 'nothing was counted' no_qemu count --record=counts.json
}

test_usage() {
  cd "$scratch"
  no_qemu count --format=json >counts.json
  refuses 2 "no engine zstd-9" "$firstbyte" count --engine=zstd-9
  refuses 2 "There is no arm 'x'" "$firstbyte" count --arms=baseline,x
  refuses 2 "There is no operation 'x'" "$firstbyte" count --operation=x
  refuses 2 "purple" "$firstbyte" count --control=purple
  refuses 2 "xml" "$firstbyte" count --format=xml
  refuses 2 "gate wants a results file" "$firstbyte" gate
  refuses 2 "name those, too" "$firstbyte" gate --expected=counts.json
  refuses 2 "Cannot read nothing" "$firstbyte" gate --counts=nothing
  refuses 4 "firstbyte-counts/1" "$firstbyte" gate --counts=<(echo '{}')
  run "$firstbyte" gate --counts=counts.json
  expect_status 4
  expect_output 'one engine and no record'
}

run_tests
