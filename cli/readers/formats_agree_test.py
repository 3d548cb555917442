#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The same derived number reads the same wherever it is printed: as JSON, in the tables, the mails' table, words and the gate's three formats.

formats_agree_test.py FIRSTBYTE RESULTS
"""

import decimal
import html.parser
import json
import os
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree

FIRSTBYTE, RESULTS = sys.argv.pop(1), sys.argv.pop(1)


def firstbyte(*arguments):
    environment = {name: value for name, value in os.environ.items() if name != "BUILD_WORKING_DIRECTORY"}
    done = subprocess.run([FIRSTBYTE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    if done.returncode not in (0, 1):
        raise AssertionError(f"{arguments}: {done.stderr}")
    return done.stdout


def rounded(value, places):
    """Halves go away from 0; of the shortest decimal that is the number, as a reader of the JSON has it."""
    return decimal.Decimal(repr(value)).quantize(decimal.Decimal(1).scaleb(-places), decimal.ROUND_HALF_UP) + 0


def ns(value):
    return f"{int(rounded(value, 0)):,}"


def ns_end(value):
    return ns(value) if abs(value) >= 9.95 else str(rounded(value, 1))


def percent(value):
    return f"{rounded(value, 1)}%"


def change(value):
    return f"{'-' if value < 0 else '+'}{abs(rounded(value, 1))}%"


def tables(text):
    """The markdown tables of a page, each a list of rows of cells, the heading first."""
    found = []
    previous = ""
    for line in text.splitlines():
        if line.startswith("|"):
            if not previous.startswith("|"):
                found.append([])
            if not line.startswith("|:"):
                found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        previous = line
    return found


class HtmlTables(html.parser.HTMLParser):
    """The tables of an HTML page by the start of their captions, as tables() has those of a markdown page."""

    def __init__(self, text):
        super().__init__()
        self.found = {}
        self._caption = self._cell = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "caption":
            self._caption = ""
        elif tag == "tr":
            self.found[self._caption].append([])
        elif tag in ("td", "th"):
            self._cell = ""

    def handle_data(self, data):
        if self._cell is not None:
            self._cell += data
        elif self._caption is not None and self._caption not in self.found:
            self._caption += data

    def handle_endtag(self, tag):
        if tag == "caption":
            self.found[self._caption] = []
        elif tag in ("td", "th"):
            self.found[self._caption][-1].append(self._cell)
            self._cell = None
        elif tag == "table":
            self._caption = None


def by_operation(table):
    """{(operation, row): the other cells} of a table in which a row of one cell names the operation."""
    rows = {}
    operation = None
    for name, *cells in table[1:]:
        if not any(cells):
            operation = name
        else:
            rows[operation, name] = cells
    return rows


def derived(report):
    """{(operation, row's name): row} of the JSON, of rows that have a difference."""
    found = {}
    for group in report["groups"]:
        for row in group["rows"]:
            vs = "" if row["reference"] in ("baseline", row["arm"]) else f" vs {row['reference']}"
            if row["delta_ns"] is not None:
                found[group["operation"], row["arm"] + vs] = row
    return found


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.json = {clock: derived(json.loads(firstbyte("report", "--format=json", f"--clock={clock}", RESULTS))) for clock in ("wall", "cpu")}
        cls.page = {clock: firstbyte("report", f"--clock={clock}", RESULTS) for clock in ("wall", "cpu")}

    def test_there_are_rows_to_compare(self):
        self.assertEqual(len(self.json["wall"]), 12)

    def test_the_arms_table(self):
        for clock, page in self.page.items():
            shown = by_operation(tables(page)[0])
            for key, row in self.json[clock].items():
                low, high = row["interval_ns"]
                expected = [ns(row["median_ns"]), ns(row["delta_ns"]), percent(row["delta_percent"]), f"{ns_end(low)}..{ns_end(high)}", row["verdict"]]
                self.assertEqual(shown[key], expected, f"{clock} {key}")

    def test_the_arms_table_of_the_html_page(self):
        for clock, rows in self.json.items():
            found = HtmlTables(firstbyte("report", "--format=html", f"--clock={clock}", RESULTS)).found
            shown = by_operation(found["ns per operation: zstd-1.5.4"])
            self.assertEqual({key for key, cells in shown.items() if cells[-1] != "reference"}, set(rows))
            for key, row in rows.items():
                low, high = row["interval_ns"]
                expected = [ns(row["median_ns"]), ns(row["delta_ns"]), percent(row["delta_percent"]), f"{ns_end(low)}..{ns_end(high)}"]
                self.assertEqual(shown[key][:4], expected, f"{clock} {key}")
                self.assertEqual(shown[key][4].strip(), f"{row['verdict']} {row['verdict_reason']}".strip(), f"{clock} {key}")

    def test_the_table_of_both_clocks(self):
        for page in self.page.values():
            shown = by_operation(tables(page)[1])
            self.assertEqual(set(shown), set(self.json["wall"]))
            for key, cells in shown.items():
                rows = [self.json[clock][key] for clock in ("wall", "cpu")]
                expected = []
                for row in rows:
                    low, high = (percent(end)[:-1] for end in row["interval_percent"])
                    expected += [percent(row["delta_percent"])[:-1], f"{low}..{high}"]
                self.assertEqual(cells[:4], expected, key)
                if rows[0]["verdict"] == rows[1]["verdict"]:
                    self.assertEqual(cells[4], rows[0]["verdict"])
                else:
                    self.assertIn(cells[4], ("contradict", f"{rows[0]['verdict']} (wall)", f"{rows[1]['verdict']} (CPU)"))

    def test_what_could_have_been_found(self):
        for page in self.page.values():
            text = " ".join(page.split())
            for operation in ("compress", "decompress"):
                most = [max(row["detectable_percent"] for key, row in self.json[clock].items() if key[0] == operation) for clock in ("wall", "cpu")]
                self.assertIn(f"- {operation}: changes of {percent(most[0])} (wall) and {percent(most[1])} (CPU) are found", text)

    def test_what_disturbed_rounds_move(self):
        for clock, page in self.page.items():
            text = " ".join(page.split())
            rows = self.json[clock].values()
            known = [row for row in rows if row["undisturbed_percent"] is not None]
            self.assertIn(f"up to {max(row['disturbed_rounds'] for row in rows)} of 108 of a row", text)
            for row in known:
                self.assertAlmostEqual(row["moved_points"], abs(row["undisturbed_percent"] - row["paired_mean_percent"]), places=9)
            if known:
                moved = max(row["moved_points"] for row in known)
                self.assertIn(f"no estimate moves by more than {rounded(moved, 2)} points", text)
            if len(known) < len(rows):
                self.assertIn(f"in {len(rows) - len(known)} of {len(rows)} rows some run has no other", text)

    def test_the_mails_table(self):
        for clock, rows in self.json.items():
            mail = firstbyte("report", "--format=mail", f"--clock={clock}", RESULTS)
            self.assertIn(f"```\n{mail}```\n", self.page[clock], "the page quotes it")
            for operation in ("compress", "decompress"):
                line = next(line for line in mail.splitlines() if line.split() and line.split()[0] == operation)
                cells = re.split(r"\s{2,}", line.strip())
                row = rows[operation, "patched"]
                baseline = row["median_ns"] + row["delta_ns"]
                expected = [f"{ns(baseline)} ns", f"{ns(row['median_ns'])} ns", f"{ns(row['delta_ns'])} ns", percent(row["delta_percent"])]
                self.assertEqual(cells[1:], expected)

    def test_words(self):
        for clock, rows in self.json.items():
            self.assertEqual(derived(json.loads(firstbyte("compare", "--format=json", f"--clock={clock}", RESULTS))), rows)
            text = " ".join(firstbyte("compare", f"--clock={clock}", RESULTS).split())
            for (operation, name), row in rows.items():
                arm, _, reference = name.partition(" vs ")
                subject = f"{operation} {arm}, against {reference or 'baseline'}, "
                low, high = row["interval_percent"]
                if row["verdict"] == "faster":
                    self.assertIn(subject + f"takes {percent(row['paired_mean_percent'])} less time ({percent(low)} to {percent(high)}).", text)
                elif row["verdict"] == "slower":
                    self.assertIn(subject + f"takes {percent(-row['paired_mean_percent'])} more time ({percent(-high)} to {percent(-low)}).", text)
                elif row["verdict"] == "unresolved":
                    self.assertIn(subject + f"shows no difference: from {percent(high)} less to {percent(-low)} more time is possible", text)

    def test_the_gate(self):
        gate = json.loads(firstbyte("gate", "--format=json", RESULTS))
        clock = "cpu" if gate["clock"] == "CLOCK_THREAD_CPUTIME_ID" else "wall"
        shown = {cells[0]: cells[1:] for cells in tables(firstbyte("gate", RESULTS))[0][1:]}
        cases = xml.etree.ElementTree.fromstring(firstbyte("gate", "--format=junit", RESULTS)).iter("testcase")
        sentences = {case.get("name").split(":")[0]: "".join(case.itertext()) for case in cases}
        self.assertEqual(len(gate["rows"]), 8)
        for row in gate["rows"]:
            of_report = self.json[clock][tuple(row["row"].split(" ", 1))]
            # What an arm saves is what its time does not take: one number, two signs.
            self.assertEqual(row["change_percent"], -of_report["paired_mean_percent"], row["row"])
            self.assertEqual(row["p"], of_report["p"], row["row"])
            low, high = (change(end) for end in row["interval_percent"])
            self.assertEqual(shown[row["row"]][:2], [change(row["change_percent"]), f"{low}..{high}"])
            self.assertEqual(shown[row["row"]][3], percent(row["detectable_percent"]))
            self.assertIn(f"time {change(row['change_percent'])} (99 % interval {low} to {high})", sentences[row["row"]])
            self.assertEqual(sentences[row["row"]], row["sentence"])

    def test_the_forecast_at_the_cost_here(self):
        forecasts = json.loads(firstbyte("whatif", "--here=1000", "--format=json", RESULTS))
        rows = 0
        for group in forecasts["groups"]:
            for row in group["rows"]:
                if row["arm"] == row["reference"]:
                    continue
                name = row["arm"] if row["reference"] == "baseline" else f"{row['arm']} vs {row['reference']}"
                of_report = self.json["wall"][group["operation"], name]
                here = next(forecast for forecast in row["forecasts"] if forecast["measured"])
                self.assertEqual([here["delta_ns"], here["delta_percent"]], [of_report["delta_ns"], of_report["delta_percent"]], row["arm"])
                rows += 1
        self.assertGreaterEqual(rows, 6)


if __name__ == "__main__":
    unittest.main()
