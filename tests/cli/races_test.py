#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Data races: what is reported, what is suppressed, and what becomes of a run after one."""
import os
import subprocess

from harness import HERE, CliTest, main

INCLUDE = os.path.join(HERE, "..", "..", "include")
SUPPRESSED = "places are scheduling points"


class Races(CliTest):
    def racy(self):
        """Compiled for heddle."""
        program = os.path.join(self.folder, "races-instrumented")
        if not os.path.exists(program):
            subprocess.run([self.command, "cc", "-std=gnu17", "-g", "-O1", "-pthread", "-I", INCLUDE,
                            os.path.join(HERE, "programs", "races.c"), "-o", program], check=True)
        return program

    def suppressions(self, *lines):
        path = os.path.join(self.work, "races.supp")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        return path

    def kinds(self, report):
        return [finding["kind"] for finding in report["findings"]]

    def assumption(self, report, begin):
        found = [text for text in report["guarantee"]["assumptions"] if text.startswith(begin)]
        self.assertEqual(len(found), 1, report["guarantee"])
        return found[0]

    def test_a_race_is_a_finding_whatever_is_visible(self):
        for visible in ("sync", "race", "all"):
            with self.subTest(visible):
                report, result = self.run_json("--visible", visible, self.racy())
                self.assertEqual(result.status, 1, result)
                self.assertEqual(self.kinds(report), ["race"])
                self.assertEqual(report["visible"], visible)
                self.assertTrue(report["findings"][0]["reproduced"])

    def test_without_instrumentation_none_is_seen(self):
        program = self.compile("races", "-I" + INCLUDE, output="races-plain")
        report, result = self.run_json(program)
        self.assertEqual(result.status, 0, result)
        self.assertEqual(report["visible"], "race")
        self.assertIn("heddle cc", self.assumption(report, "no data races: "))

    def test_the_guarantee_names_files_whose_accesses_are_not_seen(self):
        report, _ = self.run_json("--suppressions", self.suppressions("race:*"), "--visible", "sync", self.racy())
        text = self.assumption(report, "data races were checked in every execution")
        self.assertIn("libc.so.6", text)
        self.assertNotIn("races-instrumented", text)
        self.assertNotIn("libheddle", text)
        self.assumption(report, "scheduling points are synchronization calls, atomics and volatiles only")
        self.assumption(report, "assuming that the order of the accesses in the ")

    def test_with_keep_going_the_search_starts_again_with_the_places(self):
        report, result = self.run_json("--keep-going", self.racy())
        self.assertEqual(result.status, 1, result)
        self.assertIn("race", self.kinds(report))
        lost = [finding for finding in report["findings"] if finding["kind"] == "exit"]
        self.assertEqual(len(lost), 1, result)
        self.assertEqual(lost[0]["preemptions"], 1)
        self.assertEqual(report["bound"]["completed"], 2)
        for finding in report["findings"]:
            self.assertTrue(1 <= finding["executions"] <= report["executions"], finding)
            again = self.heddle("replay", os.path.join(self.work, finding["trace"]))
            self.assertEqual(again.status, 1, again)

    def test_as_many_findings_as_are_wanted(self):
        report, result = self.run_json("--max-findings", "1", self.racy())
        self.assertEqual(self.kinds(report), ["race"], result)

    def test_every_reset_comes_to_the_same(self):
        seen = set()
        for visible in ("race", "all"):
            for reset in ("snapshot", "fork", "exec"):
                report, result = self.run_json("--keep-going", "--visible", visible, "--reset", reset, self.racy())
                self.assertEqual(report["reset"], reset, result)
                seen.add((visible, report["executions"], report["steps"], len(report["findings"]),
                          str(report["by_bound"])))
        self.assertEqual(len(seen), 2, seen)

    def test_every_reset_comes_to_the_same_in_a_scenario(self):
        program = os.path.join(self.folder, "races-scenario")
        subprocess.run([self.command, "cc", "-std=gnu17", "-g", "-O1", "-pthread", "-I", INCLUDE,
                        os.path.join(HERE, "programs", "races_scenario.c"), "-o", program], check=True)
        seen = set()
        for visible in ("race", "all"):
            for reset in ("loop", "snapshot", "fork", "exec"):
                report, result = self.run_json("--keep-going", "--visible", visible, "--reset", reset, program)
                self.assertEqual(report["reset"], reset, result)
                self.assertEqual(report["bound"]["completed"], 2, result)
                seen.add((visible, report["executions"], report["steps"], len(report["findings"])))
        self.assertEqual(len(seen), 2, seen)

    def test_suppressed_by_function_file_and_variable(self):
        for line in ("race:^count_hit$", "race:visitor", "race_top:count_hit", "race:races.c", "race:^hits$",
                     "race:races-instrumented"):
            with self.subTest(line):
                report, result = self.run_json("--suppressions", self.suppressions("# why", line), self.racy())
                self.assertEqual(result.status, 1, result)
                self.assertEqual(self.kinds(report), ["exit"], result)
                self.assertEqual(report["findings"][0]["preemptions"], 1)
                self.assertTrue(any("suppressed; " in note and SUPPRESSED in note for note in report["notes"]),
                                report["notes"])

    def test_not_suppressed_by_what_does_not_match(self):
        for line in ("race:^count$", "race_top:^visitor$", "race_top:^main$", "deadlock:count_hit"):
            with self.subTest(line):
                report, result = self.run_json("--suppressions", self.suppressions(line), self.racy())
                self.assertEqual(self.kinds(report), ["race"], result)

    def test_with_visible_sync_a_suppressed_race_is_all_there_is(self):
        report, result = self.run_json("--visible", "sync", "--suppressions", self.suppressions("race:*"), self.racy())
        self.assertEqual(result.status, 0, result)
        self.assertTrue(any("no scheduling points" in note for note in report["notes"]), report["notes"])

    def test_suppressions_that_tsan_would_use(self):
        os.environ["TSAN_OPTIONS"] = "halt_on_error=1 suppressions=" + self.suppressions("race:*")
        try:
            report, result = self.run_json(self.racy())
            self.assertEqual(self.kinds(report), ["exit"], result)
            # The option comes first.
            other = os.path.join(self.work, "other.supp")
            with open(other, "w", encoding="utf-8"):
                pass
            report, result = self.run_json("--suppressions", other, self.racy())
            self.assertEqual(self.kinds(report), ["race"], result)
        finally:
            del os.environ["TSAN_OPTIONS"]

    def test_benign(self):
        report, result = self.run_json(self.racy(), "benign")
        self.assertEqual(self.kinds(report), ["exit"], result)
        self.assertTrue(any("benign by the program; " in note and SUPPRESSED in note
                            for note in report["notes"]), report["notes"])

    def test_limits_hold_for_all_rounds(self):
        report, result = self.run_json("--executions", "2", "--suppressions", self.suppressions("race:*"), self.racy())
        self.assertEqual(result.status, 3, result)
        self.assertLessEqual(report["executions"], 2)
        self.assertIn("the limit of 2 executions", report["stopped_by"])

    def test_the_log_of_schedules_is_that_of_the_last_round(self):
        log = os.path.join(self.work, "log")
        report, result = self.run_json("--keep-going", "--log-schedules", log, self.racy())
        with open(log, encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), report["executions"], result)


class Suppressions(CliTest):
    def given(self, text):
        path = os.path.join(self.work, "some.supp")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_a_file_that_is_not_there(self):
        program = self.compile("prints")
        self.assert_refused(self.heddle("run", "--suppressions", "no/such.supp", program), "no/such.supp")
        self.assert_refused(self.heddle("run", "--suppressions", self.work, program), self.work)

    def test_a_line_that_is_no_suppression(self):
        program = self.compile("prints")
        for text in ("race:ok\nfrobnicate\n", "# why\nrace:\n", "\n:f\n"):
            with self.subTest(text):
                path = self.given(text)
                self.assert_refused(self.heddle("run", "--suppressions", path, program), "line 2", path)

    def test_unknown_kinds_are_noted_once(self):
        path = self.given("leak:f\nleak:g\ndeadlock:h\n")
        report, result = self.run_json("--suppressions", path, self.compile("prints"))
        self.assertEqual(result.status, 0, result)
        self.assertEqual([note for note in report["notes"] if "'leak'" in note and "not known" in note], report["notes"])
        self.assertEqual(len(report["notes"]), 1, report["notes"])


if __name__ == "__main__":
    main()
