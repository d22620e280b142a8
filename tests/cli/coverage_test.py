#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Coverage as a file, figures of it, and what is left of a bound."""
import csv
import os
import xml.etree.ElementTree

from harness import CliTest, main

HEADER = "executions,states,bound"
SVG = "{http://www.w3.org/2000/svg}"


class Coverage(CliTest):
    def path(self, name="curve.csv"):
        return os.path.join(self.work, name)

    def write(self, text, name="curve.csv"):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def rows(self, name="curve.csv"):
        with open(self.path(name), encoding="utf-8", newline="") as file:
            return [(int(line["executions"]), int(line["bound"]) if line["bound"] else None)
                    for line in csv.DictReader(file)]

    def plot(self, *words, output="figure.svg"):
        result = self.heddle("plot", *words, "-o", output)
        self.assertEqual((result.status, result.out, result.err), (0, "", ""), result)
        return xml.etree.ElementTree.parse(self.path(output)).getroot()

    # Two threads that do nothing have two orders, and a third if main joins the first in between.
    # The first of them can be preempted at its end by the second, once and again.
    def test_every_execution_of_a_small_program(self):
        self.run_json("--preemptions", "all", "--coverage", "curve.csv", self.compile("prints"))
        self.assertEqual(self.rows(), [(1, None), (2, None), (3, 0), (4, 1), (5, 2)])

    def test_depth_first_completes_its_bound_at_the_end(self):
        self.run_json("--preemptions", "all", "--strategy", "dfs", "--coverage", "curve.csv", self.compile("prints"))
        self.assertEqual(self.rows(), [(1, None), (2, None), (3, None), (4, None), (5, 2)])

    def test_a_long_search_has_few_rows(self):
        report, _ = self.run_json("--preemptions", "1", "--coverage", "curve.csv", self.compile("big"))
        rows = self.rows()
        self.assertLess(len(rows), 64 * 5)
        counts = {line["bound"]: line["executions"] for line in report["by_bound"]}
        for bound in (0, 1):
            self.assertEqual(next(row[0] for row in rows if row[1] == bound), counts[bound])
        self.assertEqual(rows[-1], (report["executions"], 1))
        self.assertEqual([row[0] for row in rows], sorted({row[0] for row in rows}))

    def test_several_workers_come_to_the_same_end(self):
        report, _ = self.run_json("--preemptions", "1", "-j", "2", "--coverage", "curve.csv", self.compile("big"))
        rows = self.rows()
        self.assertEqual(rows[-1], (report["executions"], 1))
        self.assertIn((report["by_bound"][0]["executions"], 0), rows)

    def test_it_is_kept_with_the_search(self):
        self.run_json("--preemptions", "1", "--coverage", "whole.csv", self.compile("big"))
        self.run_json("--preemptions", "1", "--executions", "50", "--coverage", "curve.csv", self.compile("big"))
        self.assertEqual(self.rows()[-1], (50, None))
        self.run_json("--resume", "heddle-out")
        self.assertEqual(self.rows(), self.rows("whole.csv"))

    def test_standard_output(self):
        result = self.heddle("run", "--preemptions", "0", "--coverage", "-", self.compile("prints"))
        self.assertRegex(result.out, r"\A" + HEADER + r"\n1,\d*,\n2,\d*,\n3,\d*,0\n\Z")
        self.assertIn("covered", result.err)
        self.assert_refused(self.heddle("run", "--coverage", "-", "--json", "-", self.compile("prints")),
                            "standard output")
        result = self.heddle("run", "--preemptions", "0", "--coverage", "nowhere/x.csv", self.compile("prints"))
        self.assertEqual(result.status, 2, result)
        self.assertIn("nowhere/x.csv", result.err)

    def test_an_estimate_of_what_is_left(self):
        whole, _ = self.run_json("--preemptions", "1", self.compile("big"))
        self.assertIsNone(whole["estimate"])
        half = whole["executions"] // 2
        report, _ = self.run_json("--preemptions", "1", "--executions", str(half), self.compile("big"))
        estimate = report["estimate"]
        self.assertLessEqual(estimate["low"], estimate["executions"])
        self.assertLessEqual(estimate["low"], whole["executions"] - half)
        self.assertGreaterEqual(estimate["high"], whole["executions"] - half)
        report, _ = self.run_json("--preemptions", "1", "--executions", "2", self.compile("big"))
        self.assertIsNone(report["estimate"])

    def test_a_figure_has_a_curve_for_each_file(self):
        self.write(HEADER + "\n1,1,\n2,2,0\n9,5,1\n", "icb.csv")
        self.write(HEADER + "\n1,1,\n2,1,\n9,3,\n", "a & b.csv")
        figure = self.plot("icb.csv", "a & b.csv")
        self.assertEqual(figure.tag, SVG + "svg")
        self.assertEqual(len(figure.findall(SVG + "polyline")), 2)
        words = [text.text for text in figure.iter(SVG + "text")]
        for word in ("icb", "a & b", "executions (number)", "states covered (number, log scale)"):
            self.assertIn(word, words)
        self.assertFalse(any("href" in key for element in figure.iter() for key in element.attrib))

    def test_a_figure_by_bound(self):
        self.write(HEADER + "\n1,1,\n2,2,0\n9,8,1\n", "icb.csv")
        figure = self.plot("icb.csv", "--by", "bound")
        words = [text.text for text in figure.iter(SVG + "text")]
        self.assertIn("states covered (% of all that were reached)", words)
        points = [tuple(map(float, point.split(",")))
                  for point in figure.find(SVG + "polyline").attrib["points"].split()]
        self.assertEqual(len(points), 2)
        # 25 % and 100 %, from the bottom of the area to its top.
        self.assertLess(points[1][1], points[0][1])

    def test_what_a_search_has_written_can_be_drawn(self):
        self.run_json("--preemptions", "1", "--coverage", "curve.csv", self.compile("big"))
        for words in ((), ("--by", "bound"), ("--log", "xy"), ("--log", "none", "--title", "big")):
            self.assertEqual(len(self.plot("curve.csv", *words).findall(SVG + "polyline")), 1)

    def test_what_cannot_be_drawn(self):
        good = self.write(HEADER + "\n1,1,\n", "good.csv")
        self.assert_refused(self.heddle("plot", "missing.csv", "-o", "x.svg"), "missing.csv")
        self.assert_refused(self.heddle("plot", self.work, "-o", "x.svg"), "directory")
        for text in ("", "1,2,3\n", HEADER, HEADER + "\n", HEADER + "\n1,1,\n2,2", HEADER + "\n1,x,\n",
                     HEADER + "\n1,2\n", HEADER + "\n2,,\n1,,\n", "\0\1"):
            self.assert_refused(self.heddle("plot", self.write(text, "bad.csv"), "-o", "x.svg"), "bad.csv")
        self.assert_refused(self.heddle("plot", good, "-o", "x.svg", "--by", "bound"), "no bound")
        self.assert_refused(self.heddle("plot", good, "-o", "x.svg", "--by", "time"), "--by time")
        self.assert_refused(self.heddle("plot", good, "-o", "x.svg", "--log", "z"), "--log z")
        self.assert_refused(self.heddle("plot", good, "-o", "nowhere/x.svg"), "nowhere/x.svg")
        self.assert_refused(self.heddle("plot", good, self.write(HEADER + "\n1,,\n", "bare.csv"), "-o", "x.svg"),
                            "plot them apart")
        self.assert_refused(self.heddle("plot", good), "output")
        self.assert_refused(self.heddle("plot", "-o", "x.svg"), "FILE")
        self.assertFalse(os.path.exists(self.path("x.svg")))


if __name__ == "__main__":
    main()
