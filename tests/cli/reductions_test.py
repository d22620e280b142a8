#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--reduction dpor, inspect and sleep: how many executions are run, what is found, when they are refused or given up."""
import math
import os
import subprocess

from harness import HERE, CliTest, main

INCLUDE = os.path.join(HERE, "..", "..", "include")
REDUCTIONS = ("dpor", "inspect", "sleep")


def by(reduction):
    return ("--preemptions", "all", "--reduction", reduction)


class ReductionTest(CliTest):
    def traces(self):
        """Compiled for heddle."""
        program = os.path.join(self.folder, "traces")
        if not os.path.exists(program):
            subprocess.run([self.command, "cc", "-std=gnu17", "-g", "-O1", "-pthread", "-Wall", "-Wextra", "-I", INCLUDE,
                            os.path.join(HERE, "programs", "traces.c"), "-o", program], check=True)
        return program

    def assert_clean(self, words, *options, reduction="dpor"):
        report, result = self.run_json(*by(reduction), *options, self.traces(), *map(str, words))
        self.assertEqual((result.status, report["verdict"]), (0, "clean"), result)
        return report

    def assert_traces(self, count, *words, reductions=REDUCTIONS):
        """Each is run once; by dpor nothing else is."""
        for reduction in reductions:
            with self.subTest((reduction, *words)):
                report = self.assert_clean(words, reduction=reduction)
                self.assertEqual((report["executions"], report["states"]), (count, count))
                self.assertEqual(report["diverged"], 0)
                self.assertEqual(report["reduction"], reduction)
                if reduction == "dpor":
                    self.assertEqual(report["pruned"], 0)


class Counts(ReductionTest):
    def test_reads_commute(self):
        for threads in (2, 3, 4, 5):
            self.assert_traces(1, "read", threads)

    def test_stores_come_in_any_order(self):
        for threads in (2, 3, 4):
            self.assert_traces(math.factorial(threads), "store", threads)

    # Of 2k steps, k are those of the first thread.
    def test_two_threads_that_add_interleave_in_every_way(self):
        for times in (2, 3, 4):
            self.assert_traces(math.comb(2 * times, times), "add", 2, times)

    # Between two steps that write, neighbouring reads of the two threads commute: by enumeration of
    # the C(4k, 2k) interleavings.
    def test_increments_that_are_not_atomic(self):
        for times, count in ((1, 4), (2, 34), (3, 328), (4, 3334)):
            self.assert_traces(count, "increment", 2, times)

    # A compare-exchange that fails reads, and what it would find elsewhere is what another one has left there: by
    # enumeration of all schedules.
    def test_compare_exchanges_that_fail_or_succeed(self):
        for threads, times, count in ((2, 1, 2), (3, 1, 3), (5, 1, 5), (2, 2, 6), (3, 2, 24), (2, 3, 20)):
            self.assert_traces(count, "climb", threads, times)

    def test_a_lock_is_taken_in_any_order(self):
        for threads in (2, 3, 4):
            self.assert_traces(math.factorial(threads), "lock", threads)

    def test_nobody_notices_in_which_order_different_locks_are_taken(self):
        for threads in (2, 3, 4):
            self.assert_traces(1, "locks", threads)

    # In each round they arrive in any order, and nobody notices in which they leave.
    def test_threads_meet_at_a_barrier(self):
        for threads, rounds in ((2, 1), (2, 4), (3, 1), (3, 2)):
            self.assert_traces(math.factorial(threads) ** rounds, "barrier", threads, rounds)
        self.assert_traces(math.factorial(3) ** 3, "barrier", 3, 3, reductions=("dpor",))

    # Writers come in any order, and each reader before, after or between them.
    def test_readers_and_writers(self):
        for readers, writers in ((3, 0), (3, 1), (2, 2), (1, 3)):
            self.assert_traces(math.factorial(writers) * (writers + 1) ** readers, "readers", readers + writers, writers)

    # Each mutex goes to one of its two neighbours first; but somebody has to be first of all.
    def test_philosophers(self):
        for threads in (2, 3, 4, 5):
            self.assert_traces(2 ** threads - 2, "careful", threads)

    # And then all of them wait for their second one.
    def test_philosophers_in_a_deadlock(self):
        for reduction in REDUCTIONS:
            for threads in (2, 3, 4):
                report, result = self.run_json(*by(reduction), "--keep-going", self.traces(), "philosophers", str(threads))
                self.assertEqual((report["executions"], report["states"]), (2 ** threads - 1,) * 2, result)
                self.assertEqual([(found["kind"], found["executions"]) for found in report["findings"]], [("deadlock", 1)])

    # One preemption is enough, but it is met with more of them first.
    def test_the_fewest_preemptions_are_searched_by_traces(self):
        report, result = self.run_json(*by("dpor"), self.traces(), "philosophers", "7")
        self.assertEqual([(found["kind"], found["preemptions"]) for found in report["findings"]], [("deadlock", 1)], result)
        self.assertEqual(report["pruned"], 0)
        self.assertLessEqual(report["executions"], 2 * (2 ** 7 - 1))

    # 12! / (4!)^3 words of four a, four b and four c.
    def test_three_threads_of_four_exchanges(self):
        self.assert_traces(34650, "exchange", 3, 4, reductions=("dpor", "inspect"))
        self.assert_traces(1680, "exchange", 3, 3)

    # With n that write there are (n + 3) 2^(n - 2) traces: Abdulla, Aronis, Jonsson and Sagonas (POPL 2014) have 64
    # for five, and say that without wakeup trees executions are begun that come to nothing new.
    def test_the_last_zero(self):
        for threads in (3, 4, 5, 6):
            self.assert_traces((threads + 2) * 2 ** (threads - 3), "zeros", threads)
        self.assertGreater(self.assert_clean(("zeros", 6), reduction="inspect")["pruned"], 0)

    # Whoever is tried first at a place conflicts with all that sleep there.
    def test_with_backtrack_sets_nothing_is_cut_short_where_threads_do_the_same(self):
        for words in (("read", 4), ("store", 4), ("add", 2, 4), ("lock", 4), ("locks", 4), ("exchange", 3, 3)):
            self.assertEqual(self.assert_clean(words, reduction="inspect")["pruned"], 0, words)


class Findings(ReductionTest):
    def deadlock(self, *options):
        report, result = self.run_json("--preemptions", "all", *options, self.traces(), "philosophers", "3")
        self.assertEqual(result.status, 1, result)
        self.assertEqual(report["findings"][0]["kind"], "deadlock")
        self.assertTrue(report["findings"][0]["reproduced"])
        return report

    # The last one is preempted when it has its first mutex; then the one before it blocks at that, and so on.
    def test_a_finding_has_the_fewest_preemptions(self):
        for strategy in ("icb", "dfs"):
            every = self.deadlock("--strategy", "icb", "--reduction", "none")
            for reduction in REDUCTIONS:
                reduced = self.deadlock("--strategy", strategy, "--reduction", reduction)
                self.assertEqual(reduced["reduction"], reduction)
                self.assertEqual(reduced["findings"][0]["preemptions"], every["findings"][0]["preemptions"])
                self.assertEqual(reduced["findings"][0]["preemptions"], 1)

    def test_a_finding_replays(self):
        for reduction in REDUCTIONS:
            report = self.deadlock("--reduction", reduction)
            replayed = self.heddle("replay", os.path.join(self.work, report["findings"][0]["trace"]))
            self.assertEqual(replayed.status, 1, replayed)


class Processes(ReductionTest):
    """It does not matter in which process an execution is run, nor by which heddle."""

    SAME = ("verdict", "executions", "pruned", "diverged", "states", "steps", "bound", "max_steps", "max_preemptions")

    def assert_same(self, reports):
        for report in reports[1:]:
            self.assertEqual({key: report[key] for key in self.SAME}, {key: reports[0][key] for key in self.SAME})

    def test_every_reset_runs_the_same(self):
        for reduction, words in (("dpor", ("add", 2, 4)), ("inspect", ("add", 2, 3)), ("sleep", ("add", 2, 3))):
            self.assert_same([self.assert_clean(words, "--reset", reset, reduction=reduction)
                              for reset in ("snapshot", "fork", "exec")])
        for reduction, words, executions in (("dpor", ("scenario", 4), math.factorial(4)), ("inspect", ("zeros", 5), 28),
                                             ("sleep", ("scenario", 3), math.factorial(3))):
            scenarios = [self.assert_clean(words, "--reset", reset, reduction=reduction)
                         for reset in ("snapshot", "fork", "exec", "loop")]
            self.assert_same(scenarios)
            self.assertEqual(scenarios[0]["executions"], executions)
            self.assertEqual(scenarios[0]["pruned"] > 0, reduction != "dpor")

    def test_fibers_and_threads_of_the_system_run_the_same(self):
        for reduction in REDUCTIONS:
            self.assert_same([self.assert_clean(("add", 2, 3), "--reset", "fork", "--threads", threads,
                                                reduction=reduction) for threads in ("fibers", "os")])

    def test_a_search_that_is_broken_off_comes_to_the_same(self):
        for reduction, reset in (("dpor", "snapshot"), ("dpor", "fork"), ("inspect", "snapshot"), ("sleep", "snapshot")):
            whole = self.assert_clean(("increment", 2, 3), "--reset", reset, reduction=reduction)
            for executions in (1, 100):
                report, result = self.run_json(*by(reduction), "--reset", reset, "--executions", str(executions),
                                               self.traces(), "increment", "2", "3")
                self.assertEqual((result.status, report["executions"]), (3, executions), result)
                report, result = self.run_json("--resume", "heddle-out")
                self.assertEqual(result.status, 0, result)
                self.assert_same([whole, report])


class Without(ReductionTest):
    """Where traces do not tell all, and it says so."""

    # A thread that spins is held back after it has yielded often enough.
    def test_fairness_ends_it(self):
        program = self.compile("waits_for_flag")
        every, _ = self.run_json("--preemptions", "all", program)
        self.assertEqual([note for note in every["notes"] if "reduction" in note], [])
        for reduction in REDUCTIONS:
            reduced, result = self.run_json(*by(reduction), program)
            self.assertEqual((result.status, reduced["reduction"]), (0, "cache"), result)
            self.assertEqual(len([note for note in reduced["notes"]
                                  if note.startswith("reduced by states, not by traces: threads that wait")]), 1, result)
            for key in ("verdict", "states"):
                self.assertEqual(reduced[key], every[key], key)
            for rung, unreduced in zip(reduced["bound"]["fairness"], every["bound"]["fairness"], strict=True):
                self.assertLessEqual(rung.pop("executions"), unreduced["executions"])
                self.assertEqual(rung, {key: unreduced[key] for key in rung})
            self.assertEqual(reduced["bound"]["completed"], every["bound"]["completed"])
            self.assertLess(reduced["executions"], every["executions"])
            self.assertLessEqual(reduced["executions"] + reduced["pruned"], every["executions"])

    def test_what_it_does_not_go_with(self):
        for reduction in ("inspect", "sleep"):
            for words in ((), ("--preemptions", "2")):
                self.assert_refused(self.heddle("run", "--reduction", reduction, *words, self.traces(), "read", "2"),
                                    "--preemptions all")
        for words, said in ((("--preemptions", "all", "-j", "2"), "-j"),
                            (("--preemptions", "all", "--csb", "1"), "--csb"),
                            (("--preemptions", "all", "--strategy", "depth", "--depth", "5"), "--strategy"),
                            (("--preemptions", "all", "--strategy", "idfs"), "--strategy"),
                            (("--preemptions", "all", "--strategy", "random"), "--strategy"),
                            (("--preemptions", "all", "--strategy", "pct"), "--strategy"),
                            (("--preemptions", "all", "--strategy", "pos"), "--strategy"),
                            (("--strategy", "delay"), "--reduction ")):
            for reduction in REDUCTIONS:
                with self.subTest((reduction, *words)):
                    self.assert_refused(self.heddle("run", "--reduction", reduction, *words, self.traces(), "read", "2"),
                                        said)


if __name__ == "__main__":
    main()
