# SPDX-License-Identifier: GPL-2.0-or-later
# Turns the apt sources of a Debian machine into sources of one type of packages, `deb` or `deb-src`.
# awk -v here=CODENAME -v suite=CODENAME -v format=deb822|list -v type=deb|deb-src -f debian_sources.awk FILE
# Of each entry it keeps the suites of this machine's release (`here`), renamed to those of `suite`, and the component main. Entries of other suites or without
# main are third parties' and are left out. Options, Signed-By and addresses stay as they are. Only awk of POSIX: a bare Debian has mawk.

# The suite's counterpart in `suite`, or nothing if it is none of Debian's own for this release. Where a machine follows a name like "stable", the archive must
# at least be called debian: browsers' archives have a suite of that name, too.
function counterpart(name, uris,    rest) {
  if (name == here || index(name, here "-") == 1 || index(name, here "/") == 1) {
    rest = substr(name, length(here) + 1)
  } else if (match(name, /^(old)*stable/) && uris ~ /debian/) {
    rest = substr(name, RLENGTH + 1)
  } else {
    return ""
  }
  return rest ~ /^([-\/]updates|-security|-proposed-updates)?$/ ? suite rest : ""
}

function counterparts(names, uris,    count, i, list, name, result) {
  count = split(names, list)
  for (i = 1; i <= count; i++) {
    name = counterpart(list[i], uris)
    if (name != "") result = result (result == "" ? "" : " ") name
  }
  return result
}

function has_word(words, wanted) { return index(" " words " ", " " wanted " ") > 0 }

# One deb822 paragraph; `text` holds its other fields as they stood.
function end_paragraph(    suites) {
  suites = counterparts(value["suites"], value["uris"])
  if (suites != "" && has_word(value["components"], "main") && value["enabled"] !~ /^(no|false|without|off|disable)/ && value["types"] ~ /deb/) {
    printf "Types: %s\nURIs: %s\nSuites: %s\nComponents: main\n%s\n", type, value["uris"], suites, text
  }
  split("", value)
  text = field = ""
}

function deb822_line(    own) {
  if ($0 ~ /^[ \t]*$/) {
    end_paragraph()
    return
  }
  own = $0
  if ($0 !~ /^[ \t]/) {
    field = tolower(substr($0, 1, index($0, ":") - 1))
    sub(/^[^:]*:/, "")
  }
  if (field ~ /^(types|uris|suites|components|enabled)$/) {
    gsub(/[ \t]+/, " ")
    sub(/^ /, "")
    sub(/ $/, "")
    value[field] = value[field] (value[field] == "" ? "" : " ") $0
  } else {
    text = text own "\n"
  }
}

# deb [options] URI suite components
function one_line_entry(    options, suites) {
  sub(/#.*/, "")
  if ($1 != "deb") return
  sub(/^[ \t]*deb[ \t]+/, "")
  if (match($0, /^\[[^]]*\][ \t]+/)) {
    options = substr($0, 1, RLENGTH)
    $0 = substr($0, RLENGTH + 1)
  }
  suites = counterparts($2, $1)
  if (suites != "" && has_word($0, "main")) print type " " options $1 " " suites " main"
}

/^[ \t]*#/ { next }
{ sub(/\r$/, "") }
format == "list" { one_line_entry(); next }
{ deb822_line() }
END { if (format != "list") end_paragraph() }
