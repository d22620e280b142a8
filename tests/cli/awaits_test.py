#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A thread that waits for one variable in a loop goes on when it can leave the loop, under every reduction."""
import json
import os
import subprocess

from harness import CliTest, HERE, main

KINDS = ("exchange", "compare", "yield", "fence", "ticket")
# Orders in which two threads take a lock twice each: (2+2)! / (2! 2!), and with at most so many preemptions.
# Where a thread has drawn its ticket, it is in the order already, so that one preemption is enough for any.
ORDERS = {"0": 2, "1": 4, "all": 6}
ORDERS_OF_TICKETS = {**ORDERS, "1": 6}


class Awaits(CliTest):
    def build(self, name, *flags):
        program = os.path.join(self.folder, name)
        if not os.path.exists(program):
            subprocess.run([self.command, "cc", "-g", "-O1", "-pthread", *flags, os.path.join(HERE, "programs", "waits.c"),
                            "-o", program], check=True)
        return program

    def explore(self, program, *words):
        report, result = self.run_json("--out", "out", *words, program)
        self.assertEqual(result.status, 0, result)
        return report

    def test_rounds_in_vain_are_in_no_trace(self):
        for kind in KINDS:
            program = self.build(kind, "-DKIND=" + str(KINDS.index(kind)))
            for bound, orders in (ORDERS_OF_TICKETS if kind == "ticket" else ORDERS).items():
                report = self.explore(program, "--preemptions", bound)
                told = {key: report[key] for key in ("executions", "states", "pruned", "reduction")}
                self.assertEqual(told, {"executions": orders, "states": orders, "pruned": 0, "reduction": "dpor"},
                                 (kind, bound))
                self.assertFalse([a for a in report["guarantee"]["assumptions"] if "yields only" in a], kind)

    def test_all_reductions_reach_the_same_states(self):
        for kind in ("exchange", "ticket"):
            program = self.build(kind, "-DKIND=" + str(KINDS.index(kind)))
            for reduction in ("none", "cache", "inspect", "sleep"):
                report = self.explore(program, "--preemptions", "all", "--reduction", reduction)
                self.assertEqual(report["states"], ORDERS["all"], (kind, reduction))

    def test_every_way_back_to_the_start_is_the_same(self):
        program = self.build("ticket", "-DKIND=4")
        for way in (("--reset", "snapshot"), ("--reset", "fork"), ("--reset", "exec"), ("--threads", "os")):
            report = self.explore(program, "--preemptions", "all", *way)
            self.assertEqual((report["executions"], report["reduction"]), (ORDERS["all"], "dpor"), way)

    def test_a_loop_of_two_variables_can_be_left_between_its_reads(self):
        self.finding_in(self.build("two", "-DKIND=5"), kind="assertion")

    def test_a_loop_that_reads_other_memory_sees_it_change(self):
        self.finding_in(self.build("other", "-DKIND=6"), kind="race")

    def test_a_trace_says_who_was_held_back(self):
        program = self.build("held", "-DKIND=7")
        finding, _ = self.finding_in(program, kind="assertion")
        path = os.path.join(self.work, finding["trace"])
        with open(path, encoding="utf-8") as file:
            version, document = file.readline().split()[1], json.loads(file.read())
        self.assertEqual(version, "3")
        self.assertTrue(any(hold["held"] for hold in document["holds"]))
        for way in ((), ("--threads", "os")):
            self.assertEqual(self.heddle("replay", *way, path).status, 1)

    def test_states_that_never_come_again_are_done_without(self):
        program = self.build("leftovers", "-DKIND=9")
        for way in ((), ("--reset", "fork"), ("--reduction", "none")):
            report = self.explore(program, "--time", "20s", *way)
            self.assertEqual((report["verdict"], report["bound"]["completed"]), ("clean", 2), way)

    def test_what_nobody_raises_is_a_livelock(self):
        finding, _ = self.finding_in(self.build("never", "-DKIND=8"), "--steps", "2000", kind="livelock")
        self.assertIn("no end after 2,002 steps: this step of T1 repeats", finding["message"])
        self.assertTrue(finding["reproduced"])


if __name__ == "__main__":
    main()
