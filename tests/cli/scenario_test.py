#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scenarios: what is said of them is what is said with --reset fork, also if their bodies do not put back
what they change.

In some ways to put a program back, or in those that HEDDLE_TEST_WAYS has the names of."""
import os
import sys

from harness import HERE, CliTest, main

sys.path.insert(0, os.path.join(HERE, "..", "matrix"))
import same_everywhere  # pylint: disable=wrong-import-position

# As loop is the scenarios' own way; with all of them, whole programs are run in tests/programs/scenario.
WAYS = os.environ.get("HEDDLE_TEST_WAYS", "snapshot fork loop").split()
INCLUDE = "-I" + os.path.join(HERE, "..", "..", "include")


class Scenario(CliTest):
    program = "scenario"

    def one_way(self, way, *words):
        """(report, result, what has to be the same in all ways)."""
        options = [word for word in words if word.startswith("--")]
        arguments = [word for word in words if not word.startswith("--")]
        log = os.path.join(self.work, "schedules")
        report, result = self.run_json(*same_everywhere.WAYS[way], "--log-schedules", log, *options,
                                       self.compile(self.program, INCLUDE), *arguments)
        with open(log, encoding="utf-8") as file:
            return report, result, same_everywhere.reading(report, file.read().splitlines())

    def same(self, *words):
        """The report in the first way, which the others are like."""
        first, _, expected = self.one_way(WAYS[0], *words)
        self.assertEqual(first["reset"], same_everywhere.WAYS[WAYS[0]][1], first["notes"])
        for way in WAYS[1:]:
            report, result, read = self.one_way(way, *words)
            self.assertEqual(list(same_everywhere.differences(read, expected)), [], f"{way}\n{result}")
            self.assertEqual(report["reset"], same_everywhere.WAYS[way][1], report["notes"])
        return first

    def noticed(self, *words, says):
        """With loop it is noticed, said, and put right."""
        _, _, expected = self.one_way("fork", *words)
        report, result, read = self.one_way("loop", *words)
        self.assertEqual(list(same_everywhere.differences(read, expected)), [], result)
        self.assertEqual(report["reset"], "snapshot", result)
        self.assertRegex(report["notes"][0], says)
        self.assertRegex(report["notes"][0], "began anew with snapshot")
        self.assertIn("began anew", " ".join(result.out.split()))
        return report

    def finding(self, *words, kind, **counts):
        report = self.same(*words)
        self.assertEqual(report["verdict"], "finding")
        self.assertEqual([finding["kind"] for finding in report["findings"]], [kind])
        finding = report["findings"][0]
        self.assertEqual({key: finding[key] for key in counts}, counts)
        again = self.heddle("replay", os.path.join(self.work, finding["trace"]))
        self.assertEqual(again.status, 1, again)
        return finding


class PutsBack(Scenario):
    def test_a_body_that_puts_back(self):
        self.assertEqual(self.same("plain")["verdict"], "clean")

    def test_another_lock_from_the_nth_call_on(self):
        for number in ("2", "5", "100"):
            for where in ("drifts_at_begin", "drifts_at_end"):
                with self.subTest(where=where, number=number):
                    self.noticed("--preemptions=all", where, number, says="does not put back what it changes")

    def test_another_lock_in_the_nth_call_alone(self):
        for number in ("2", "5", "100"):
            with self.subTest(number=number):
                self.noticed("--preemptions=all", "slips_at_begin", number, says="does not put back what it changes")

    def test_failures_that_a_fresh_process_does_not_have(self):
        rows = [("asserts", "2"), ("asserts", "100"), ("exits", "5"), ("crashes", "5"), ("deadlocks", "5")]
        for how, number in rows:
            for more in ((), ("--keep-going",)):
                with self.subTest(how=how, number=number, more=more):
                    report = self.noticed("--preemptions=all", *more, f"{how}_later", number,
                                          says="is another one at step")
                    self.assertEqual(report["verdict"], "clean")

    def test_a_failure_that_only_a_fresh_process_has(self):
        report = self.same("--keep-going", "heals")
        self.assertEqual(report["findings"][0]["executions"], report["executions"])

    def test_a_thread_left_running(self):
        self.noticed("leaves_thread", says="leaves threads or locks behind")

    def test_a_lock_left_held(self):
        self.noticed("leaves_lock", says="leaves threads or locks behind")

    def test_what_does_no_harm(self):
        for name in ("leaves_mutex", "leaks"):
            with self.subTest(name=name):
                self.same(name)


    def test_a_limit_reached_on_the_way(self):
        report = self.same("--preemptions=all", "--executions=75", "plain")
        self.assertEqual((report["verdict"], report["executions"]), ("incomplete", 75))

    def test_more_threads_in_some_schedules_than_in_the_first(self):
        _, _, expected = self.one_way("fork", "--preemptions=1", "--executions=500", "grows")
        for way in ("snapshot", "mprotect", "loop"):
            report, result, read = self.one_way(way, "--preemptions=1", "--executions=500", "grows")
            self.assertEqual(list(same_everywhere.differences(read, expected)), [], result)
            self.assertEqual(report["reset"], "fork")
            self.assertIn("more threads than at first", report["notes"][0])


class Fails(Scenario):
    def test_in_the_body(self):
        for how, kind in (("asserts", "assertion"), ("crashes", "crash"), ("deadlocks", "deadlock")):
            for more in ((), ("--keep-going",)):
                with self.subTest(how=how, more=more):
                    self.finding(*more, how, kind=kind, preemptions=1)

    def test_in_every_execution(self):
        finding = self.finding("--keep-going", "always_asserts", kind="assertion", preemptions=0, execution=1)
        self.assertEqual(finding["executions"], self.same("--keep-going", "always_asserts")["executions"])

    def test_exit_in_the_body(self):
        for name in ("exits", "exits_at_once"):
            with self.subTest(name=name):
                self.finding("--keep-going", name, "3", kind="exit", preemptions=1)
                self.assertEqual(self.same("--keep-going", name, "0")["verdict"], "clean")

    def test_choices_and_assumptions(self):
        report = self.same("chooses", "3")
        self.assertEqual(report["verdict"], "clean")
        self.assertGreater(report["pruned"], 0)
        self.finding("--keep-going", "chooses", "2", kind="assertion", preemptions=0)

    def test_in_setup(self):
        for how, kind in (("asserts", "assertion"), ("crashes", "crash"), ("deadlocks", "deadlock")):
            with self.subTest(how=how):
                self.finding(f"setup_{how}", kind=kind, preemptions=0, execution=1)
        self.finding("setup_exits", "3", kind="exit", preemptions=0)

    def test_in_teardown(self):
        executions = self.same("plain")["executions"]
        for how, kind in (("asserts", "assertion"), ("crashes", "crash"), ("deadlocks", "deadlock")):
            for more in ((), ("--keep-going",)):
                with self.subTest(how=how, more=more):
                    finding = self.finding(*more, f"teardown_{how}", kind=kind, preemptions=0, executions=1)
                    self.assertEqual(finding["execution"], executions)
        self.finding("teardown_exits", "3", kind="exit", preemptions=0)
        self.assertEqual(self.same("teardown_exits", "0")["verdict"], "clean")

    def test_a_deadlock_in_teardown_is_told_of_the_right_threads(self):
        finding = self.finding("teardown_deadlocks", kind="deadlock")
        self.assertRegex(finding["message"], "^T0 ")


class Refused(Scenario):
    def test_a_scenario_within_another(self):
        for name in ("nested_in_setup", "nested_in_body", "thread_of_setup", "thread_of_body", "thread_of_main"):
            for way in WAYS:
                with self.subTest(name=name, way=way):
                    report, result, _ = self.one_way(way, name)
                    self.assertEqual(result.status, 2, result)
                    self.assertIn("heddle_scenario in a scenario, or in another thread", report["error"])

    def test_loop_without_a_scenario(self):
        report, result = self.run_json("--reset", "loop", self.compile("prints"))
        self.assertEqual(result.status, 2, result)
        self.assertIn("--reset loop is for programs with a heddle_scenario()", report["error"])


class Quiet(Scenario):
    program = "quiet"

    def test_workers_that_wait(self):
        for how in ("condition", "semaphore", "futex", "nested", "posts"):
            with self.subTest(how=how):
                report = self.same(how)
                self.assertEqual(report["verdict"], "clean", report)
                self.assertGreater(report["executions"], 1)

    def test_a_worker_that_joins_another(self):
        self.assertEqual(self.same("join")["verdict"], "clean")

    def test_a_worker_that_sleeps(self):
        self.assertEqual(self.same("sleep", "--preemptions=1")["verdict"], "clean")


if __name__ == "__main__":
    main()
