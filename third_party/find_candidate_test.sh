#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# find_candidate against trees that have nothing but the names of files, and candidate_info, which says where such a tree came from.
. tools/shell_test.sh
find_candidate=$PWD/third_party/find_candidate candidate_info=$PWD/third_party/candidate_info
unset GIT_DIR

# version_header FILE VERSION: as zstd has it.
version_header() {
  local IFS=.
  # shellcheck disable=SC2086
  set -- "$1" $2
  printf '#define ZSTD_VERSION_MAJOR    %s\n#define ZSTD_VERSION_MINOR    %s\n#define ZSTD_VERSION_RELEASE  %s\n' "$2" "$3" "$4" >"$1"
}

upstream() { # DIRECTORY VERSION
  mkdir -p "$1"/lib/{common,compress,decompress}
  touch "$1"/lib/common/cpu.h "$1"/lib/compress/zstd_compress.c "$1"/lib/decompress/zstd_decompress.c
  version_header "$1/lib/zstd.h" "$2"
}

kernel() { # DIRECTORY VERSION
  mkdir -p "$1"/lib/zstd/{common,compress,decompress} "$1/include/linux"
  touch "$1"/lib/zstd/common/cpu.h "$1"/lib/zstd/compress/zstd_compress.c "$1"/lib/zstd/decompress/zstd_decompress.c "$1/lib/xxhash.c" "$1/include/linux/zstd.h"
  version_header "$1/include/linux/zstd_lib.h" "$2"
}

find_it() { run "$find_candidate" FIRSTBYTE_CANDIDATE "$1"; }

expect_found() { # KIND DIRECTORY VERSION
  expect_status 0
  [ "$(head -n 3 <<<"$output")" = "$(printf '%s\n' "$@")" ] || fail "expected $*"
}

expect_refusal() { # PATH SENTENCE
  find_it "$1"
  expect_status 1
  [ "$output" = "FIRSTBYTE_CANDIDATE=$1: $2" ] || fail "expected: $2"
}

test_trees_are_known_by_what_is_in_them() {
  upstream "$scratch/my tree" 1.5.4
  kernel "$scratch/linux" 1.5.7
  find_it "$scratch/my tree"
  expect_found upstream "$scratch/my tree" 1.5.4
  find_it "$scratch/linux/"
  expect_found kernel "$scratch/linux" 1.5.7
  HOME=$scratch find_it \~/linux
  expect_found kernel "$scratch/linux" 1.5.7
}

# So that the next build follows a link that leads to another tree by then.
test_a_link_stays_one() {
  mkdir -p "$scratch/trees"
  kernel "$scratch/trees/linux" 1.5.7
  upstream "$scratch/zstd" 1.5.4
  ln -s trees/linux "$scratch/link"
  find_it "$scratch/link/"
  expect_found kernel "$scratch/link" 1.5.7
  # Taken as a text it would be another directory.
  find_it "$scratch/link/../linux"
  expect_found kernel "$scratch/trees/linux" 1.5.7
  ln -sfn zstd "$scratch/link"
  find_it "$scratch/link"
  expect_found upstream "$scratch/link" 1.5.4
}

test_versions() {
  upstream "$scratch/oldest" 1.4.0
  find_it "$scratch/oldest"
  expect_found upstream "$scratch/oldest" 1.4.0
  upstream "$scratch/newer" 1.10.0
  find_it "$scratch/newer"
  expect_found upstream "$scratch/newer" 1.10.0
  upstream "$scratch/old" 1.3.8
  expect_refusal "$scratch/old" "this is zstd 1.3.8; engines are made of 1.4.0 and later, whose set-up is that of today's kernels."
  upstream "$scratch/none" 1.4.0
  : >"$scratch/none/lib/zstd.h"
  expect_refusal "$scratch/none" "its lib/zstd.h does not say which version of zstd it is (ZSTD_VERSION_MAJOR, _MINOR, _RELEASE)."
}

test_what_is_no_tree() {
  local name="that of a zstd checkout or of a kernel tree."
  expect_refusal "$scratch/nowhere" "there is no such directory; name $name"
  touch "$scratch/file"
  expect_refusal "$scratch/file" "not a directory; name $name"
  expect_refusal zstd "not an absolute path; name the directory of a zstd checkout or of a kernel tree, from / or from ~."
  mkdir "$scratch/empty"
  expect_refusal "$scratch/empty" "no zstd in this directory: it has neither lib/zstd.h (an upstream checkout) nor lib/zstd and include/linux/zstd.h (a kernel tree); name the top directory of one."
  upstream "$scratch/part" 1.5.4
  rm "$scratch/part/lib/common/cpu.h"
  expect_refusal "$scratch/part" "this looks like an upstream checkout, but it has no file lib/common/cpu.h; name a complete checkout of zstd 1.4.0 or later, or of a kernel with such a zstd."
  # As Linux had it up to 5.15.
  kernel "$scratch/old" 1.3.1
  rm "$scratch/old/include/linux/zstd_lib.h"
  expect_refusal "$scratch/old" "this looks like a kernel tree, but it has no file include/linux/zstd_lib.h; name a complete checkout of zstd 1.4.0 or later, or of a kernel with such a zstd."
}

# What hides sources from Bazel.
test_a_package_within_the_sources() {
  local file
  for file in lib/BUILD lib/common/BUILD.bazel; do
    upstream "$scratch/tree" 1.5.4
    touch "$scratch/tree/$file"
    expect_refusal "$scratch/tree" "it has a file $file, which hides a directory of sources from Bazel; move it away, or name a copy without it."
    rm "$scratch/tree/$file"
  done
  # Above them, and in what is a directory.
  mkdir "$scratch/tree/lib/BUILD"
  touch "$scratch/tree/BUILD.bazel"
  find_it "$scratch/tree"
  expect_found upstream "$scratch/tree" 1.5.4
}

# info TREE FILE...: runs candidate_info.
info() {
  printf 'FIRSTBYTE_CANDIDATE\n%s\n' "$1" >"$scratch/tree.txt"
  cd "$1"
  shift
  run "$candidate_info" "$scratch/tree.txt" "$@"
}

# A build of a tree that was replaced since it was first looked at ends with what is said of such a tree.
test_what_became_of_a_tree_is_refused() {
  upstream "$scratch/tree" 1.5.4
  info "$scratch/tree" lib/zstd.h
  expect_status 0
  upstream "$scratch/tree" 1.3.8
  info "$scratch/tree" lib/zstd.h
  expect_status 1
  [ "$output" = "FIRSTBYTE_CANDIDATE=$scratch/tree: this is zstd 1.3.8; engines are made of 1.4.0 and later, whose set-up is that of today's kernels." ] || fail "no sentence of find_candidate's"
}

test_the_name_is_that_of_the_directory_that_a_link_leads_to() {
  upstream "$scratch/zstd-1.5.4" 1.5.4
  ln -s zstd-1.5.4 "$scratch/link"
  info "$scratch/link" lib/zstd.h
  expect_status 0
  expect_output '#define FIRSTBYTE_ENGINE_SOURCE "zstd-1.5.4"'
}

test_source_is_the_directory_and_the_digest_that_of_the_files() {
  local first
  upstream "$scratch/tree \"1\"" 1.5.4
  info "$scratch/tree \"1\"" lib/zstd.h lib/common/cpu.h
  expect_status 0
  expect_output '#define FIRSTBYTE_ENGINE_SOURCE "tree _1_"'
  first=$output
  info "$scratch/tree \"1\"" lib/common/cpu.h lib/zstd.h
  [ "$output" = "$first" ] || fail "the order of the files matters"
  echo "/* edited */" >>lib/common/cpu.h
  info "$scratch/tree \"1\"" lib/zstd.h lib/common/cpu.h
  [ "$output" != "$first" ] || fail "the digest did not move with an edit"
  grep -q '^#define FIRSTBYTE_ENGINE_SOURCE_SHA256 "[0-9a-f]\{64\}"$' <<<"$output" || fail "no digest"
}

test_checkouts_say_what_git_calls_them() {
  command -v git >/dev/null || skip "there is no git: install git"
  upstream "$scratch/tree" 1.5.4
  cd "$scratch/tree"
  git init -q .
  git add .
  git -c user.name=nobody -c user.email=nobody@example.org commit -q -m one
  git tag v9
  info "$scratch/tree" lib/zstd.h
  expect_output '#define FIRSTBYTE_ENGINE_SOURCE "tree (v9)"'
  echo >>lib/zstd.h
  info "$scratch/tree" lib/zstd.h
  expect_output '#define FIRSTBYTE_ENGINE_SOURCE "tree (v9-dirty)"'
  find_it "$scratch/tree"
  [ "$(sed -n 4p <<<"$output")" = "$scratch/tree/.git" ] || fail "not the git directory"
}

run_tests
