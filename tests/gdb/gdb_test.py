#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sessions in gdb, by `heddle replay TRACE --gdb`, on programs whose bugs are known.

    gdb_test.py HEDDLE [unittest's arguments…]
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "cli"))
from harness import CliTest, main  # noqa: E402  (it is in a sister folder)


def source_of(name):
    return os.path.join(HERE, "programs", name)


def line_of(source, mark):
    """Of the line that ends with `LINE: mark`."""
    with open(source_of(source), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.rstrip().endswith("LINE: " + mark):
                return number
    raise KeyError(mark)


class GdbTest(CliTest):
    """Each class is about one program, whose finding is looked for once."""

    source = ""
    arguments = ()
    stdin = b""
    kind = ""
    instrumented = False

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        program = os.path.join(cls.folder, os.path.splitext(os.path.basename(cls.source))[0])
        compiler = ["g++", "-std=c++20"] if cls.source.endswith(".cc") else ["gcc", "-std=gnu17"]
        if cls.instrumented:
            compiler[:1] = [cls.command, "c++" if cls.source.endswith(".cc") else "cc"]
        subprocess.run([*compiler, "-g", "-O0", "-pthread", "-Wall", "-Wextra", source_of(cls.source),
                        "-o", program], check=True)
        # One schedule, whatever the defaults are.
        done = subprocess.run([cls.command, "run", "--strategy", "icb", "--reduction", "none", "--visible", "sync",
                               "--reset", "fork", "--out", cls.folder, program, *cls.arguments],
                              input=cls.stdin, capture_output=True, check=False)
        cls.trace = os.path.join(cls.folder, "finding-1.heddle")
        assert done.returncode == 1, done.stdout.decode() + done.stderr.decode()
        assert f"finding: {cls.kind}".encode() in done.stdout, done.stdout.decode()

    def gdb(self, *commands):
        """A session of these commands: a list of what each of them printed, the start first."""
        words = []
        for number, command in enumerate(commands):
            words += ["-ex", f"echo <{number}>\\n", "-ex", command]
        # Debug files of the C library would be read each time, which is most of the work where there are any.
        command = [self.command, "replay", self.trace, "--gdb", "--", "-nx", "-batch",
                   "-iex", "set debug-file-directory /nonexistent", *words]
        # What goes wrong is said on standard error; here it is to be in its place.
        process = subprocess.run(command, cwd=self.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, timeout=60, check=False)
        text = process.stdout.decode("utf-8", "replace")
        parts = re.split(r"^<\d+>\n", text, flags=re.MULTILINE)
        self.assertEqual(len(parts), len(commands) + 1, text)
        return parts

    def at(self, mark, function):
        return f"{self.source}:{line_of(self.source, mark)} in {function}"

    def assert_lines(self, text, *lines):
        """They are in the text, each as a whole line, in this order."""
        rest = [line.strip() for line in text.splitlines()]
        for line in lines:
            self.assertIn(line, rest, text)
            rest = rest[rest.index(line) + 1:]


class Deadlock(GdbTest):
    source = "bank.c"
    kind = "deadlock"

    def test_it_stops_where_nobody_can_go_on(self):
        begin, where = self.gdb("heddle where")
        message = "T1 waits for mutex savings held by T2, T2 waits for mutex checking held by T1"
        self.assertIn(f"The failure: deadlock: {message}", begin)
        self.assert_lines(where, "At the end, after step 4 of 4", "Preemptions so far: 1",
                          "before step 4: preemption: T2 could go on, but T1 runs",
                          f"The finding: deadlock: {message}")

    def test_threads_are_gdbs_threads(self):
        _, threads = self.gdb("info threads")
        for number, name in ((1, "T0 main"), (2, "T1 save"), (3, "T2 spend")):
            self.assertRegex(threads, rf'(?m)^[* ] {number} +Thread .*"{name}"')
        self.assertEqual(threads.count("LWP"), 3, threads)

    def test_backtraces_are_those_of_the_program(self):
        _, stacks = self.gdb("thread apply all bt")
        of_thread = dict(re.findall(r'(?ms)^Thread \d+ \(.*?"(.*?)"\):\n(.*?)(?:\n\n|\Z)', stacks + "\n\n"))
        self.assertEqual(set(of_thread), {"T0 main", "T1 save", "T2 spend"}, stacks)
        for name, caller in (("T1 save", "save"), ("T2 spend", "spend")):
            calls = re.findall(r"#\d+ +(?:0x\w+ in )?(\w+)", of_thread[name])
            self.assertEqual(calls, ["pthread_mutex_lock", "transfer", caller], stacks)
            self.assertIn(f"bank.c:{line_of('bank.c', 'second')}", of_thread[name])
            self.assertIn(f"bank.c:{line_of('bank.c', caller)}", of_thread[name])
        self.assertRegex(of_thread["T0 main"], r"(?s)pthread_join.*main \(\)")

    def test_who_holds_what(self):
        _, threads = self.gdb("heddle threads")
        taken = self.at("first", "transfer")
        self.assert_lines(
            threads,
            f"T0 main (gdb's thread 1), at {self.at('join', 'main')}", "waits for the end of T1 save", "next: join T1",
            f"* T1 save (gdb's thread 2), at {self.at('second', 'transfer')}",
            f"waits for mutex savings, held by T2 spend since step 3 ({taken})",
            f"holds mutex checking since step 4 ({taken})", "next: lock savings",
            f"T2 spend (gdb's thread 3), at {self.at('second', 'transfer')}",
            f"waits for mutex checking, held by T1 save since step 4 ({taken})",
            f"holds mutex savings since step 3 ({taken})", "next: lock checking")

    def test_variables_of_every_thread(self):
        _, mine, _, _, other, total = self.gdb("print amount", "thread 3", "frame function transfer", "print amount",
                                               "print checking.balance + savings.balance")
        self.assertIn("= 30", mine)
        self.assertIn("= 7", other)
        self.assertIn("= 563", total)  # 600, with both amounts taken and none given

    def test_from_the_start_to_the_deadlock(self):
        _, start, threads, locked, last, end = self.gdb("heddle restart 3", "heddle threads", "heddle step",
                                                        "heddle step", "continue")
        self.assert_lines(start, f"Before step 3 of 4: T2 spend: lock savings, at {self.at('first', 'transfer')}")
        self.assertNotIn("holds", threads)
        self.assert_lines(locked, f"step 3 of 4: T2 spend: lock savings, at {self.at('first', 'transfer')}",
                          "-- preemption: T2 could go on, but T1 runs --",
                          f"Before step 4 of 4: T1 save: lock checking, at {self.at('first', 'transfer')}")
        self.assert_lines(last, f"step 4 of 4: T1 save: lock checking, at {self.at('first', 'transfer')}")
        self.assertIn("The failure: deadlock", last)
        self.assertIn("exited", end)

    def test_it_can_be_run_any_number_of_times(self):
        parts = self.gdb("heddle restart", "heddle threads", "heddle restart 2", "heddle restart", "heddle threads")
        self.assertIn("The failure: deadlock", parts[1])
        self.assertIn("Before step 2 of 4", parts[3])
        self.assertEqual(parts[2], parts[5])


class Behind(GdbTest):
    source = "../../programs/rwlock/read_again_behind_writer_deadlock.c"
    kind = "deadlock"

    def test_a_reader_waits_behind_a_writer(self):
        _, threads = self.gdb("heddle threads")
        self.assert_lines(threads, "waits for read-write lock lock, behind T2 writer, which waits to write")
        self.assertRegex(threads, r"waits for read-write lock lock, held by T1 reader since step \d+ \(")
        self.assertRegex(threads, r"holds read-write lock lock since step \d+ \(")


class Assertion(GdbTest):
    source = "tickets.c"
    arguments = ("two  each", "2")
    stdin = b"3\n"
    kind = "assertion"

    def test_it_stops_before_the_last_step(self):
        begin, where, seen, left = self.gdb("heddle where", "print seen", "print left")
        self.assert_lines(begin, f"Before step 11 of 11: T2 buy: lock office, at {self.at('sell', 'buy')}")
        self.assert_lines(where, f"Before step 11 of 11: T2 buy: lock office, at {self.at('sell', 'buy')}",
                          "it is the turn of T2 buy (gdb's thread 3)", "Preemptions so far: 1",
                          "before step 5: preemption: T2 could go on, but T1 runs")
        self.assertIn("Assertion `left >= 0' failed in T2", where)
        self.assertIn("= 3", seen)
        self.assertIn("= 1", left)

    def test_the_failure_happens(self):
        _, step, stack, left, end = self.gdb("heddle step", "bt", "print left", "continue")
        self.assert_lines(step, f"step 11 of 11: T2 buy: lock office, at {self.at('sell', 'buy')}")
        self.assertIn("The failure: assertion: Assertion `left >= 0' failed in T2", step)
        self.assertIn("Assertion `left >= 0' failed.", step)  # by the program itself
        self.assertRegex(stack, r"(?s)__assert_fail.*buy")
        self.assertIn("= -1", left)
        self.assertIn("exited", end)

    def test_next_leaves_the_call_and_goes_line_by_line(self):
        _, first, second, left = self.gdb("next", "next", "print left")
        sell = line_of(self.source, "sell")
        self.assert_lines(first, f"{sell + 1}\t    left -= wanted;")
        self.assertIn(f"{sell + 2}\t", second)
        self.assertIn("= -1", left)

    def test_finish_goes_through_other_threads_steps(self):
        # Of T2, whose call is over only after T1 has run: one preemption.
        _, start, done, seen, where = self.gdb("heddle restart 4", "finish", "print $", "heddle where")
        self.assertIn("Before step 4 of 11: T2 buy: unlock office", start)
        self.assertIn("Value returned is $1 = 3", done)
        self.assertIn("= 3", seen)
        self.assertIn("After step 4 of 11: T2 buy: unlock office", where)

    def test_input_and_arguments_are_those_of_the_recording(self):
        _, _, arguments, printed = self.gdb("heddle restart 1", "print *argv@argc", "heddle step 10")
        self.assertIn('"two  each"', arguments)
        self.assertIn('"2"', arguments)
        self.assert_lines(printed, "-- preemption: T2 could go on, but T1 runs --")
        self.assertEqual(len(re.findall(r"(?m)^step \d+ of 11: ", printed)), 10, printed)

    def test_ended_threads_are_gone(self):
        # When gdb notices is up to the system.
        _, threads = self.gdb("heddle threads")
        self.assert_lines(threads, "T1 buy (gone)", "has ended")

    def test_threads_that_are_still_to_come(self):
        _, _, threads, ours = self.gdb("heddle restart 1", "info threads", "heddle threads")
        self.assertEqual(threads.count('"not started"'), 2, threads)
        self.assertNotIn("T1 buy", ours)

    def test_changes_that_lead_elsewhere(self):
        # T1 now finds no tickets and ends, instead of buying some.
        *_, step, where = self.gdb("heddle restart 6", "set variable left = 0", "set variable seen = 0", "heddle step 2",
                                   "heddle where")
        self.assertIn("Before step 8, by", step)
        self.assertIn("The program has left the recorded execution.", step)
        self.assertIn("The program has left the recorded execution.", where)

    def test_breakpoints_of_the_user(self):
        *_, hit, _ = self.gdb(f"break {self.source}:{line_of(self.source, 'assert')}", "heddle restart 1",
                                   "continue", "kill")
        self.assertRegex(hit, r'Thread 2 "T1 buy" hit Breakpoint 1')


class Crash(GdbTest):
    source = "cache.cc"
    kind = "crash"

    def test_it_stops_before_the_step_that_leads_there(self):
        begin, stack = self.gdb("bt")
        self.assert_lines(begin, f"Before step 8 of 8: T1 use: lock mutex, at {self.at('lock', 'use')}")
        self.assertRegex(stack, r"(?s)pthread_mutex_lock.*std::mutex::lock.*std::lock_guard.*use\(")
        self.assertNotIn("heddle::runtime", stack)

    def test_the_signal_is_gdbs(self):
        _, step, found, stack, end = self.gdb("heddle step", "print found", "bt", "continue")
        self.assertIn("received signal SIGSEGV", step)
        self.assert_lines(step, f"step 8 of 8: T1 use: lock mutex, at {self.at('lock', 'use')}")
        self.assertIn("0x0", found)
        self.assertIn(f"cache.cc:{line_of('cache.cc', 'crash')}", stack)
        self.assertIn("The failure: crash: SIGSEGV in T1", end)

    def test_in_the_midst_of_its_own_code(self):
        _, _, line, where, threads = self.gdb("heddle restart 5", "next", "heddle where", "heddle threads")
        self.assertIn("entry.reset();", line)
        self.assertIn(f"cache.cc:{line_of('cache.cc', 'reset')}", threads)
        self.assertIn("After step 5 of 8: T2 drop: lock mutex", where)
        self.assertRegex(threads, r"(?s)\* T2 drop.*runs its own code\n +holds mutex")


class LostWakeUp(GdbTest):
    source = "mailbox.c"
    kind = "deadlock"

    def test_who_waits(self):
        _, threads, letters = self.gdb("heddle threads", "print letters")
        self.assert_lines(threads, f"* T1 receive (gdb's thread 2), at {self.at('wait', 'receive')}",
                          "waits for condition variable arrived", "T2 send (gone)", "has ended")
        self.assertIn("= 1", letters)

    def test_the_signal_that_nobody_hears(self):
        _, begin, done = self.gdb("heddle restart 6", "heddle step 4")
        self.assert_lines(begin, f"Before step 6 of 10: T2 send: signal arrived: nobody waits, at {self.at('signal', 'send')}")
        self.assert_lines(done, "step 8 of 10: T2 send: end",
                          f"step 9 of 10: T1 receive: lock box, at {self.at('again', 'receive')}",
                          f"Before step 10 of 10: T1 receive: wait arrived (box), at {self.at('wait', 'receive')}")

    def test_out_of_a_session(self):
        _, none, _, ended = self.gdb("heddle step x", "kill", "heddle where")
        self.assertIn('No symbol "x" in current context.', none)
        self.assertIn("The program is not being run; `heddle restart` runs it again.", ended)


def fnv1a(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return value


class Race(GdbTest):
    source = "relaxed.c"
    kind = "race"
    instrumented = True

    def test_it_stops_before_the_last_step_and_then_at_the_second_access(self):
        begin, stack, step, at_access, value = self.gdb("bt", "heddle step", "bt", "print message")
        self.assertRegex(begin, r"Before step (\d+) of \1: T2 receive: load full -> 1 \(acquire\), at "
                         + re.escape(self.at("load", "receive")))
        self.assertIn("here T2 receive reads 4 bytes, at " + self.at("read", "receive"), step)
        self.assertIn("The failure: race: data race on message", step)
        for frames, mark in (stack, "load"), (at_access, "read"):
            self.assertRegex(frames, rf"\A#\d+ [^\n]*receive [^\n]*relaxed.c:{line_of('relaxed.c', mark)}\n")
        self.assertIn("= 42", value)


class Accesses(GdbTest):
    """Accesses to memory are told where they are done: here, ones that were written into a trace."""

    source = "bank.c"
    kind = "deadlock"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with open(cls.trace, "rb") as file:
            head, body = file.read().split(b"\n", 1)
        trace = json.loads(body)
        cls.steps = len(trace["steps"])
        trace["accesses"] = [{"kind": "write", "thread": 0, "bytes": 4, "stack": trace["steps"][0]["stack"]},
                             {"kind": "read", "thread": 1, "bytes": 8, "step": cls.steps}]
        body = json.dumps(trace).encode()
        with open(cls.trace, "wb") as file:
            file.write(b" ".join(head.split()[:2]) + f" {len(body)} {fnv1a(body):016x}\n".encode() + body)

    def test_where_tells_those_that_the_program_has_come_to(self):
        _, at_end, _, at_start = self.gdb("heddle where", "heddle restart 1", "heddle where")
        first = "Before the first step: T0 main writes 4 bytes, at bank.c:"
        second = f"In or after step {self.steps}: T1 save reads 8 bytes"
        self.assertIn(first, at_end)
        self.assertIn(second, at_end)
        self.assertIn(first, at_start)
        self.assertNotIn(second, at_start)

    def test_steps_tell_what_is_done_in_them(self):
        *_, done = self.gdb(f"heddle restart {self.steps}", "heddle step")
        self.assertRegex(done, rf"step {self.steps} of {self.steps}: .*\n  here T1 save reads 8 bytes\n")


class Command(GdbTest):
    source = "bank.c"
    kind = "deadlock"

    def test_the_status_is_gdbs(self):
        for command, status in (("quit 7", 7), ("print 1", 0)):
            self.assertEqual(self.heddle("replay", self.trace, "--gdb", "--", "-nx", "-batch", "-ex", command).status,
                             status)

    def test_refusals(self):
        self.assert_refused(self.heddle("replay", self.trace, "--gdb", "--threads", "fibers"), "--threads os")
        self.assert_refused(self.heddle("replay", self.trace, "--", "-batch"), "--gdb")
        self.assert_refused(self.heddle("replay", self.trace, "--threads", "nosuch"), "nosuch")

    def test_without_gdb(self):
        with tempfile.TemporaryDirectory() as empty:
            process = subprocess.run([self.command, "replay", self.trace, "--gdb"], env={**os.environ, "PATH": empty},
                                     capture_output=True, text=True, check=False)
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr, r"\Aheddle: gdb is not in PATH[^\n]*\n\Z")

    def test_nothing_is_left_running(self):
        before = set(os.listdir("/proc"))
        self.gdb("heddle restart 1")
        names = []
        for process in set(os.listdir("/proc")) - before:
            try:
                with open(f"/proc/{process}/comm", encoding="utf-8") as file:
                    names.append(file.read().strip())
            except OSError:
                pass
        self.assertNotIn("bank", names)


if __name__ == "__main__":
    main()
