#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# bazelw on made-up machines: what is missing, who may install it, how it is told; with stand-ins for apt-get, sudo, id and bazel.
. tools/shell_test.sh
source=$PWD

# A machine with a tree of the project (in a path with a space), root, and an apt-get that installs what it is asked for.
machine() {
  tree="$scratch/my tree"
  mkdir -p "$tree/tools" "$tree/sub dir" "$scratch/usr"
  cp -L "$source/bazelw" "$tree/"
  cp -L "$source/tools/hide_hosts.sed" "$tree/tools/"
  cat >"$tree/tools/apt-packages.txt" <<LIST
# comment
build bazel-bootstrap bazel
build libhere-dev $scratch/usr/here.h   # a comment
build xz-utils xz
ci    shellcheck shellcheck
LIST
  touch "$scratch/usr/here.h"
  export LOG=$scratch/log FAKE_UID=0
  fake id <<'BODY'
echo "$FAKE_UID"
BODY
  fake sudo <<'BODY'
echo "sudo $*" >>"$LOG"
exec "$@"
BODY
  fake apt-get <<'BODY'
echo "apt-get $*" >>"$LOG"
case " $* " in
  *" update "*) exit "${FAKE_UPDATE_STATUS:-0}" ;;
esac
if [ -n "${FAKE_INSTALL_ERROR:-}" ]; then
  echo "$FAKE_INSTALL_ERROR"
  exit 100
fi
for package; do
  case $package in
    bazel-bootstrap) cp "$(dirname "$0")/bazel.package" "$(dirname "$0")/bazel" ;;
    xz-utils) cp "$0" "$(dirname "$0")/xz" ;;
    shellcheck) cp "$0" "$(dirname "$0")/shellcheck" ;;
  esac
done
BODY
  fake bazel.package <<'BODY'
printf 'bazel in %s:' "$PWD"
printf ' <%s>' "$@"
echo " version=${USE_BAZEL_VERSION:-}"
BODY
  use_fakes bash cat chmod cp dirname env grep ln mkdir mktemp readlink rm sed tail
}

have() { cp "$scratch/bin/bazel.package" "$scratch/bin/$1"; }
installed() { grep -o 'install -y.*' "$LOG" | sed 's/.*--no-install-recommends //'; }

test_nothing_missing_asks_for_nothing() {
  machine
  have bazel
  have xz
  FAKE_UID=1000 run "$tree/bazelw" version
  expect_status 0
  [ ! -e "$LOG" ] || fail "apt-get or sudo was called: $(cat "$LOG")"
}

test_root_installs_exactly_what_is_missing() {
  machine
  run "$tree/bazelw" version
  expect_status 0
  [ "$(installed)" = "bazel-bootstrap xz-utils" ] || fail "installed: $(installed)"
  expect_output "bazelw: installing bazel-bootstrap xz-utils"
  expect_output "<version>"
  grep -q sudo "$LOG" && fail "root needs no sudo"
  return 0
}

test_groups_are_a_choice() {
  machine
  have bazel
  have xz
  FIRSTBYTE_APT_GROUPS="build ci" run "$tree/bazelw" version
  expect_status 0
  [ "$(installed)" = shellcheck ] || fail "installed: $(installed)"
}

test_user_installs_with_sudo() {
  machine
  have bazel
  FAKE_UID=1000 run "$tree/bazelw" version
  expect_status 0
  grep -q '^sudo env DEBIAN_FRONTEND=noninteractive apt-get .* install .* xz-utils$' "$LOG" || fail "no sudo: $(cat "$LOG")"
}

test_user_without_sudo_is_told_the_command() {
  machine
  have bazel
  rm "$scratch/bin/sudo"
  FAKE_UID=1000 run "$tree/bazelw" version
  expect_status 1
  expect_output "bazelw: missing packages: xz-utils. Install them as root: apt-get install xz-utils"
  [ ! -e "$LOG" ] || fail "apt-get was called"
}

test_no_apt_get_names_the_packages() {
  machine
  have bazel
  rm "$scratch/bin/apt-get"
  run "$tree/bazelw" version
  expect_status 1
  expect_output "bazelw: missing: xz-utils (Debian package names)."
}

test_failing_apt_is_told_without_the_mirror() {
  machine
  have bazel
  FAKE_INSTALL_ERROR="progress
E: Failed to fetch http://mirror.example/pool/xz.deb  Could not connect to mirror.example:80 (192.0.2.1). - connect (111: Connection refused)" \
    run "$tree/bazelw" version
  expect_status 1
  expect_output "E: Failed to fetch (archive)  Could not connect to (archive) (address). - connect (111: Connection refused)"
  expect_output "bazelw: apt-get could not install: xz-utils"
  expect_no_output mirror.example
  expect_no_output progress
  expect_no_output "bazel in"
}

test_failing_update_alone_does_no_harm() {
  machine
  have bazel
  FAKE_UPDATE_STATUS=100 run "$tree/bazelw" version
  expect_status 0
  [ "$(installed)" = xz-utils ] || fail "installed: $(installed)"
}

test_installed_but_not_what_was_expected() {
  machine
  have bazel
  have xz
  rm "$scratch/usr/here.h"
  run "$tree/bazelw" version
  expect_status 1
  expect_output "bazelw: apt-get installed libhere-dev, yet what tools/apt-packages.txt expects of them is not there."
}

test_arguments_pass_through_unharmed() {
  machine
  have bazel
  have xz
  run "$tree/bazelw" run //:firstbyte -- "two words" '' "*" '$HOME' --x="a  b"
  expect_status 0
  expect_output ": <run> <//:firstbyte> <--> <two words> <> <*> <\$HOME> <--x=a  b> version="
}

test_exit_status_is_bazels() {
  machine
  have xz
  fake bazel <<<'exit 37'
  run "$tree/bazelw" test
  expect_status 37
}

test_subdirectory_stays_where_the_user_is() {
  machine
  have bazel
  have xz
  cd "$tree/sub dir"
  run ../bazelw version
  expect_output "bazel in $tree/sub dir: <version>"
  expect_no_output "running in"
}

test_outside_and_beside_run_in_the_tree() {
  machine
  have bazel
  have xz
  mkdir "$tree two"
  ln -s "$tree/bazelw" "$scratch/bin/linked"
  cd "$tree two"
  for front_door in "$tree/bazelw" linked; do
    run "$front_door" version
    expect_status 0
    expect_output "bazelw: running in $tree"
    expect_output "bazel in $tree: <version>"
  done
}

test_bazelisk_alone_is_pinned_and_told() {
  machine
  have bazelisk
  have xz
  run "$tree/bazelw" version
  expect_status 0
  expect_output "bazelw: found bazelisk: it will run Bazel 4.2.3, and download it from the Internet"
  expect_output "<version> version=4.2.3"
  [ ! -e "$LOG" ] || fail "installed a Bazel beside bazelisk"
}

test_bazelisk_called_bazel_is_recognised() {
  machine
  have xz
  { cat "$scratch/bin/bazel.package" && echo '# BAZELISK_HOME'; } >"$scratch/bin/bazel"
  chmod +x "$scratch/bin/bazel"
  run "$tree/bazelw" version
  expect_output "<version> version=4.2.3"
  USE_BAZEL_VERSION=5.0 run "$tree/bazelw" version
  expect_output "<version> version=5.0"
  expect_no_output "found bazelisk"
}

test_bazel_is_preferred_and_gets_no_version() {
  machine
  have bazel
  have bazelisk
  have xz
  run "$tree/bazelw" version
  expect_output "<version> version="
  expect_no_output "version=4"
}

run_tests
