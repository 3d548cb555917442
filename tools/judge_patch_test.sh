#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# tools/judge_patch over stand-ins of bazelw and firstbyte: what it calls in which order, and what it ends with, whatever the gate says.
. tools/shell_test.sh
source=$PWD

# A repository whose firstbyte writes down how it was called, and whose gate answers at 12, 24 and 48 runs with these exit statuses, and of counts alone with that in $scratch/counts, or 0.
# "2!" and "4!" are such that write nothing but a sentence. Where $scratch/fails names it, a command fails; bazelw ends with what is in $scratch/bare without trees,
# and with what is in $scratch/broken with them.
repository() { # STATUS...
  mkdir -p "$scratch/repository/tools" "$scratch/repository/bazel-bin/cli" "$scratch/user/base" "$scratch/user/patched"
  cp -L "$source/tools/judge_patch" "$scratch/repository/tools/"
  printf '%s\n' "$@" >"$scratch/statuses"
  cat >"$scratch/repository/bazelw" <<BODY
#!/usr/bin/env bash
echo "bazelw \$*" >>"$scratch/calls"
case "\$*" in
  *'CANDIDATE= '*) status=bare ;;
  *) status=broken ;;
esac
[ ! -e "$scratch/\$status" ] || exit "\$(cat "$scratch/\$status")"
BODY
  cat >"$scratch/repository/bazel-bin/cli/firstbyte" <<BODY
#!/usr/bin/env bash
echo "\$*" >>"$scratch/calls"
for word; do case \$word in --out=*) out=\${word#--out=} ;; esac; last=\$word; done
if grep -qx "\$1" "$scratch/fails" 2>/dev/null; then echo "\$1: something is wrong." >&2; exit 1; fi
case \$1 in
  gate)
    looks=\$(grep -c '^run' "$scratch/calls")
    next=(0 24 48 null)
    answer=\$(if [ "\$looks" = 0 ]; then cat "$scratch/counts" 2>/dev/null || echo 0; else sed -n "\${looks}p" "$scratch/statuses"; fi)
    echo "firstbyte gate: \$answer" >&2
    case \$answer in *!) exit "\${answer%!}" ;; esac
    echo '{"next_look_runs": '"\${next[looks]}"'}' >"\$out"
    exit "\$answer" ;;
  run) [ ! -e "\$out" ] || exit 2 ;;
esac
echo "\$1 \$last" >"\$out"
BODY
  chmod +x "$scratch/repository/bazelw" "$scratch/repository/bazel-bin/cli/firstbyte"
  cd "$scratch/user"
  touch policy.json calibration.json
}

judge() { run env -u GITHUB_STEP_SUMMARY "$scratch/repository/tools/judge_patch" "$@"; }

test_a_patch_that_passes() {
  repository 0
  judge --policy=policy.json --calibration=calibration.json base patched --ops=500
  expect_status 0
  local user=$scratch/user out=$scratch/user/judged-patch
  expect_file "$scratch/calls" "bazelw build --define=exact_counts=on --repo_env=FIRSTBYTE_CANDIDATE= --repo_env=FIRSTBYTE_CANDIDATE2= //:firstbyte
bazelw build --define=exact_counts=on --repo_env=FIRSTBYTE_CANDIDATE=$user/base --repo_env=FIRSTBYTE_CANDIDATE2=$user/patched //:firstbyte
count --engine=candidate,candidate2 --format=json --out=$out/counts.json
gate --policy=$user/policy.json --counts=$out/counts.json --out=$out/summary.md
run --engine=candidate,candidate2 --out=$out/results.json --ops=500
gate --policy=$user/policy.json --calibration=$user/calibration.json --counts=$out/counts.json --format=json --out=$out/gate.json $out/results.json
gate --policy=$user/policy.json --calibration=$user/calibration.json --counts=$out/counts.json --out=$out/summary.md $out/results.json
gate --policy=$user/policy.json --calibration=$user/calibration.json --counts=$out/counts.json --format=junit --out=$out/gate.xml $out/results.json
report --format=html --out=$out/report.html $out/results.json"
}

test_it_goes_on_as_planned_while_the_gate_is_undecided() {
  repository 3 3 1
  judge base patched
  expect_status 1
  grep -q -- "run --extend=$scratch/user/judged-patch/results.json --runs=24 --out=$scratch/user/judged-patch/results-24.json" "$scratch/calls" || fail "the first look was not extended"
  grep -q -- "run --extend=$scratch/user/judged-patch/results-24.json --runs=48 " "$scratch/calls" || fail "the second look was not extended"
  tail -n 1 "$scratch/calls" | grep -q 'report .*results-48.json$' || fail "the report is not of the last look"
}

test_it_ends_undecided_behind_the_last_look() {
  repository 3 3 3
  judge base patched
  expect_status 3
  [ "$(grep -c '^run' "$scratch/calls")" = 3 ] || fail "it looked more often than planned"
}

test_what_cannot_be_judged_is_not_measured_again() {
  repository 4
  judge base patched
  expect_status 4
  [ "$(grep -c '^run' "$scratch/calls")" = 1 ] || fail "it went on"
}

# Neither is a regression, though a shell that stops at the first failure ends with 1.
test_a_gate_that_cannot_be_asked() {
  repository '2!'
  judge base patched
  expect_status 2
  expect_output 'firstbyte gate: 2!'
  [ ! -e judged-patch/summary.md ] || fail "a summary of nothing"
  rm -r judged-patch "$scratch/calls"
  repository '4!'
  judge base patched
  expect_status 4
  expect_output 'firstbyte gate: 4!'
}

test_a_policy_that_cannot_be_used_is_found_before_measuring() {
  repository 0
  local answer
  for answer in '2!' '4!' 4; do
    echo "$answer" >"$scratch/counts"
    judge base patched
    expect_status "${answer%!}"
    expect_output "firstbyte gate: $answer"
    ! grep -q '^run' "$scratch/calls" || fail "it measured"
  done
  expect_output '{"next_look_runs": 0}'
  # Counts that rose, or of which there are none, are judged together with the times.
  for answer in 1 3; do
    echo "$answer" >"$scratch/counts"
    rm -rf judged-patch "$scratch/calls"
    judge base patched
    expect_status 0
  done
}

test_nothing_of_another_judgement_is_published() {
  repository '2!'
  mkdir judged-patch
  touch judged-patch/{summary.md,gate.json,gate.xml,report.html,counts.json}
  judge base patched
  expect_status 2
  [ "$(ls judged-patch)" = "counts.json
results.json" ] || fail "the directory has $(ls judged-patch)"
}

test_a_report_that_fails_is_said_and_changes_nothing() {
  repository 1
  echo report >"$scratch/fails"
  judge base patched
  expect_status 1
  expect_output 'report: something is wrong.'
  expect_output 'there is no report.html'
  [ -e judged-patch/gate.xml ] && [ -e judged-patch/summary.md ] || fail "gate.xml or summary.md is not there"
}

test_failures_of_its_own_are_no_verdicts() {
  repository 0
  local command
  for command in count run; do
    echo "$command" >"$scratch/fails"
    judge base patched
    expect_status 4
    expect_output "$command: something is wrong."
  done
  rm "$scratch/fails"
  touch judged
  judge --out=judged/below base patched
  expect_status 4
}

test_the_summary_goes_to_the_step() {
  repository 1
  run env GITHUB_STEP_SUMMARY="$scratch/step.md" "$scratch/repository/tools/judge_patch" --out=there base patched
  expect_status 1
  cmp -s there/summary.md "$scratch/step.md" || fail "the step has no summary"
}

test_usage() {
  repository 0
  refuses 2 'name two trees' env "$scratch/repository/tools/judge_patch" base
  refuses 2 '--frobnicate is no option' env "$scratch/repository/tools/judge_patch" --frobnicate base patched
  refuses 2 "$scratch/user/nothing.json cannot be read; --policy names a file." env "$scratch/repository/tools/judge_patch" --policy=nothing.json base patched
  refuses 2 "$scratch/user/base cannot be read; --calibration names a file." env "$scratch/repository/tools/judge_patch" --calibration=base base patched
  mkdir judged-patch && touch judged-patch/results.json
  refuses 2 'never overwritten' env "$scratch/repository/tools/judge_patch" base patched
  mv judged-patch/results.json judged-patch/results-24.json.journal
  refuses 2 'or the beginning of one (results-24.json.journal)' env "$scratch/repository/tools/judge_patch" base patched
  rm -r judged-patch
  run env "$scratch/repository/tools/judge_patch" --help
  expect_status 0
  expect_output 'judge_patch [--policy=FILE]'
}

test_what_does_not_build() {
  repository 0
  echo 1 >"$scratch/broken"
  refuses 2 'the trees do not build' env "$scratch/repository/tools/judge_patch" base patched
  # A full disk, an error of Bazel's own.
  echo 36 >"$scratch/broken"
  refuses 4 'another reason than the trees (exit status 36)' env "$scratch/repository/tools/judge_patch" base patched
  local status
  for status in 1 2 37; do
    echo "$status" >"$scratch/bare"
    refuses 4 'does not build without the trees either' env "$scratch/repository/tools/judge_patch" base patched
  done
  echo 8 >"$scratch/bare"
  judge base patched
  expect_status 130
  [ ! -e judged-patch/counts.json ] || fail "it went on"
}

# It would pass, whatever is in it. Copies may have the same content.
test_a_tree_is_not_judged_against_itself() {
  repository 0
  ln -s base link
  local patched
  for patched in base base/ ./base "$scratch/user/base/../base" link; do
    refuses 2 'are the same directory' env "$scratch/repository/tools/judge_patch" base "$patched"
    refuses 2 'are the same directory' env "$scratch/repository/tools/judge_patch" "$patched" base
  done
  [ ! -e "$scratch/calls" ] && [ ! -e judged-patch ] || fail "it began"
  cp -R base copy
  judge base copy
  expect_status 0
}

# The recipes call what there is, with options that it takes.
test_the_workflows_call_it() {
  local workflow=$source/.github/workflows/judge-patch.yml
  # shellcheck disable=SC2016  # the workflow's text
  grep -q '^ *firstbyte/tools/judge_patch \$OPTIONS --out=judged base patched \$RUN_OPTIONS$' "$workflow" || fail "judge-patch.yml"
  grep -q 'path: judged$' "$workflow" || fail "judge-patch.yml publishes something else"
  grep -q 'run: .ci/run$' "$source/.github/workflows/ci.yml" || fail "ci.yml"
}

run_tests
