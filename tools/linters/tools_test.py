#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the linters make of what the tools say; stand-ins play the tools."""

import filecmp
import json
import os
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.abspath("tools"))  # from the root of the tree, where Bazel starts a test

from linters import formatters, shell, tidy  # noqa: E402
from linters.common import Finding, ToolError, ToolUnreachable, in_parallel, output_of, tracked_files  # noqa: E402


class StandIns(unittest.TestCase):
    """A scratch directory to work in, and a PATH with nothing but stand-ins and what their scripts need."""

    def setUp(self):
        self.scratch = tempfile.mkdtemp(dir=os.environ["TEST_TMPDIR"])
        self.addCleanup(os.chdir, os.getcwd())
        self.addCleanup(os.environ.update, {"PATH": os.environ["PATH"]})
        os.environ["XDG_CACHE_HOME"] = os.path.join(self.scratch, "cache")
        os.chdir(self.scratch)
        os.mkdir("bin")
        for name in ("cat", "cp", "mkdir"):
            os.symlink(shutil.which(name), os.path.join("bin", name))
        os.environ["PATH"] = os.path.join(self.scratch, "bin")

    def stand_in(self, path, body):
        self.write(path, "#!/bin/sh\n" + body)
        os.chmod(path, 0o755)

    def write(self, path, text):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


class CommonTest(StandIns):
    def test_missing_tools_are_errors(self):
        for tool, package in ((formatters.clang_format, "clang-format"), (shell.shellcheck, "shellcheck"), (tidy.clang_tidy, "clang-tidy-19")):
            with self.assertRaisesRegex(ToolError, f"is not installed .Debian package {package}."):
                tool(["a.cc"], False)

    def test_a_failing_command_is_an_error_with_its_last_words(self):
        self.stand_in("bin/tool", "echo first >&2; echo last >&2; exit 3")
        with self.assertRaisesRegex(ToolError, "^tool failed with exit status 3: last$"):
            output_of(["tool"])
        self.assertEqual(output_of(["tool"], allowed=(3,)), "")

    def test_tracked_files_leave_out_links_and_what_is_deleted(self):
        self.stand_in("bin/git", r"printf 'b.cc\0a.cc\0deleted.cc\0link.cc\0b.cc\0'")
        self.write("a.cc", "")
        self.write("b.cc", "")
        os.symlink("a.cc", "link.cc")
        self.assertEqual(tracked_files(), ["a.cc", "b.cc"])

    def test_in_parallel_keeps_the_order(self):
        self.assertEqual(in_parallel(lambda item: item * 2, list(range(50))), list(range(0, 100, 2)))


class FormattersTest(StandIns):
    def test_clang_format_names_the_first_place(self):
        self.stand_in("bin/clang-format", """
for file; do case $file in a.cc)
  echo 'a.cc:7:3: error: code should be clang-formatted [-Wclang-format-violations]' >&2
  echo '  int  a;' >&2
  echo 'a.cc:9:3: error: code should be clang-formatted [-Wclang-format-violations]' >&2
  exit 1 ;;
esac; done""")
        self.assertEqual(formatters.clang_format(["a.cc", "b.h", "c.md"], False), [Finding("a.cc", 7, "not formatted (tools/lint --fix)")])

    def test_clang_format_that_breaks(self):
        self.stand_in("bin/clang-format", "echo 'bad .clang-format' >&2; exit 1")
        with self.assertRaisesRegex(ToolError, "bad .clang-format"):
            formatters.clang_format(["a.cc"], False)

    def npm_that_installs(self, report):
        self.write("report.json", json.dumps({"success": False, "files": report}))
        self.write("tools/npm/package.json", "{}")
        self.write("tools/npm/package-lock.json", '{"pinned": 1}')
        self.stand_in("buildifier", f"cat '{self.scratch}/report.json'; exit 4")
        self.stand_in("bin/npm", f"echo run >>'{self.scratch}/npm.log'; mkdir -p node_modules/.bin; cp '{self.scratch}/buildifier' node_modules/.bin/")

    def test_buildifier(self):
        warning = {"start": {"line": 3}, "category": "load", "message": "Loaded symbol\nis unused."}
        self.npm_that_installs([
            {"filename": "BUILD.bazel", "formatted": False, "valid": True, "warnings": []},
            {"filename": "a.bzl", "formatted": True, "valid": True, "warnings": [warning]},
            {"filename": "WORKSPACE", "formatted": False, "valid": False, "warnings": None},
        ])
        self.assertEqual(formatters.buildifier(["BUILD.bazel", "a.bzl", "WORKSPACE"], False), [
            Finding("BUILD.bazel", 1, "not formatted (tools/lint --fix)"),
            Finding("a.bzl", 3, "load: Loaded symbol is unused."),
            Finding("WORKSPACE", 1, "not valid Starlark"),
        ])

    def test_buildifier_is_installed_once_per_pinned_version(self):
        self.npm_that_installs([])
        for _ in range(2):
            self.assertEqual(formatters.buildifier(["BUILD.bazel"], False), [])
        self.write("tools/npm/package-lock.json", '{"pinned": 2}')
        formatters.buildifier(["BUILD.bazel"], False)
        with open("npm.log", encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 2)
        self.assertTrue(filecmp.cmp("tools/npm/package-lock.json", "cache/firstbyte/npm/package-lock.json", shallow=False))

    def test_npm_that_fails(self):
        self.npm_that_installs([])
        self.stand_in("bin/npm", "echo 'npm ERR! code ENOTFOUND' >&2; exit 1")
        with self.assertRaisesRegex(ToolUnreachable, "npm could not install @bazel/buildifier: ENOTFOUND$"):
            formatters.buildifier(["BUILD.bazel"], False)
        # What the registry itself refuses is no reason to go without.
        self.stand_in("bin/npm", "echo 'npm ERR! code EINTEGRITY' >&2; exit 1")
        with self.assertRaisesRegex(ToolError, "EINTEGRITY$") as raised:
            formatters.buildifier(["BUILD.bazel"], False)
        self.assertNotIsInstance(raised.exception, ToolUnreachable)


class ShellTest(StandIns):
    def test_scripts_are_known_by_their_first_line(self):
        texts = {"a.sh": "# sourced\n", "b": "#!/usr/bin/env bash\n", "c": "#!/bin/sh -e\n", "d": "#!/usr/bin/env python3\n", "e.md": "#!/bin/fish\n"}
        for name, text in texts.items():
            self.write(name, text)
        self.assertEqual(shell.shell_scripts(list(texts)), ["a.sh", "b", "c"])

    def test_findings(self):
        self.write("a.sh", "")
        self.stand_in("bin/shellcheck", "echo 'a.sh:3:5: warning: Quote this. [SC2046]'; exit 1")
        self.assertEqual(shell.shellcheck(["a.sh"], False), [Finding("a.sh", 3, "warning: Quote this. [SC2046]")])

    def test_no_scripts_are_no_finding(self):
        self.stand_in("bin/shellcheck", "echo usage; exit 3")
        self.write("a.cc", "int a;\n")
        self.assertEqual(shell.shellcheck(["a.cc"], False), [])


class TidyTest(StandIns):
    def test_flags_keep_what_a_file_means(self):
        arguments = ["/usr/bin/gcc", "-Wall", "-O2", "-fPIC", "-g0", "-MD", "-MF", "x.d", "-frandom-seed=x", "-DA=\"b c\"", "-UB", "-iquote", ".", "-iquote",
                     "external/zstd", "-isystem", "bazel-out/k8-opt/bin/x", "-std=c++20", "-include", "engine/p.h", "-Werror", "-c", "a.cc", "-o", "a.o"]
        self.assertEqual(tidy.flags_of(arguments, {"external": "/base/external", "bazel-out": "/exec/bazel-out"}), [
            "-DA=\"b c\"", "-UB", "-iquote", ".", "-iquote", "/base/external/zstd", "-isystem", "/exec/bazel-out/k8-opt/bin/x", "-std=c++20", "-include", "engine/p.h"])

    def bazel(self, *plans):
        """A Bazel whose plan compiles the sources with these flags."""
        actions = [{"arguments": ["gcc", *flags, "-c", source]} for source, *flags in plans]
        self.write("plan.json", json.dumps({"actions": actions}))
        self.stand_in("bazelw", """
case $1 in
  query) echo //a:b ;;
  info) echo 'output_base: /base'; echo 'execution_root: /exec' ;;
  aquery) cat plan.json ;;
esac""")

    def test_each_file_once_with_its_flags(self):
        self.bazel(("a.cc", "-DONE"), ("a.cc", "-DTWO"), ("external/x/y.c",))
        self.stand_in("bin/clang-tidy-19", """
echo "$*" >>calls
echo "a.cc:4:1: error: name it well [some-check,-warnings-as-errors]"
echo "./b.h:5:1: warning: too [other-check]"
exit 1""")
        self.assertEqual(tidy.clang_tidy(["a.cc", "b.h"], False), [Finding("a.cc", 4, "name it well [some-check]"), Finding("b.h", 5, "too [other-check]")])
        with open("calls", encoding="utf-8") as file:
            self.assertEqual(file.read(), "--quiet a.cc -- -DONE\n")

    def test_a_file_that_nothing_compiles_is_a_finding(self):
        self.bazel(("a.cc",))
        self.stand_in("bin/clang-tidy-19", "")
        self.write("b.cc", "")
        self.write("module.c", "// house-ok: tidy: the guest's kernel builds it\n")
        files = ["a.cc", "b.cc", "module.c"]
        self.assertEqual(tidy.clang_tidy(files, False), [Finding("b.cc", 1, "no target compiles this file (house-ok: tidy)")])

    def test_a_tool_that_breaks_is_no_pass(self):
        self.bazel(("a.cc",))
        self.stand_in("bin/clang-tidy-19", "echo 'bad .clang-tidy' >&2; exit 1")
        with self.assertRaisesRegex(ToolError, "clang-tidy-19 failed on a.cc: bad .clang-tidy"):
            tidy.clang_tidy(["a.cc"], False)
        self.stand_in("bazelw", "echo 'ERROR: no such target' >&2; exit 7")
        with self.assertRaisesRegex(ToolError, "no such target"):
            tidy.clang_tidy(["a.cc"], False)


if __name__ == "__main__":
    unittest.main()
