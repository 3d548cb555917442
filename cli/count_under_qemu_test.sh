#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `count` and the exact gate on the real engines under QEMU: known answers, the same numbers twice, and every control found. For builds with
# --define=exact_counts=on. count_under_qemu_test.sh FIRSTBYTE
. tools/shell_test.sh
firstbyte=$PWD/$1
unset BUILD_WORKING_DIRECTORY
command -v qemu-x86_64 >/dev/null || skip_all "there is no qemu-x86_64 on PATH; it is in the Debian package qemu-user"
few=(--arms=baseline,patched --operation=decompress)

test_known_answers() {
  cd "$scratch"
  "$firstbyte" count --format=json >counts.json
  python3 - <<'PY' || fail "not the known answers"
import json
with open("counts.json") as file:
    counts = json.load(file)
assert counts["not_measured"] is None, counts["not_measured"]
cpuids = {"baseline": 4, "patched": 2, "cached": 0, "both": 0, "floor": 0}
rows = {(row["operation"], row["arm"]): row for row in counts["rows"]}
assert len(rows) == 10
for (operation, arm), row in rows.items():
    assert row["cpuids"] == cpuids[arm], (operation, arm, row["cpuids"])
    assert row["requests"] == 64 and row["instructions"] > 0
phases = {(phase["phase"], phase["probe"]): phase for phase in counts["phases"]}
assert phases["bmi2_probe", "live"]["cpuids"] == 2 and phases["bmi2_probe", "cached"]["cpuids"] == 0
assert phases["table_clear", "live"]["bytes_cleared"] == 49152  # 4 * (8192 + 4096): zstd's tables of a 4 KiB page at level 3
# gcc stores the first or last word of sizeof(ZSTD_CCtx), 5216, apart
assert 5208 <= phases["cctx_zeroing", "live"]["bytes_cleared"] <= 5216
# What the patch saves is one whole initialisation of a stream context, and little around it.
saved = {key: rows["compress", "baseline"][key] - rows["compress", "patched"][key] for key in ("instructions", "bytes_cleared", "cpuids")}
init = phases["init_cstream", "live"]
assert saved["cpuids"] == init["cpuids"] and saved["bytes_cleared"] == init["bytes_cleared"]
assert 0 <= saved["instructions"] - init["instructions"] < 50, saved
PY
}

test_twice_is_the_same_from_any_directory_and_environment() {
  cd "$scratch"
  "$firstbyte" count "${few[@]}" --record=first.json >/dev/null
  mkdir elsewhere
  (cd elsewhere && env LONG_VARIABLE="$(printf '%4000s' x)" "$firstbyte" count "${few[@]}" --format=json >../second.json)
  cmp first.json second.json || fail "two runs differ"
  run "$firstbyte" gate --counts=second.json --expected=first.json
  expect_status 0
  expect_output 'are the same'
}

test_each_control_is_found() {
  cd "$scratch"
  "$firstbyte" count "${few[@]}" --record=recorded.json >/dev/null
  local control what
  while read -r control what; do
    "$firstbyte" count "${few[@]}" --control="$control" --format=json --out=now.json
    run "$firstbyte" gate --counts=now.json --expected=recorded.json
    expect_status 1
    [[ $(tr -s '\n ' ' ' <<<"$output") == *"$what"* ]] || fail "control $control: expected $what"
  done <<'CONTROLS'
cpuid decompress baseline of zstd-1.5.4: 5 CPUIDs, 4 recorded (+1).
parameter instructions,
clear bytes cleared,
CONTROLS
  refuses 4 '--control adds' "$firstbyte" count "${few[@]}" --control=cpuid --record=no.json
}

# A program that is killed while it counts is no machine that cannot count: a gate would pass.
test_a_counted_program_that_dies_is_an_error() {
  cd "$scratch"
  local qemu
  qemu=$(command -v qemu-x86_64)
  fake qemu-x86_64 <<QEMU
[ "\$1" = --version ] || ulimit -t 1
exec "$qemu" "\$@"
QEMU
  refuses 4 'The counted program was killed by signal' env PATH="$scratch/bin:$PATH" "$firstbyte" count --format=json --out=now.json
  [ ! -e now.json ] || fail "something was written"
}

run_tests
