#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# debian_sources.awk: what becomes of a machine's apt sources.
. tools/shell_test.sh

# convert FORMAT [RELEASE [WANTED]] <FILE: runs the conversion on a machine of RELEASE for the release WANTED.
convert() { run awk -v format="$1" -v here="${2:-bookworm}" -v suite="${3:-bookworm}" -v type="${4:-deb-src}" -f third_party/debian_sources.awk; }

expect_all() { [ "$output" = "$1" ] || fail "expected: $1"; }

test_deb822_becomes_a_source_entry() {
  convert sources <<'LIST'
Types: deb
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian.gpg
LIST
  expect_all "Types: deb-src
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian.gpg"
}

test_sources_of_binary_packages() {
  convert sources bookworm bookworm deb <<'LIST'
Types: deb deb-src
URIs: http://mirror.example/debian
Suites: bookworm-security
Components: main
LIST
  expect_all "Types: deb
URIs: http://mirror.example/debian
Suites: bookworm-security
Components: main"
  convert list bookworm bookworm deb <<<"deb http://mirror.example/debian bookworm main"
  expect_all "deb http://mirror.example/debian bookworm main"
}

test_deb822_of_any_shape() {
  convert sources <<'LIST'
# The distribution's own
types: deb deb-src
uris: http://mirror.example/debian
 http://second.example/debian
SUITES: bookworm
 bookworm-security other
Components: contrib main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 a2V5
 -----END PGP PUBLIC KEY BLOCK-----

Enabled: no
Types: deb
URIs: http://off.example/debian
Suites: bookworm
Components: main
LIST
  expect_all "Types: deb-src
URIs: http://mirror.example/debian http://second.example/debian
Suites: bookworm bookworm-security
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 a2V5
 -----END PGP PUBLIC KEY BLOCK-----"
}

test_one_line_entries() {
  convert list <<'LIST'
# deb http://comment.example/debian bookworm main
deb http://mirror.example/debian bookworm main contrib # trailing
deb [arch=amd64 signed-by=/usr/share/keyrings/debian.gpg]  http://mirror.example/security bookworm-security main
deb http://mirror.example/old bookworm/updates main
deb-src http://mirror.example/debian bookworm main
deb cdrom:[Debian 12 _Bookworm_]/ bookworm main
LIST
  expect_all "deb-src http://mirror.example/debian bookworm main
deb-src [arch=amd64 signed-by=/usr/share/keyrings/debian.gpg]  http://mirror.example/security bookworm-security main
deb-src http://mirror.example/old bookworm/updates main"
}

test_third_parties_are_left_out() {
  convert list <<'LIST'
deb http://containers.example/linux/debian bookworm stable
deb http://browser.example/linux/deb stable main
deb http://database.example/pub bookworm-pgdg main
deb http://compiler.example/bookworm llvm-toolchain-bookworm-16 main
deb http://flat.example/packages ./
LIST
  expect_all ""
  convert sources <<'LIST'
Types: deb
URIs: http://node.example
Suites: nodistro
Components: main

Types: deb
URIs: http://containers.example/linux/debian
Suites: bookworm
Components: stable
LIST
  expect_all ""
}

test_a_name_that_follows_the_release_becomes_the_release() {
  convert list <<<'deb http://mirror.example/debian stable-updates main'
  expect_all "deb-src http://mirror.example/debian bookworm-updates main"
}

test_another_release_takes_the_place_of_the_machines() {
  convert list trixie bookworm <<'LIST'
deb http://mirror.example/debian trixie main
deb http://mirror.example/security trixie-security main
deb http://mirror.example/debian bookworm main
LIST
  expect_all "deb-src http://mirror.example/debian bookworm main
deb-src http://mirror.example/security bookworm-security main"
  convert sources trixie bookworm <<'LIST'
Types: deb
URIs: http://mirror.example/debian
Suites: trixie trixie-updates
Components: main
LIST
  expect_output "Suites: bookworm bookworm-updates"
}

run_tests
