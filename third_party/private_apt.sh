# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Sourced by scripts that fetch from the machine's own Debian archives: apt with a private configuration below the current directory. The system's sources are
# read; its sources, lists, caches and hooks are not touched. The caller sets $wanted (what is fetched, for messages) and $remedy (what to do without an archive).
# FIRSTBYTE_APT_ETC (default /etc/apt) is where the apt sources are read from, FIRSTBYTE_OS_RELEASE (default /etc/os-release) what names the release; for tests.
: "${wanted:?}" "${remedy:?}"
etc=${FIRSTBYTE_APT_ETC:-/etc/apt}
os_release=${FIRSTBYTE_OS_RELEASE:-/etc/os-release}
third_party=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The Debian release whose packages WORKSPACE names. A later release's archive still has them.
pinned_release=bookworm

die() {
  printf 'Could not get %s: %s\n%s\n' "$wanted" "$1" "$remedy" >&2
  exit 1
}

# Sets $work, a directory that goes away with the script.
make_work_directory() {
  work=$(mktemp -d "$PWD/apt.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work/parts" "$work/lists/partial" "$work/cache/archives/partial" "$work/download"
  : >"$work/status"
}

# write_sources deb|deb-src: this machine's Debian archives to $work/parts, those of its own release and of the pinned one.
write_sources() {
  local codename file format name suite
  # shellcheck disable=SC1090  # the system's own file
  codename=$(. "$os_release" && printf '%s' "${VERSION_CODENAME:-}") || true
  [ -n "$codename" ] || die "$os_release names no release."
  for file in "$etc"/sources.list "$etc"/sources.list.d/*.list "$etc"/sources.list.d/*.sources; do
    [ -f "$file" ] || continue
    format=list
    case $file in *.sources) format=sources ;; esac
    name=$(basename "$file" ".$format" | tr -c 'A-Za-z0-9_\n-' '-')
    for suite in $(printf '%s\n' "$codename" "$pinned_release" | sort -u); do
      awk -v here="$codename" -v suite="$suite" -v format="$format" -v type="$1" -f "$third_party/debian_sources.awk" "$file" >"$work/parts/$name-$suite.$format"
    done
  done
  find "$work/parts" -empty -type f -delete
}

# Read after the system's configuration, whose proxies and credentials stay in force, but not its hooks: those would act on the system. What is installed here
# does not count as a candidate.
write_configuration() {
  cat >"$work/apt.conf" <<CONF
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$work/parts";
Dir::State::lists "$work/lists";
Dir::State::status "$work/status";
Dir::Cache "$work/cache";
Acquire::Languages "none";
Acquire::Retries "2";
APT::Sandbox::User "root";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
CONF
}

private_apt() { # TOOL ARGUMENT...
  local tool=$1
  shift
  "$tool" -c "$work/apt.conf" "$@" 2>>"$work/log" </dev/null
}

# A failing update is not the end: an archive that is not needed may be down.
update_lists() { # deb|deb-src
  command -v apt-get >/dev/null || die "this machine has no apt-get."
  write_sources "$1"
  write_configuration
  private_apt apt-get update -qq >>"$work/log" || true
}

# The last thing that apt complained of, without the names of mirrors.
complaint() {
  { grep -E '^[EW]:' "$work/log" || echo 'apt said nothing.'; } | tail -n 1 | sed -E -f "$third_party/../tools/hide_hosts.sed"
}
