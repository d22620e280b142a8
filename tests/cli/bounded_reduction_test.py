#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--reduction dpor within a bound of preemptions, the default: how many executions are run, what is found, and when."""
import os
import subprocess

from harness import HERE, CliTest, main

INCLUDE = os.path.join(HERE, "..", "..", "include")
PROGRAMS = os.path.join(HERE, "..", "programs")
SAME = ("verdict", "executions", "pruned", "diverged", "states", "steps", "bound", "max_steps", "max_preemptions")


class BoundedTest(CliTest):
    def instrumented(self, source):
        program = os.path.join(self.folder, os.path.basename(source)[:-2])
        if not os.path.exists(program):
            subprocess.run([self.command, "cc", "-std=gnu17", "-g", "-O1", "-pthread", "-Wall", "-Wextra", "-I", INCLUDE,
                            source, "-o", program], check=True)
        return program

    def run_within(self, bound, *words, options=()):
        program = self.instrumented(os.path.join(HERE, "programs", "traces.c"))
        report, result = self.run_json("--preemptions", str(bound), *options, program, *map(str, words))
        self.assertIn(result.status, (0, 1), result)
        return report


class Counts(BoundedTest):
    def assert_traces(self, bound, count, *words):
        report = self.run_within(bound, *words)
        self.assertEqual((report["reduction"], report["verdict"]), ("dpor", "clean"))
        self.assertEqual((report["executions"], report["pruned"], report["states"]), (count, 0, count))
        self.assertEqual(report["bound"]["completed"], bound)
        return report

    # Words of four a, four b and four c with so few changes of a letter that is still to come.
    def test_three_threads_of_four_exchanges(self):
        for bound, count in enumerate((6, 60, 402, 1752)):
            report = self.assert_traces(bound, count, "exchange", 3, 4)
            self.assertEqual([row["executions"] for row in report["by_bound"]], [6, 60, 402, 1752][:bound + 1])

    def test_what_makes_no_difference_is_run_once(self):
        for bound in (0, 1, 2):
            self.assert_traces(bound, 1, "read", 4)
            self.assert_traces(bound, 1, "locks", 4)
            self.assert_traces(bound, 24, "lock", 4)

    # Whoever finds it taken is dropped, and where that would be is not known before.
    def test_what_assumptions_leave_is_run_once(self):
        for threads, count in ((2, 2), (3, 6), (4, 24)):
            for bound in (0, 1, 2):
                report = self.run_within(bound, "take_or_drop", threads)
                self.assertEqual((report["reduction"], report["verdict"]), ("dpor", "clean"))
                self.assertEqual((report["executions"], report["states"]), (count, count), (threads, bound))

    def test_the_states_are_those_of_all_schedules(self):
        for words in (("increment", 2, 3), ("zeros", 4), ("add", 3, 2)):
            for bound in (0, 1, 2):
                every = self.run_within(bound, *words, options=("--reduction", "none"))
                report = self.run_within(bound, *words)
                self.assertEqual(report["states"], every["states"], (words, bound))
                self.assertEqual(report["executions"], report["states"])
                self.assertEqual([row["states"] for row in report["by_bound"]],
                                 [row["states"] for row in every["by_bound"]][:len(report["by_bound"])])


class Processes(BoundedTest):
    def assert_same(self, reports):
        for report in reports[1:]:
            self.assertEqual({key: report[key] for key in SAME}, {key: reports[0][key] for key in SAME})

    def test_every_reset_runs_the_same(self):
        self.assert_same([self.run_within(2, "increment", 2, 3, options=("--reset", reset))
                          for reset in ("snapshot", "fork", "exec")])
        self.assert_same([self.run_within(2, "zeros", 5, options=("--reset", reset))
                          for reset in ("snapshot", "fork", "exec", "loop")])

    def test_a_search_that_is_broken_off_comes_to_the_same(self):
        whole = self.run_within(2, "exchange", 3, 4)
        program = self.instrumented(os.path.join(HERE, "programs", "traces.c"))
        for executions in (1, 100):
            report, result = self.run_json("--executions", str(executions), program, "exchange", "3", "4")
            self.assertEqual((result.status, report["executions"]), (3, executions), result)
            report, result = self.run_json("--resume", "heddle-out")
            self.assertEqual(result.status, 0, result)
            self.assert_same([whole, report])


class Findings(BoundedTest):
    def test_a_finding_has_the_fewest_preemptions(self):
        every = self.run_within(2, "philosophers", 3, options=("--reduction", "none"))
        report = self.run_within(2, "philosophers", 3)
        self.assertEqual(report["reduction"], "dpor")
        for found in (every, report):
            self.assertEqual(found["findings"][0]["kind"], "deadlock")
            self.assertEqual(found["findings"][0]["preemptions"], 1)
        self.assertLessEqual(report["executions"], every["executions"])

    # Destroying a mutex is no step, so nobody knows with what it could be swapped.
    def test_what_is_destroyed_while_it_is_in_use(self):
        program = self.instrumented(os.path.join(PROGRAMS, "mutex", "destroy_locked_misuse.c"))
        for reduction in ("dpor", "cache"):
            report, result = self.run_json("--reduction", reduction, program)
            self.assertEqual((result.status, report["reduction"]), (1, "none"), result)
            self.assertEqual(report["findings"][0]["kind"], "misuse")
            self.assertEqual(len([note for note in report["notes"] if "destroyed while others may use it" in note]), 1)


class NotTheSame(BoundedTest):
    # Planned steps are told by their threads, so that a prefix which is not what it was could go unnoticed.
    def test_a_program_that_is_not_deterministic(self):
        program = self.instrumented(os.path.join(HERE, "programs", "grows_file.c"))
        report, result = self.run_json("--reset", "exec", program, os.path.join(self.folder, "file"))
        self.assertEqual((result.status, report["verdict"]), (4, "nondeterministic"), result)


class Comparisons(BoundedTest):
    def check(self, names, *options, words=("increment", "2", "3")):
        program = self.instrumented(os.path.join(HERE, "programs", "traces.c"))
        return self.heddle("run", "--check-reduction", names, *options, program, *words)

    def test_two_reductions_reach_the_same(self):
        for names in ("dpor,none", "none,cache"):
            result = self.check(names)
            self.assertEqual((result.status, result.err), (0, ""), result)
            self.assertIn("the same states are reached, and with as few preemptions.", result.out)
            self.assertIn("none: 170 executions, 56 states", result.out)
        result = self.check("dpor,inspect", "--preemptions", "all")
        self.assertEqual(result.status, 0, result)
        self.assertIn("dpor: 328 executions, 328 states", result.out)

    def test_nothing_is_said_before_the_end(self):
        result = self.check("dpor,none", "--executions", "20")
        self.assertEqual(result.status, 3, result)
        self.assertIn("incomplete", result.out)

    def test_what_is_no_pair_is_refused(self):
        for names in ("dpor", "dpor,", ",none", "dpor,nosuch", "dpor,inspect"):
            with self.subTest(names):
                self.assert_refused(self.check(names), "reduction")
        self.assert_refused(self.check("dpor,none", "--reduction", "none"), "--check-reduction")


class Without(BoundedTest):
    # Its atomics would be taken for nothing.
    def test_a_program_that_is_not_seen_is_not_reduced_unless_that_is_asked_for(self):
        program = self.compile("prints")
        report, result = self.run_json(program)
        self.assertEqual((result.status, report["reduction"], report["notes"]), (0, "none", []), result)
        report, result = self.run_json("--reduction", "dpor", program)
        self.assertEqual((result.status, report["reduction"]), (0, "dpor"), result)

    def test_what_it_does_not_go_with_goes_without(self):
        for options in (("-j", "2"), ("--csb", "1"), ("--strategy", "random"), ("--strategy", "delay"),
                        ("--strategy", "dfs")):
            report, result = self.run_json(*options, "--executions", "20",
                                           self.instrumented(os.path.join(HERE, "programs", "traces.c")), "store", "3")
            self.assertIn(result.status, (0, 3), result)
            self.assertEqual(report["reduction"], "none", options)


if __name__ == "__main__":
    main()
