#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# fetch_kernel_zstd against an archive that stand-ins for apt-get and apt-cache play, with small packages that the real dpkg-deb makes. $scratch/offer holds the
# archive: one directory per version, with the package if it can be downloaded. What apt-get was told is kept in $scratch/seen.
. tools/shell_test.sh
script=$PWD/third_party/fetch_kernel_zstd

machine() {
  mkdir -p "$scratch/etc/sources.list.d" "$scratch/offer" "$scratch/seen" "$scratch/out here"
  export FIRSTBYTE_APT_ETC=$scratch/etc FIRSTBYTE_OS_RELEASE=$scratch/os-release SCRATCH=$scratch
  unset FIRSTBYTE_SOURCE_DIR
  printf 'ID=debian\nVERSION_CODENAME=bookworm\n' >"$scratch/os-release"
  printf 'deb http://mirror.example/debian bookworm main\n' >"$scratch/etc/sources.list"
  fake apt-get <<'BODY'
conf=$2
shift 2
cp "$conf" "$SCRATCH/seen/apt.conf"
case $1 in
  update)
    parts=$(sed -n 's/^Dir::Etc::sourceparts "\(.*\)";$/\1/p' "$conf")
    cp -r "$parts" "$SCRATCH/seen/parts"
    [ ! -e "$SCRATCH/offline" ] || {
      echo "W: Failed to fetch http://mirror.example/debian/dists/bookworm/InRelease  Temporary failure resolving 'mirror.example'" >&2
      exit 100
    }
    ;;
  download)
    for last; do :; done
    echo "$last" >>"$SCRATCH/seen/asked"
    cp "$SCRATCH/offer/${last#*=}"/*.deb . 2>/dev/null || { echo "E: Failed to fetch http://mirror.example/pool/l.deb  404  Not Found" >&2 && exit 100; }
    ;;
esac
BODY
  fake apt-cache <<'BODY'
[ "$3 $4" = "madison linux-source-9.9" ] || exit 1
for version in $(ls "$SCRATCH/offer"); do printf 'linux-source-9.9 | %s | http://mirror.example/debian bookworm/main amd64 Packages\n' "$version"; done
BODY
  use_fakes awk basename bash cat cp cut dirname dpkg-deb find grep head ls mkdir mkfifo mktemp mv rm sed sha256sum sort tail tar tee touch tr xz
  cd "$scratch/out here"
}

# tree VERSION: a kernel's tree with what is needed, and with what is not.
tree() {
  local file root=$scratch/tree/linux-source-9.9
  rm -rf "$scratch/tree"
  mkdir -p "$root/lib/zstd/common" "$root/include/linux" "$root/kernel"
  for file in lib/zstd/common/cpu.h lib/xxhash.c lib/string.c kernel/panic.c include/linux/{zstd,zstd_lib,zstd_errors,xxhash,list}.h; do
    echo "$file of $1" >"$root/$file"
  done
}

# package VERSION DIRECTORY: the tree as Debian packs it; its tarball's digest goes to $sha256.
package() {
  local root=$scratch/package
  rm -rf "$root"
  mkdir -p "$root/DEBIAN" "$root/usr/src" "$2"
  printf 'Package: linux-source-9.9\nVersion: %s\nArchitecture: all\nMaintainer: nobody <nobody@example.org>\nDescription: test\n' "$1" >"$root/DEBIAN/control"
  tar -C "$scratch/tree" -cJf "$root/usr/src/linux-source-9.9.tar.xz" linux-source-9.9
  sha256=$(sha256sum <"$root/usr/src/linux-source-9.9.tar.xz" | cut -d' ' -f1)
  dpkg-deb --root-owner-group --build "$root" "$2/linux-source-9.9_$1_all.deb" >/dev/null
}

# offer VERSION: what the archive has and gives.
offer() {
  tree "$1"
  package "$1" "$scratch/offer/$1"
}

fetch() { run "$script" linux-source-9.9; }

expect_fetched() { # VERSION
  expect_status 0
  [ "$output" = "linux-source-9.9.tar.xz $1 $sha256" ] || fail "expected the version and the digest $sha256"
  [ "$(find . -type f | sort | tr '\n' ' ')" = "./include/linux/xxhash.h ./include/linux/zstd.h ./include/linux/zstd_errors.h ./include/linux/zstd_lib.h ./lib/xxhash.c ./lib/zstd/common/cpu.h " ] ||
    fail "found: $(find . -type f)"
  expect_file lib/zstd/common/cpu.h "lib/zstd/common/cpu.h of $1"
}

# Two lines, the first with this text; nothing left behind, no mirror named.
expect_refusal() {
  expect_status 1
  expect_output "Could not get the kernel's zstd (package linux-source-9.9): $1"
  expect_output "or put linux-source-9.9_VERSION_all.deb into a directory and add --repo_env=FIRSTBYTE_SOURCE_DIR=DIRECTORY."
  [ "$(grep -c '' <<<"$output")" -eq 2 ] || fail "expected two lines"
  expect_no_output mirror.example
  [ -z "$(ls)" ] || fail "left behind: $(ls)"
}

test_takes_what_is_needed_out_of_the_newest_version() {
  machine
  offer 9.9.100-1
  offer 9.9.117-1~deb12u1
  fetch
  expect_fetched 9.9.117-1~deb12u1
  expect_file "$scratch/seen/asked" linux-source-9.9=9.9.117-1~deb12u1
  expect_file "$scratch/seen/parts/sources-bookworm.list" "deb http://mirror.example/debian bookworm main"
}

test_falls_back_to_a_version_that_can_be_had() {
  machine
  offer 9.9.9-1
  mkdir "$scratch/offer/9.9.10-1"
  fetch
  expect_fetched 9.9.9-1
  expect_file "$scratch/seen/asked" "linux-source-9.9=9.9.10-1
linux-source-9.9=9.9.9-1"
}

test_offline() {
  machine
  touch "$scratch/offline"
  fetch
  expect_refusal "no Debian archive of this machine offers it: W: Failed to fetch (archive)  Temporary failure resolving (archive)"
}

test_download_that_fails() {
  machine
  mkdir "$scratch/offer/9.9.10-1"
  fetch
  expect_refusal "tried 9.9.10-1, none could be downloaded: E: Failed to fetch (archive)  404  Not Found"
}

test_no_apt_get() {
  machine
  rm "$scratch/bin/apt-get"
  fetch
  expect_refusal "this machine has no apt-get."
}

test_package_without_what_is_needed() {
  machine
  tree 9.9.1-1
  rm "$scratch/tree/linux-source-9.9/lib/xxhash.c"
  package 9.9.1-1 "$scratch/offer/9.9.1-1"
  fetch
  expect_status 1
  expect_output "Could not get the kernel's zstd (package linux-source-9.9): linux-source-9.9_9.9.1-1_all.deb does not hold what is needed: tar: "
}

test_package_that_was_cut_short() {
  machine
  offer 9.9.1-1
  local deb=$scratch/offer/9.9.1-1/linux-source-9.9_9.9.1-1_all.deb
  head -c 700 "$deb" >"$deb.cut" && mv "$deb.cut" "$deb"
  fetch
  expect_status 1
  expect_output "does not hold what is needed"
}

test_directory_of_packages() {
  machine
  export FIRSTBYTE_SOURCE_DIR="$scratch/my sources"
  mkdir "$FIRSTBYTE_SOURCE_DIR"
  rm "$scratch/bin/apt-get"
  fetch
  expect_refusal "no linux-source-9.9_VERSION_all.deb in FIRSTBYTE_SOURCE_DIR=$scratch/my sources."
  tree 9.9.2-1
  package 9.9.2-1 "$FIRSTBYTE_SOURCE_DIR"
  fetch
  expect_fetched 9.9.2-1
  FIRSTBYTE_SOURCE_DIR=sources fetch
  expect_output "FIRSTBYTE_SOURCE_DIR=sources is not an absolute path."
}

# Everything that apt writes lies below the current directory, the system's hooks are off, and what is installed there is no candidate.
test_the_systems_apt_is_left_alone() {
  machine
  offer 9.9.1-1
  find "$scratch/etc" -type f -exec sha256sum {} + >"$scratch/before"
  fetch
  expect_fetched 9.9.1-1
  find "$scratch/etc" -type f -exec sha256sum {} + >"$scratch/after"
  expect_file "$scratch/after" "$(cat "$scratch/before")"
  for key in Dir::Etc::sourceparts Dir::State::lists Dir::State::status Dir::Cache; do
    grep -q "^$key \"$PWD/apt\.[A-Za-z0-9]*/[a-z]*\";$" "$scratch/seen/apt.conf" || fail "$key: $(cat "$scratch/seen/apt.conf")"
  done
  grep -q "^#clear APT::Update::Post-Invoke;$" "$scratch/seen/apt.conf" || fail "a hook is on"
}

run_tests
