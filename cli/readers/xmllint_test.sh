#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# xmllint holds the gate's JUnit XML against a schema of it, and the SVG against the rules of XML, also where names in the results are hostile.
# xmllint_test.sh FIRSTBYTE RESULTS
. tools/shell_test.sh
firstbyte=$PWD/$1 results=$PWD/$2
schema=$PWD/cli/readers/junit.xsd
unset BUILD_WORKING_DIRECTORY
command -v xmllint >/dev/null || skip_all "there is no xmllint: install libxml2-utils"

# edited SCRIPT [RESULTS]: the results after a Python script saw them as `r`; slow() of it multiplies the times of an arm.
edited() {
  python3 - "${2:-$results}" "$1" <<'PY'
import json, sys
with open(sys.argv[1]) as file:
    r = json.load(file)
def slow(name, factor):
    for run in r["runs"]:
        for one in run["rounds"]:
            for sample in one["samples"]:
                if r["arms"][sample["arm"]]["name"] == name:
                    sample["wall_ns"] = int(sample["wall_ns"] * factor)
                    sample["cpu_ns"] = int(sample["cpu_ns"] * factor)
exec(sys.argv[2])
json.dump(r, sys.stdout)
PY
}

# Everything that XML could take for itself, characters that XML 1.0 cannot hold at all, and such as change how a line reads.
hostile='"</testcase><![CDATA[" + "]]>&lt;&#0;<!--" + "\u0001\u001b[31m\ufffe\u202e\"\u0027 \U0001f600 --\n\t"'

valid() { # FILE [TESTS FAILURES ERRORS]: of all suites together
  xmllint --nonet --noout --schema "$schema" "$1" 2>err || fail "$1 is no JUnit XML: $(cat err)"
  [ "$(xmllint --nonet --xpath 'boolean(//testsuite[@tests != count(testcase) or @failures != count(testcase[failure]) or @errors != count(testcase[error])
    or @skipped != count(testcase[skipped])])' "$1")" = false ] || fail "a suite of $1 does not count what it holds"
  [ $# = 1 ] || [ "$(xmllint --nonet --xpath 'concat(count(//testcase), " ", count(//failure), " ", count(//error))' "$1")" = "$2 $3 $4" ] ||
    fail "$1: not $2 cases, $3 failures, $4 errors"
}

junit() { "$firstbyte" gate --format=junit "$@" 2>/dev/null || true; }

test_the_schema_refuses_what_is_no_junit() {
  cd "$scratch"
  local text
  for text in '<testsuite/>' '<testsuite name="a" tests="1" failures="0" errors="0"><case/></testsuite>' \
    '<testsuite name="a" tests="-1" failures="0" errors="0"/>' '<testsuite name="a" tests="1" failures="0" errors="0"><testcase name="x"/></testsuite>' \
    '<testsuite name="a" tests="1" failures="0" errors="0"><testcase name="x" classname="y"><failed/></testcase></testsuite>' \
    '<testsuite name="a" tests="1" failures="0" errors="0"><testcase name="x" classname="y"><error/><failure/></testcase></testsuite>' \
    '<testsuite name="a" tests="1" failures="0" errors="0" timestamp="yesterday"/>' '<testsuite name="a" tests="0" failures="0" errors="0">'; do
    printf '<testsuites>%s</testsuites>' "$text" >wrong.xml
    ! (valid wrong.xml) >/dev/null 2>&1 || fail "accepted: $text"
  done
  echo '<testsuites><testsuite name="a" tests="2" failures="0" errors="0" skipped="0"><testcase name="x" classname="y"/></testsuite></testsuites>' >miscounted.xml
  ! (valid miscounted.xml) >/dev/null 2>&1 || fail "accepted a suite that counts wrong"
}

test_every_verdict() {
  cd "$scratch"
  junit "$results" >improved.xml
  valid improved.xml 8 0 0
  edited 'slow("patched", 2)' >slow.json
  junit slow.json >regressed.xml
  valid regressed.xml 8 2 0
  echo '{"schema":"firstbyte-policy/1","margins_percent":{"compress":22.8,"decompress":90},"arms":["patched"],"looks":[{"runs":12,"alpha":0.01},{"runs":40,"alpha":0.04}]}' >near.json
  junit --policy=near.json "$results" >inconclusive.xml
  valid inconclusive.xml 2 0 1
  edited 'r["context"]["accel"] = "tcg"' >emulated.json
  junit emulated.json >invalid.xml
  valid invalid.xml 1 0 1
}

test_both_gates() {
  cd "$scratch"
  PATH=$scratch/nothing "$firstbyte" count --format=json >counts.json
  sed -E '0,/"bytes": [0-9]+/s//"bytes": 1/' counts.json >fewer.json
  junit --counts=counts.json --expected=counts.json "$results" >both.xml
  valid both.xml
  [ "$(xmllint --xpath 'count(/testsuites/testsuite)' both.xml)" = 2 ] || fail "not a suite of each gate"
  junit --counts=counts.json --expected=fewer.json >exact.xml
  valid exact.xml
  [ "$(xmllint --xpath 'count(//failure)' exact.xml)" = 1 ] || fail "one size of six grew"
  # It was counted without QEMU.
  [ "$(xmllint --xpath 'string(//skipped/@message)' exact.xml)" = "there is no qemu-x86_64 on PATH; it is in the Debian package qemu-user" ] || fail "no reason"
}

test_hostile_names() {
  cd "$scratch"
  edited "
evil = $hostile
slow('patched', 2)
r['context']['platform'] = evil
for arm in r['arms']:
    if arm['name'] == 'patched':
        arm['name'] = evil" >hostile.json
  junit hostile.json >hostile.xml
  valid hostile.xml 8 2 0
  [ "$(xmllint --xpath 'contains(//testcase[failure][1]/@name, "</testcase><![CDATA[]]>&lt;&#0;<!--")' hostile.xml)" = true ] || fail "the name is not what it was"
}

test_svg() {
  cd "$scratch"
  "$firstbyte" run --runs=1 --rounds=1 --ops=5 --arms=baseline,patched --out=run.json >/dev/null 2>&1
  "$firstbyte" phases --repetitions=3 --blocks=4 --format=json --out=phases.json 2>/dev/null
  "$firstbyte" report --format=svg phases.json >phases.svg
  edited "r['arms'][1]['name'] = $hostile" run.json >hostile.json
  "$firstbyte" report --format=svg --phases=phases.json hostile.json >hostile.svg
  local file
  for file in phases hostile; do
    xmllint --nonet --noout $file.svg 2>err || fail "$file.svg is not well-formed: $(cat err)"
    [ "$(xmllint --xpath 'name(/*)' $file.svg)" = svg ] || fail "$file.svg is no SVG"
    [ "$(xmllint --xpath 'count(//*[local-name() = "script" or local-name() = "testcase"])' $file.svg)" = 0 ] || fail "a name of $file.svg became an element"
  done
}

run_tests
