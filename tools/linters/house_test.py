#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Each rule of the house catches what it is for, lets pass what is near to it, and can be excused.

house-ok: hosts, paths: what is to be caught stands below
"""

import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, "tools")  # from the root of the tree, where Bazel starts a test

from linters.house import check_text, expected_guard, warnings_about  # noqa: E402

SPDX_C = "// SPDX-License-Identifier: GPL-2.0-or-later\n"
SPDX_HASH = "# SPDX-License-Identifier: GPL-2.0-or-later\n"
HEADER = SPDX_C + "#ifndef FIRSTBYTE_BASE_ERROR_H_\n#define FIRSTBYTE_BASE_ERROR_H_\n#endif\n"


def found(path, text):
    """[(line, rule)] of the findings."""
    return [(finding.line, finding.message.rpartition("(")[2].rstrip(")")) for finding in check_text(path, text)]


class HouseTest(unittest.TestCase):
    def test_clean_files(self):
        self.assertEqual(found("base/error.cc", SPDX_C + "int main() {}\n"), [])
        self.assertEqual(found("base/error.h", HEADER), [])
        self.assertEqual(found("tools/x", "#!/bin/sh\n" + SPDX_HASH), [])
        self.assertEqual(found("README.md", "# Firstbyte\n"), [])
        self.assertEqual(found("empty.md", ""), [])

    def test_spdx_comes_first(self):
        self.assertEqual(found("a.cc", "int a;\n"), [(1, "spdx")])
        self.assertEqual(found("a.cc", "\n" + SPDX_C), [(1, "spdx")])
        self.assertEqual(found("a.bzl", '"""Doc."""\n'), [(1, "spdx")])
        self.assertEqual(found("a", "#!/bin/sh\necho\n"), [(2, "spdx")])
        self.assertEqual(found("a", "#!/bin/sh\n"), [(2, "spdx")])
        self.assertEqual(found("a.cc", "// SPDX-License-Identifier: MIT\n"), [(1, "spdx")])
        self.assertEqual(found("a.py", ""), [(1, "spdx")])

    def test_length(self):
        self.assertEqual(found("a.cc", SPDX_C + "x;\n" * 399), [])
        self.assertEqual(found("a.cc", SPDX_C + "x;\n" * 400), [(401, "length")])
        self.assertEqual(found("BUILD.bazel", "x\n" * 401), [])
        self.assertEqual(found("CHANGELOG.md", "x\n" * 401), [])

    def test_long_files_are_named(self):
        self.assertEqual(len(list(warnings_about("a.cc", "x;\n" * 250))), 0)
        self.assertEqual(len(list(warnings_about("a.cc", "x;\n" * 251))), 1)

    def test_guard_is_the_path(self):
        self.assertEqual(expected_guard("base/two-words.h"), "FIRSTBYTE_BASE_TWO_WORDS_H_")
        self.assertEqual(found("base/other.h", HEADER), [(2, "guard")])
        self.assertEqual(found("base/error.h", SPDX_C + "#pragma once\n"), [(2, "guard")])
        self.assertEqual(found("base/error.h", SPDX_C + "int a;\n"), [(1, "guard")])
        self.assertEqual(found("base/error.h", HEADER.replace("#define FIRSTBYTE_BASE_ERROR", "#define FIRSTBYTE_OTHER")), [(2, "guard")])
        self.assertEqual(found("base/error.h", HEADER.replace("#ifndef", "#include <x>\n#ifndef")), [(2, "guard")])

    def test_hosts(self):
        for text in (
            "http://deb.debian.org/debian",
            "https://registry.npmjs.org/x",
            "see mirrors.kernel.org",
            "ftp2.de.debian.org",
            "security.debian.org:80",
            "git+ssh://somewhere.internal/x",
        ):
            self.assertEqual(found("a.md", text + "\n"), [(1, "hosts")], text)
        for text in (
            "https://github.com/facebook/zstd",
            "https://lore.kernel.org/x and https://www.w3.org/2000/svg",
            "http://mirror.example/debian",
            "http://localhost:8080",
            "file:///usr/share",
            "/etc/apt/sources.list.d/debian.sources",
            "proxy_count.h",
        ):
            self.assertEqual(found("a.md", text + "\n"), [], text)

    def test_paths_of_a_machine(self):
        for text in ("/home/me/x", "cd /work/main", '"/tmp/out.json"', "HOME=/root/x", "/Users/me", "/var/tmp/x"):
            self.assertEqual(found("a.md", text + "\n"), [(1, "paths")], text)
        for text in ("$TEST_TMPDIR/tmp/x", "./tmp/x", "//work/x", "src/home/x", "/usr/include/x.h", "${x}/root/y", "HOME=/root"):
            self.assertEqual(found("a.md", text + "\n"), [], text)

    def test_glob_in_our_build_files(self):
        self.assertEqual(found("base/BUILD.bazel", 'srcs = glob(["*.cc"]),\n'), [(1, "glob")])
        self.assertEqual(found("third_party/zstd.BUILD", 'srcs = glob(["*.cc"]),\n'), [])
        self.assertEqual(found("base/BUILD.bazel", "# no glob() here\nmy_glob(1)\n"), [])

    def test_white_space(self):
        self.assertEqual(found("a.cc", SPDX_C + "\tint a;\n"), [(2, "whitespace")])
        self.assertEqual(found("a.md", "text \n"), [(1, "whitespace")])
        self.assertEqual(found("a.md", "text\r\n"), [(1, "whitespace")])
        self.assertEqual(found("a.md", "text"), [(1, "whitespace")])
        self.assertEqual(found("a.md", "text\n\n"), [(2, "whitespace")])
        self.assertEqual(found("report/testdata/table.txt", "text \n\ttab\n"), [])
        self.assertEqual(found("guest/module/Kbuild", "all:\n\tmake\n"), [])

    def test_excuse_for_a_line(self):
        text = "x\n" * 20 + "# house-ok: paths: because\n/tmp/x\n/tmp/y\n"
        self.assertEqual(found("a.md", text), [(23, "paths")])
        self.assertEqual(found("a.md", "x\n" * 20 + "/tmp/x  # house-ok: hosts\n"), [(21, "paths")])

    def test_excuse_for_a_file(self):
        self.assertEqual(found("base/x.h", HEADER + "// house-ok: spdx, guard\n"), [])
        self.assertEqual(found("base/x.h", HEADER + "// house-ok: paths\n"), [(2, "guard")])


if __name__ == "__main__":
    unittest.main()
