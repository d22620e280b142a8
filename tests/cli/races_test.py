#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Data races: what is reported, what is suppressed, and what becomes of a run after one."""
import json
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


class AfterRaces(CliTest):
    """What becomes of races that are no findings, and of many of them."""

    @classmethod
    def instrumented(cls, name, *more, folder="race"):
        """A program of tests/programs, compiled for heddle."""
        program = os.path.join(cls.folder, name)
        if not os.path.exists(program):
            source = os.path.join(HERE, "..", "programs", folder, name + ".c")
            subprocess.run([cls.command, "cc", "-std=gnu17", "-g", "-O1", "-pthread", "-I", INCLUDE,
                            source, *more, "-o", program], check=True)
        return program

    def with_plain_lock(self, name):
        library = os.path.join(self.folder, "libplainlock.so")
        if not os.path.exists(library):
            source = os.path.join(HERE, "..", "programs", "modules", "parts", "futex_lock.c")
            subprocess.run(["gcc", "-shared", "-fPIC", "-g", "-O1", source, "-o", library], check=True)
        return self.instrumented(name, library, "-Wl,-rpath," + self.folder, folder="modules")

    def assert_all_replay(self, races):
        for race in races:
            self.assertTrue(race["reproduced"])
            again = self.heddle("replay", os.path.join(self.work, race["trace"]))
            self.assertEqual(again.status, 1, again)
            self.assertIn(race["message"].split(",")[0], " ".join(again.out.split()))

    def test_visible_races_are_listed_and_not_in_the_status(self):
        report, result = self.run_json("--races", "visible", "--preemptions", "0",
                                       self.instrumented("behind_races_exit"))
        self.assertEqual(result.status, 0, result)
        self.assertEqual(report["verdict"], "clean")
        self.assertEqual(report["findings"], [])
        self.assertGreaterEqual(len(report["races"]), 1)
        self.assertEqual({race["kind"] for race in report["races"]}, {"race"})
        self.assertTrue(all(race["executions"] >= 1 for race in report["races"]), report["races"])
        self.assertIn("data races, which are no findings with --races visible:", result.out)
        self.assertIn("Every schedule with at most 0 preemptions is covered", report["guarantee"]["statement"])
        self.assertTrue(any("places that race" in text for text in report["guarantee"]["assumptions"]), report)
        self.assert_all_replay(report["races"])

    def test_what_visible_races_lead_to_is_found(self):
        report, result = self.run_json("--races", "visible", self.instrumented("behind_races_exit"))
        self.assertEqual(result.status, 1, result)
        self.assertEqual([(one["kind"], one["preemptions"]) for one in report["findings"]], [("exit", 1)])
        self.assertGreaterEqual(len(report["races"]), 1)
        self.assert_all_replay(report["findings"])

    def test_visible_needs_places_that_can_be_visible(self):
        self.assert_refused(self.heddle("run", "--races", "visible", "--visible", "sync", "/bin/true"),
                            "--races visible", "--visible sync")
        self.assert_refused(self.heddle("run", "--races", "frobnicate", "/bin/true"), "stop, visible or ignore")

    def test_ignored_races_are_assumed_away(self):
        for visible in ("sync", "race", "all"):
            with self.subTest(visible):
                report, result = self.run_json("--races", "ignore", "--visible", visible, "--preemptions", "0",
                                               self.instrumented("behind_races_exit"))
                self.assertEqual(result.status, 0, result)
                self.assertEqual((report["findings"], report["races"], report["rounds"]), ([], [], 1))
                self.assertTrue(any("no data races: they were not looked for" in text
                                    for text in report["guarantee"]["assumptions"]), report["guarantee"])

    def test_what_is_found_where_races_are_ignored_replays(self):
        report, result = self.run_json("--races", "ignore", "--visible", "all", self.instrumented("behind_races_exit"))
        self.assertEqual([one["kind"] for one in report["findings"]], ["exit"], result)
        self.assert_all_replay(report["findings"])

    def test_uses_of_freed_memory_are_found_where_races_are_ignored(self):
        program = self.instrumented("free_then_read_use_after_free", folder="heap")
        report, result = self.run_json("--races", "ignore", program)
        self.assertEqual([one["kind"] for one in report["findings"]], ["use_after_free"], result)

    def test_all_races_of_an_execution_are_known_at_once(self):
        supp = os.path.join(self.work, "all.supp")
        with open(supp, "w", encoding="utf-8") as file:
            file.write("race:*\n")
        program = self.instrumented("many_places_race")
        report, result = self.run_json("--preemptions", "0", "--suppressions", supp, program)
        self.assertEqual(result.status, 0, result)
        self.assertEqual(report["rounds"], 2, report)
        self.assertIn("130 data races are suppressed; their places are scheduling points", report["notes"])

    def test_many_races_are_as_many_findings_each_with_a_trace(self):
        program = self.instrumented("many_places_race")
        report, result = self.run_json("--preemptions", "0", "--keep-going", program)
        self.assertEqual(report["rounds"], 2, result)
        self.assertEqual(len(report["findings"]), 130)
        self.assertEqual(len({one["message"] for one in report["findings"]}), 130)
        self.assertEqual({one["executions"] for one in report["findings"]}, {report["executions"]})
        self.assert_all_replay([report["findings"][i] for i in (0, 1, 64, 129)])
        some, _ = self.run_json("--preemptions", "0", "--max-findings", "7", program)
        self.assertEqual([one["message"] for one in some["findings"]],
                         [one["message"] for one in report["findings"]][:7])
        self.assertEqual(some["rounds"], 1)

    def test_many_visible_races_in_every_reset(self):
        seen = set()
        for reset in ("snapshot", "fork", "exec"):
            report, result = self.run_json("--races", "visible", "--preemptions", "0", "--reset", reset,
                                           self.instrumented("many_places_race"))
            self.assertEqual((result.status, report["rounds"], len(report["races"])), (0, 2, 130), result)
            seen.add((report["executions"], report["steps"], str([race["message"] for race in report["races"]])))
        self.assertEqual(len(seen), 1, seen)

    def test_going_on_comes_to_the_same(self):
        program = self.instrumented("behind_races_exit")

        def told(report):
            for one in report["findings"] + report["races"]:
                one["trace"] = os.path.basename(one["trace"])
            left = ("wall_s", "executions_per_s", "program")
            return {key: value for key, value in report.items() if key not in left}

        options = ("--races", "visible", "--keep-going", "--reduction", "none")
        whole, result = self.run_json(*options, "--out", "whole", program)
        self.assertEqual(result.status, 1, result)
        path = os.path.join(self.work, "report.json")
        for most in (1, 2, 3, 5, 8, 13):
            result = self.heddle("run", *options, "--out", "parts", "--executions", str(most), program)
            self.assertIn(result.status, (1, 3), result)
            if not os.path.exists(os.path.join(self.work, "parts", "search")):
                continue  # a finding was told, so there is nothing to go on with
            result = self.heddle("run", "--json", path, "--resume", "parts")
            self.assertEqual(result.status, 1, result)
            with open(path, encoding="utf-8") as file:
                report = json.load(file)
            self.assertEqual(told(report), told(whole), most)

    def test_what_a_library_may_order_is_a_suspect(self):
        program = self.with_plain_lock("plain_lock_ok")
        report, result = self.run_json(program)
        self.assertEqual(result.status, 0, result)
        self.assertGreaterEqual(len(report["suspects"]), 1)
        for suspect in report["suspects"]:
            self.assertEqual(suspect["orders"], ["libplainlock.so"])
        self.assertIn("suspected data races:", result.out)
        self.assertIn("libplainlock.so", result.out)
        self.assertTrue(any(text.startswith("assuming that libplainlock.so orders the accesses in ")
                            for text in report["guarantee"]["assumptions"]), report["guarantee"])
        self.assertIn("is covered", report["guarantee"]["statement"])
        self.assert_all_replay(report["suspects"])

    def test_strict_makes_findings_of_suspects(self):
        report, result = self.run_json("--strict", self.with_plain_lock("plain_lock_ok"))
        self.assertEqual(result.status, 1, result)
        self.assertEqual([one["kind"] for one in report["findings"]], ["race"])
        self.assertEqual(report["suspects"], [])

    def test_what_it_cannot_have_ordered_is_a_finding(self):
        for name in ("plain_lock_race", "plain_lock_before_race"):
            report, result = self.run_json(self.with_plain_lock(name))
            self.assertEqual([one["kind"] for one in report["findings"]], ["race"], result)


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
