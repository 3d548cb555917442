#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# fetch_debian_source against an archive that stand-ins for apt-get and apt-cache play. $scratch/offer holds it: one directory per revision, with the files that
# the revision's download gives. What apt-get was told is kept in $scratch/seen: its configuration, and the sources.
. tools/shell_test.sh
script=$PWD/third_party/fetch_debian_source
good="the upstream tarball"
sha256=$(printf '%s' "$good" | sha256sum | cut -d' ' -f1)

# A Debian 12 with one archive; tests change what they are about.
machine() {
  mkdir -p "$scratch/etc/sources.list.d" "$scratch/offer" "$scratch/seen" "$scratch/out here"
  export FIRSTBYTE_APT_ETC=$scratch/etc FIRSTBYTE_OS_RELEASE=$scratch/os-release SCRATCH=$scratch
  unset FIRSTBYTE_SOURCE_DIR
  release bookworm
  cat >"$scratch/etc/sources.list.d/debian.sources" <<'LIST'
Types: deb
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian.gpg
LIST
  fake apt-get <<'BODY'
conf=$2
shift 2
cp "$conf" "$SCRATCH/seen/apt.conf"
case $1 in
  update)
    parts=$(sed -n 's/^Dir::Etc::sourceparts "\(.*\)";$/\1/p' "$conf")
    cp -r "$parts" "$SCRATCH/seen/parts"
    [ ! -e "$SCRATCH/offline" ] || {
      echo "W: Failed to fetch http://mirror.example/debian/dists/bookworm/InRelease  Temporary failure resolving 'mirror.example'"
      exit 100
    }
    ;;
  source)
    for last; do :; done
    echo "$last" >>"$SCRATCH/seen/asked"
    cp "$SCRATCH/offer/${last#*=}"/* . || { echo "E: Failed to fetch http://mirror.example/pool/x.dsc  404  Not Found" && exit 100; }
    ;;
esac
BODY
  fake apt-cache <<'BODY'
[ "$3 $4" = "showsrc thing" ] || exit 1
for revision in $(ls "$SCRATCH/offer"); do printf 'Package: thing\nVersion: %s\nFormat: 3.0 (quilt)\n\n' "$revision"; done
BODY
  use_fakes awk basename bash cat cp cut dirname find grep ls mkdir mktemp mv rm sed sha256sum sort tail touch tr wc
  cd "$scratch/out here"
}

release() { printf 'ID=debian\nVERSION_CODENAME=%s\n' "$1" >"$scratch/os-release"; }

# offer REVISION [CONTENT]: what the archive has; without content the download of that revision fails.
offer() {
  mkdir -p "$scratch/offer/$1"
  [ $# -lt 2 ] || printf '%s' "$2" >"$scratch/offer/$1/thing.orig.tar.xz"
}

fetch() { run "$script" thing 1.5.4+dfsg2 thing.orig.tar.xz "$sha256"; }
sources() { cat "$scratch/seen/parts/"*"$1"; }

expect_fetched() {
  expect_status 0
  expect_file thing.orig.tar.xz "$good"
  [ "$(ls)" = thing.orig.tar.xz ] || fail "left behind: $(ls)"
}

# Two lines, the first with this text; nothing fetched, nothing left behind, no mirror named.
expect_refusal() {
  expect_status 1
  expect_output "Could not get thing.orig.tar.xz (source package thing): $1"
  expect_output "or put the file into a directory and add --repo_env=FIRSTBYTE_SOURCE_DIR=DIRECTORY."
  [ "$(wc -l <<<"$output")" -eq 2 ] || fail "expected two lines"
  expect_no_output mirror.example
  [ -z "$(ls)" ] || fail "left behind: $(ls)"
}

test_fetches_and_leaves_nothing_else() {
  machine
  offer 1.5.4+dfsg2-5 "$good"
  fetch
  expect_fetched
  expect_file "$scratch/seen/asked" thing=1.5.4+dfsg2-5
}

test_a_later_release_asks_for_the_pinned_one_too() {
  machine
  release trixie
  sed -i s/bookworm/trixie/g "$scratch/etc/sources.list.d/debian.sources"
  offer 1.5.4+dfsg2-5 "$good"
  offer 1.5.7+dfsg-1 "another upstream version"
  fetch
  expect_fetched
  [ "$(sources .sources | grep Suites)" = "Suites: bookworm bookworm-updates
Suites: trixie trixie-updates" ] || fail "sources: $(sources .sources)"
}

test_falls_back_to_another_revision() {
  machine
  offer 1.5.4+dfsg2-5
  offer 1.5.4+dfsg2-5+deb12u1 "$good"
  fetch
  expect_fetched
  expect_file "$scratch/seen/asked" "thing=1.5.4+dfsg2-5
thing=1.5.4+dfsg2-5+deb12u1"
}

test_epoch_counts_as_the_version_and_likeness_does_not() {
  machine
  offer 11.5.4+dfsg2-1 "$good"
  offer 1.5.4+dfsg20-1 "$good"
  offer 1:1.5.4+dfsg2-9 "$good"
  fetch
  expect_fetched
  expect_file "$scratch/seen/asked" thing=1:1.5.4+dfsg2-9
}

test_another_digest_is_refused() {
  machine
  offer 1.5.4+dfsg2-5 "something else"
  fetch
  expect_refusal "tried 1.5.4+dfsg2-5, none gave a tarball with sha256 $sha256: apt said nothing."
}

test_offline() {
  machine
  touch "$scratch/offline"
  fetch
  expect_refusal "no Debian archive of this machine offers version 1.5.4+dfsg2: W: Failed to fetch (archive)  Temporary failure resolving (archive)"
}

test_download_that_fails() {
  machine
  offer 1.5.4+dfsg2-5
  fetch
  expect_refusal "tried 1.5.4+dfsg2-5, none gave a tarball with sha256 $sha256: E: Failed to fetch (archive)  404  Not Found"
}

test_no_apt_get() {
  machine
  rm "$scratch/bin/apt-get"
  fetch
  expect_refusal "this machine has no apt-get."
}

test_no_release() {
  machine
  echo ID=other >"$scratch/os-release"
  fetch
  expect_refusal "$scratch/os-release names no release."
}

test_directory_of_sources() {
  machine
  export FIRSTBYTE_SOURCE_DIR="$scratch/my sources"
  mkdir "$FIRSTBYTE_SOURCE_DIR"
  fetch
  expect_refusal "no such file in FIRSTBYTE_SOURCE_DIR=$scratch/my sources."
  printf 'something else' >"$FIRSTBYTE_SOURCE_DIR/thing.orig.tar.xz"
  fetch
  expect_refusal "the file in FIRSTBYTE_SOURCE_DIR=$scratch/my sources has another sha256 than $sha256."
  printf '%s' "$good" >"$FIRSTBYTE_SOURCE_DIR/thing.orig.tar.xz"
  fetch
  expect_fetched
  [ -z "$(ls "$scratch/seen")" ] || fail "asked an archive, too"
}

test_relative_directory_is_refused() {
  machine
  FIRSTBYTE_SOURCE_DIR=sources fetch
  expect_refusal "FIRSTBYTE_SOURCE_DIR=sources is not an absolute path."
}

# Everything that apt writes lies below the current directory, and the system's hooks are off.
test_the_systems_apt_is_left_alone() {
  machine
  offer 1.5.4+dfsg2-5 "$good"
  find "$scratch/etc" -type f -exec sha256sum {} + >"$scratch/before"
  fetch
  expect_fetched
  find "$scratch/etc" -type f -exec sha256sum {} + >"$scratch/after"
  expect_file "$scratch/after" "$(cat "$scratch/before")"
  for key in Dir::Etc::sourceparts Dir::State::lists Dir::Cache; do
    grep -q "^$key \"$PWD/apt\.[A-Za-z0-9]*/[a-z]*\";$" "$scratch/seen/apt.conf" || fail "$key: $(cat "$scratch/seen/apt.conf")"
  done
  for hook in Pre-Invoke Post-Invoke Post-Invoke-Success; do
    grep -q "^#clear APT::Update::$hook;$" "$scratch/seen/apt.conf" || fail "hook $hook is on"
  done
}

run_tests
