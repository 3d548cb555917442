#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""`report --format=html` as a browser shows it: report_html_test.py FIRSTBYTE RESULTS PLOTS_JS WHY_NOT_TXT

The page is opened from its file in a headless Chromium. With FIRSTBYTE_SCREENSHOTS=DIR in the environment, pictures of it are left there.
"""

import base64
import json
import os
import subprocess
import sys
import unittest
from xml.sax.saxutils import quoteattr

sys.dont_write_bytecode = True
sys.path[:0] = ["tools", "cli"]  # from the root of the tree, where Bazel starts a test

from browser import Browser, Missing, find  # noqa: E402
from html_page_probes import CONTRAST, DRAWN, HOSTILE, INJECTED, PLOTS, hostile  # noqa: E402

MOST_BYTES = 2_000_000


def page(name, results, *options):
    """(path of the page, standard error of its making)."""
    source = os.path.join(os.environ["TEST_TMPDIR"], name + ".json")
    with open(source, "w", encoding="utf-8") as file:
        json.dump(results, file)
    path = os.path.join(os.environ["TEST_TMPDIR"], name + ".html")
    made = subprocess.run([FIRSTBYTE, "report", "--format=html", f"--out={path}", *options, source], capture_output=True, text=True, check=True)
    return path, made.stderr


def phases_of(results):
    """The path of phases measured with so few blocks that they say nothing, of the machine and corpus that the results have."""
    path = os.path.join(os.environ["TEST_TMPDIR"], "phases.json")
    subprocess.run(
        [FIRSTBYTE, "phases", "--repetitions=3", "--blocks=4", "--format=json", f"--out={path}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True
    )
    subprocess.run([FIRSTBYTE, "run", "--runs=2", "--rounds=2", "--ops=3", f"--out={results}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return path


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(RESULTS, encoding="utf-8") as file:
            cls.results = json.load(file)
        cls.browser = Browser(os.environ["TEST_TMPDIR"]).__enter__()  # pylint: disable=unnecessary-dunder-call
        cls.addClassCleanup(cls.browser.__exit__)

    def open(self, path, width=1200, scheme="light"):
        """Opens a page; [plots] when all are drawn and nothing was said, loaded or asked."""
        browser = self.browser
        browser.resize(width, 1000)
        browser.prefer(scheme)
        browser.navigate("file://" + path)
        drawn, failed = browser.evaluate(DRAWN)
        plots = browser.evaluate(PLOTS)
        self.assertEqual((drawn, failed), (len(plots), 0))
        self.assert_quiet(path)
        return plots

    def assert_quiet(self, path):
        for method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded", "Page.javascriptDialogOpening"):
            said = next((event["params"] for event in self.browser.events if event["method"] == method), None)
            self.assertIsNone(said, method)
        asked = {event["params"]["request"]["url"] for event in self.browser.events if event["method"] == "Network.requestWillBeSent"}
        self.assertLessEqual(asked, {"file://" + path, "data:,"})
        self.assertEqual(self.browser.evaluate(INJECTED), [])
        self.assertEqual(self.browser.evaluate("[document.scripts.length, typeof window.hacked]"), [3, "undefined"])
        self.assertLess(os.path.getsize(path), MOST_BYTES)

    def picture(self, name):
        directory = os.environ.get("FIRSTBYTE_SCREENSHOTS")
        if directory:
            data = self.browser.ask("Page.captureScreenshot", captureBeyondViewport=True)["data"]
            with open(os.path.join(directory, name + ".png"), "wb") as file:
                file.write(base64.b64decode(data))

    def test_every_plot_is_drawn_in_light_and_dark_and_narrow(self):
        path, said = page("readme", self.results)
        self.assertEqual(said, "")
        arms = ["baseline", "patched", "cached", "both", "floor", "A/A"]
        grounds = []
        for scheme in ("light", "dark"):
            plots = {plot["id"]: plot for plot in self.open(path, scheme=scheme)}
            self.picture("readme-" + scheme)
            self.assertEqual(sorted(plots), sorted(f"{kind}-{i}" for kind in ("medians", "rounds", "distribution", "exits") for i in (0, 1)))
            for i in (0, 1):
                # A dot per arm and run; an interval for each arm but the baseline and a line for each median.
                self.assertEqual(plots[f"medians-{i}"]["symbols"], 72)
                self.assertEqual(plots[f"medians-{i}"]["rects"], 11)
                self.assertEqual(plots[f"rounds-{i}"]["lines"], 6)
                self.assertEqual(plots[f"rounds-{i}"]["symbols"], 6 * 108)
                self.assertEqual(plots[f"rounds-{i}"]["rules"], 12)
                self.assertGreater(plots[f"distribution-{i}"]["rects"], 6 * 5)
                self.assertEqual(plots[f"exits-{i}"]["texts"], 6)
            for plot in plots.values():
                for arm in arms:
                    self.assertIn(arm, plot["words"], plot["id"])
                self.assertGreater(plot["width"], 300, plot["id"])
                self.assertFalse(plot["open"], plot["id"])
                self.assertRegex(plot["label"], "compress")
            contrast = self.browser.evaluate(CONTRAST)
            grounds.append(contrast["ground"])
            self.assertGreater(contrast["text"], 4.5, scheme)
            self.assertGreater(contrast["plotText"], 4.5, scheme)
            for what in ("line", "rule", "outline"):
                self.assertGreaterEqual(contrast[what], 3, f"{scheme} {what}")
            self.assertEqual(contrast["opaque"], 1, scheme)
        self.assertGreater(grounds[0], 0.9)
        self.assertLess(grounds[1], 0.1)
        for scheme in ("light", "dark"):
            plots = self.open(path, width=420, scheme=scheme)
            self.picture("readme-narrow-" + scheme)
            self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 420)
            for plot in plots:
                self.assertGreater(plot["width"], 250, plot["id"])
                self.assertLess(plot["width"], 420, plot["id"])

    def test_paper_is_light_and_holds_the_plots(self):
        path, _ = page("paper", self.results)
        self.open(path, scheme="dark")
        self.browser.ask("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.assertGreater(self.browser.evaluate(CONTRAST)["ground"], 0.9)
        pdf = base64.b64decode(self.browser.ask("Page.printToPDF", printBackground=False)["data"])
        self.assertEqual(pdf[:5], b"%PDF-")
        if os.environ.get("FIRSTBYTE_SCREENSHOTS"):
            with open(os.path.join(os.environ["FIRSTBYTE_SCREENSHOTS"], "readme.pdf"), "wb") as file:
                file.write(pdf)
        self.browser.ask("Emulation.setEmulatedMedia", media="", features=[])

    def test_the_keyboard_reaches_all_and_leaves_again(self):
        path, _ = page("keyboard", self.results)
        plots = self.open(path)
        reached = []
        for _ in range(400):
            self.browser.press_tab()
            reached.append(self.browser.evaluate("document.activeElement.dataset.plot || document.activeElement.className || document.activeElement.tagName"))
            if reached[-1] == "BODY":
                break
        self.assertEqual(reached[0], "skip")
        self.assertEqual(reached[-1], "BODY", "a trap")
        for plot in plots:
            self.assertEqual(reached.count(plot["id"]), 1)
        self.assertEqual(reached.count("SUMMARY"), len(plots))

    def test_without_scripts_the_plots_are_text(self):
        path, _ = page("scriptless", self.results)
        self.browser.ask("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.browser.navigate("file://" + path)
            seen = self.browser.evaluate("document.body.innerText")
        finally:
            self.browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        self.assertIn("The drawn plots need scripts", seen)
        self.assertIn("compress: medians of the runs, ns", seen)
        self.assertIn("decompress: CPUIDs per request", seen)

    def test_phases_are_stacked(self):
        results = os.path.join(os.environ["TEST_TMPDIR"], "measured.json")
        phases = phases_of(results)
        with open(results, encoding="utf-8") as file:
            path, _ = page("stacked", json.load(file), f"--phases={phases}")
        plots = {plot["id"]: plot for plot in self.open(path)}
        self.picture("phases")
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            self.assertGreaterEqual(self.browser.evaluate(CONTRAST)["outline"], 3, scheme)
        self.assertEqual(len(plots), 11)
        for i in (0, 1, 2):
            plot = plots[f"attribution-{i}"]
            self.assertGreaterEqual(plot["rects"], 4 * 2)
            self.assertLessEqual({"baseline", "patched", "cached", "both"}, set(plot["words"]))
        self.assertIn("CPUID", plots["attribution-0"]["words"])
        self.assertIn("table_clear", plots["attribution-1"]["words"])

    def test_a_plot_that_cannot_be_drawn_is_counted_and_its_text_stands_open(self):
        path, _ = page("broken", self.results)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        begin = text.index('id="plots-data">') + len('id="plots-data">')
        end = text.index("</script>", begin)
        plots = json.loads(text[begin:end])
        # It compiles; what it asks for is found missing when the data flow.
        plots["medians-1"]["layer"][1]["transform"] = [{"calculate": "datum.nothing.more", "as": "most"}]
        with open(path, "w", encoding="utf-8") as file:
            file.write(text[:begin] + json.dumps(plots).replace("<", "\\u003c") + text[end:])
        self.browser.resize(1200, 1000)
        self.browser.navigate("file://" + path)
        self.assertEqual(self.browser.evaluate(DRAWN), [7, 1])
        seen = self.browser.evaluate("""(() => { const place = document.querySelector("[data-plot=medians-1]");
          return [place.textContent, place.closest("figure").querySelector("details").open]; })()""")
        self.assertEqual(seen, ["This plot could not be drawn; the text below has it.", True])
        self.assertFalse(self.browser.evaluate("document.querySelector('[data-plot=medians-0]').closest('figure').querySelector('details').open"))
        said = [event for event in self.browser.events if event["method"] == "Runtime.consoleAPICalled"]
        self.assertEqual(len(said), 1, "the reason")

    def test_one_run_of_one_round(self):
        results = json.loads(json.dumps(self.results))
        results["runs"] = [dict(results["runs"][0], rounds=results["runs"][0]["rounds"][:1])]
        results["protocol"].update(runs=1, rounds=1)
        path, _ = page("single", results)
        plots = {plot["id"]: plot for plot in self.open(path)}
        self.picture("single")
        self.assertEqual(len(plots), 8)
        self.assertEqual(plots["medians-0"]["symbols"], 6)
        self.assertEqual(plots["medians-0"]["rects"], 6, "medians, and no interval")
        self.assertEqual(plots["rounds-0"]["symbols"], 6)
        self.assertEqual(plots["distribution-0"]["rects"], 6)

    def test_an_engine_whose_cpuids_nobody_counted(self):
        results = json.loads(json.dumps(self.results))
        for engine in results["context"]["engines"]:
            engine["name"] = "candidate"
        for arm in results["arms"]:
            arm["engine"] = "candidate"
        path, _ = page("candidate", results)
        plots = {plot["id"]: plot for plot in self.open(path)}
        self.picture("candidate")
        self.assertEqual(plots["exits-0"]["texts"], 3, "cached, both and floor execute none")
        said = self.browser.evaluate("document.querySelector('[data-plot=exits-0]').closest('figure').querySelector('figcaption').textContent")
        self.assertIn("Not known of some arms: How many CPUIDs a context of the engine \"candidate\" executes is not known.", said)

    def test_without_thread_cpu_time(self):
        results = json.loads(json.dumps(self.results))
        results["not_measured"]["cpu_ns"] = "The kernel <has> no such clock."
        for run in results["runs"]:
            for one in run["rounds"]:
                for sample in one["samples"]:
                    sample["cpu_ns"] = None
        path, _ = page("wall", results)
        plots = self.open(path)
        self.assertEqual(len(plots), 8)
        self.assertEqual(self.browser.evaluate("document.body.textContent.includes('CLOCK_MONOTONIC_RAW')"), True)

    def test_hostile_names_are_text(self):
        path, _ = page("hostile", hostile(self.results))
        plots = self.open(path)
        self.picture("hostile")
        self.assertEqual(len(plots), 8)
        seen = self.browser.evaluate("document.querySelector('h1').textContent")
        self.assertEqual(seen, f"Firstbyte: {HOSTILE['script']}, {HOSTILE['template']}")
        seen = self.browser.evaluate("document.body.textContent")
        for name in ("script", "image", "template", "comment"):
            self.assertIn(HOSTILE[name], seen)
        self.assertNotRegex(seen, "[\u202a-\u202e\u2066-\u2069]")
        self.assertIn("</script><scr...", next(plot["words"] for plot in plots if plot["id"] == "medians-0"))
        self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 1200)


def skip_all(reason):
    """Ends the test as skipped, as skip_all of tools/shell_test.sh does."""
    print("skipped:", reason)
    if os.environ.get("XML_OUTPUT_FILE"):
        with open(os.environ["XML_OUTPUT_FILE"], "w", encoding="utf-8") as file:
            file.write('<testsuites><testsuite name="skipped" tests="1" skipped="1"><testcase name="all" status="run">'
                       f"<skipped message={quoteattr(reason)}/></testcase></testsuite></testsuites>\n")
    sys.exit(0)


if __name__ == "__main__":
    FIRSTBYTE, RESULTS, LIBRARIES, WHY_NOT = (os.path.abspath(path) for path in sys.argv[1:5])
    os.environ.pop("BUILD_WORKING_DIRECTORY", None)
    try:
        find()
    except Missing as missing:
        skip_all(str(missing))
    if os.path.getsize(LIBRARIES) == 0:
        with open(WHY_NOT, encoding="utf-8") as reason_file:
            skip_all("this build has nothing that draws plots: " + reason_file.read().strip())
    unittest.main(argv=sys.argv[:1])
