#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# fetch_plot_libraries against an npm that a stand-in plays: $scratch/offer holds the tarballs that it gives.
. tools/shell_test.sh
script=$PWD/third_party/fetch_plot_libraries

machine() {
  mkdir -p "$scratch/offer" "$scratch/out here"
  export SCRATCH=$scratch
  unset FIRSTBYTE_SOURCE_DIR
  fake npm <<'BODY'
[ "$1" = pack ] || exit 1
[ ! -e "$SCRATCH/offline" ] || { printf 'npm ERR! code ENOTFOUND\nnpm ERR! request to https://npm.example/vega failed\n' >&2 && exit 1; }
for argument; do case $argument in --pack-destination=*) to=${argument#*=} ;; esac; done
cp "$SCRATCH/offer/${2/@/-}.tgz" "$to/"
BODY
  use_fakes bash cat chmod cp cut dirname grep gzip head ls mkdir mv rm sed sha512sum tar touch
  interpreter="import { ascending, isString } from 'vega-util';
function expression() {}
export { expression as expressionInterpreter };
//# sourceMappingURL=vega-interpreter.js.map"
  cd "$scratch/out here"
}

# package NAME FILE CONTENT: adds NAME@1.0.0 and its digest to the arguments.
package() {
  mkdir -p "$scratch/tree/$1/package/build"
  printf 'Licence of %s\n' "$1" >"$scratch/tree/$1/package/LICENSE"
  printf '%s\n' "$3" >"$scratch/tree/$1/package/build/$2"
  tar -C "$scratch/tree/$1" -czf "$scratch/offer/$1-1.0.0.tgz" package
  arguments+=("$1@1.0.0" "$(sha512sum <"$scratch/offer/$1-1.0.0.tgz" | cut -d' ' -f1)")
}

packages() {
  arguments=()
  package vega vega.min.js 'var vega = {};
//# sourceMappingURL=vega.min.js.map'
  package vega-lite vega-lite.min.js 'var vegaLite = {};'
  package vega-interpreter vega-interpreter.js "$interpreter"
}

expect_nothing_left() { [ -z "$(ls)" ] || fail "left behind: $(ls)"; }

test_makes_one_script_with_licences() {
  machine
  packages
  run "$script" "${arguments[@]}"
  expect_status 0
  [ "$(ls)" = plots.js ] || fail "found: $(ls)"
  output=$(cat plots.js)
  expect_output '/*! Vega, 1.0.0

Licence of vega
*/'
  expect_output 'Licence of vega-lite'
  expect_output 'Licence of vega-interpreter'
  expect_output 'Copyright 2010-2026 Mike Bostock'
  expect_output 'var vega = {};'
  expect_output 'var vegaLite = {};'
  expect_output '(function () {
const { ascending, isString } = vega;
function expression() {}
vega.expressionInterpreter = expression;
})();'
  expect_no_output sourceMappingURL
}

test_no_npm() {
  machine
  packages
  rm "$scratch/bin/npm"
  refuses 1 "npm is not installed (Debian package npm)" "$script" "${arguments[@]}"
  expect_nothing_left
}

test_offline() {
  machine
  packages
  touch "$scratch/offline"
  refuses 1 "npm could not fetch vega@1.0.0: ENOTFOUND" "$script" "${arguments[@]}"
  expect_no_output example
  expect_nothing_left
}

test_another_tarball_than_the_pinned_one() {
  machine
  packages
  arguments[3]=${arguments[1]}
  refuses 1 "vega-lite-1.0.0.tgz is not the one whose SHA-512 is pinned in WORKSPACE" "$script" "${arguments[@]}"
  expect_nothing_left
}

# expect_no_path: who reads the sentence learns nothing of this machine.
expect_no_path() {
  expect_no_output "$scratch"
  expect_no_output /
  expect_nothing_left
}

test_tarball_that_is_none() {
  machine
  packages
  printf 'no tarball\n' >"$scratch/offer/vega-1.0.0.tgz"
  arguments[1]=$(sha512sum <"$scratch/offer/vega-1.0.0.tgz" | cut -d' ' -f1)
  refuses 1 "vega-1.0.0.tgz cannot be unpacked" "$script" "${arguments[@]}"
  expect_no_path
}

test_package_without_a_licence_or_its_script() {
  local file=LICENSE text="there is no licence of Vega-Lite, 1.0.0"
  machine
  for _ in 1 2; do
    packages
    rm "$scratch/tree/vega-lite/package/$file"
    tar -C "$scratch/tree/vega-lite" -czf "$scratch/offer/vega-lite-1.0.0.tgz" package
    arguments[3]=$(sha512sum <"$scratch/offer/vega-lite-1.0.0.tgz" | cut -d' ' -f1)
    refuses 1 "$text" "$script" "${arguments[@]}"
    expect_no_path
    file=build/vega-lite.min.js text="there is no vega-lite.min.js where it is expected"
  done
}

test_what_has_no_sentence_of_its_own_still_has_one() {
  machine
  packages
  fake sed <<<'printf "%s: broken\n" "$PWD" >&2; exit 2'
  refuses 2 "what npm fetched cannot be made into one script" "$script" "${arguments[@]}"
  expect_no_path
}

test_scripts_of_a_package_are_not_run() {
  machine
  packages
  fake npm <<'BODY'
printf '%s\n' "$@" >"$SCRATCH/asked"
exit 1
BODY
  refuses 1 "npm could not fetch vega@1.0.0: it failed" "$script" "${arguments[@]}"
  grep -qx -e --ignore-scripts "$scratch/asked" || fail "npm may run what it fetches"
}

test_interpreter_of_another_make() {
  machine
  interpreter="import x from 'elsewhere';
export { y };"
  packages
  refuses 1 "vega-interpreter is not made as expected" "$script" "${arguments[@]}"
  expect_nothing_left
}

test_directory_of_tarballs() {
  machine
  packages
  rm "$scratch/bin/npm"
  FIRSTBYTE_SOURCE_DIR=$scratch/offer run "$script" "${arguments[@]}"
  expect_status 0
  grep -q 'var vegaLite' plots.js || fail "no script"
}

run_tests
