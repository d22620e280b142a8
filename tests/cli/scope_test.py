#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where threads are preempted: --scope, --no-scope, heddle_atomic_begin."""
import json
import os
import subprocess

from harness import HERE, CliTest, main

INCLUDE = "-I" + os.path.join(HERE, "..", "..", "include")


class Scoped(CliTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.library = os.path.join(cls.folder, "libsum.so")
        subprocess.run(["gcc", "-g", "-O1", "-shared", "-fPIC", "-pthread",
                        os.path.join(HERE, "programs", "scoped_library.c"), "-o", cls.library], check=True)
        cls.linked = cls.compile("scoped", "-Wl,--no-as-needed", cls.library, "-Wl,--as-needed", "-ldl")

    def kind(self, *words, program=None):
        """What is found first; None: nothing, and all is covered."""
        self.report, self.result = self.run_json(*words, *(program or [self.linked]))
        if self.report["verdict"] == "clean":
            self.assertEqual(self.result.status, 0, self.result)
            return None
        self.assertEqual(self.result.status, 1, self.result)
        return self.report["findings"][0]["kind"]


class Patterns(Scoped):
    def test_name_code(self):
        for words, found in ((["--no-scope", "fun:write_sum"], False),
                             (["--no-scope", "write_sum"], False),
                             (["--no-scope", "fun:read_sum"], True),
                             (["--no-scope", "fun:add"], False),
                             (["--no-scope", "module:libsum.so"], False),
                             (["--no-scope", "module:" + self.library], False),
                             (["--no-scope", "file:scoped_library.c"], False),
                             (["--no-scope", "file:*_library.c"], False),
                             (["--no-scope", "file:scoped.c"], False),
                             (["--no-scope", "module:libc.so.6"], True),
                             (["--scope", "fun:write*"], True),
                             (["--scope", "fun:read*"], False),
                             (["--scope", "fun:read*", "--scope", "fun:write*"], True),
                             (["--scope", "module:libsum.so"], True),
                             (["--scope", "module:libsum.so", "--no-scope", "fun:write_sum"], False),
                             (["--scope", "file:scoped.c"], True)):
            with self.subTest(words=words):
                self.assertEqual(self.kind(*words), "assertion" if found else None, self.result)

    def test_name_code_of_a_library_that_is_loaded_later(self):
        library = os.path.join(self.folder, "libother.so")
        os.link(self.library, library)
        self.addCleanup(os.unlink, library)
        program = [self.compile("scoped", "-ldl", output="loads"), library]
        self.assertEqual(self.kind("--no-scope", "module:libother.so", program=program), None)
        self.assertEqual(self.kind("--no-scope", "fun:write_sum", program=program), None)
        self.assertEqual(self.kind("--scope", "fun:write_sum", program=program), "assertion")

    def test_are_refused_for_a_library_that_is_loaded_under_some_schedules(self):
        program = [self.compile("late_library", "-ldl"), self.library]
        report, result = self.run_json("--no-scope", "fun:come", *program)
        self.assertEqual(result.status, 2, result)
        self.assertIn("loads a file under some schedules only", report["error"])

    def test_that_match_nothing_are_noted(self):
        self.assertEqual(self.kind("--no-scope", "fun:wirte_sum"), "assertion")
        self.assertIn("no function, file or module is called fun:wirte_sum: it scopes nothing", self.report["notes"])
        report, result = self.run_json("--scope", "fun:wirte_sum", self.linked)
        self.assertEqual(result.status, 2, result)
        self.assertIn("fun:wirte_sum", report["error"])

    def test_that_say_nothing_are_refused(self):
        for option in ("--scope", "--no-scope"):
            self.assert_refused(self.heddle("run", option, "", self.linked), option, "empty")
            for pattern in ("fun:", "src:a.c"):
                self.assert_refused(self.heddle("run", option, pattern, self.linked), option, f"'{pattern}'")


class Search(Scoped):
    def test_what_is_covered(self):
        self.assertEqual(self.kind("--no-scope", "fun:write_sum", "--no-scope", "file:no.c"), None)
        self.assertIn("none of them in fun:write_sum or file:no.c", self.report["guarantee"]["statement"])
        self.assertEqual(self.report["scope"], {"only": [], "never": ["fun:write_sum", "file:no.c"],
                                                "atomic_sections": False})
        self.assertEqual(self.kind("--scope", "fun:read_sum", "--preemptions", "all"), None)
        self.assertEqual(self.report["guarantee"]["statement"],
                         "Every schedule with all of its preemptions in fun:read_sum is covered.")
        self.assertEqual(self.kind("--scope", "fun:read_sum", "--strategy", "delay"), None)
        self.assertIn("with at most 2 delays, all of its preemptions in fun:read_sum,",
                      self.report["guarantee"]["statement"])
        self.assertEqual(self.kind("--scope", "fun:read_sum", "--preemptions", "0"), None)
        self.assertIn("with at most 0 preemptions is covered", self.report["guarantee"]["statement"])
        report, _ = self.run_json("--preemptions", "0", self.linked)
        self.assertIsNone(report["scope"])

    def test_is_smaller(self):
        whole, _ = self.run_json("--keep-going", self.linked)
        scoped, _ = self.run_json("--keep-going", "--no-scope", "module:libsum.so", self.linked)
        self.assertLess(scoped["executions"], whole["executions"])

    def test_agrees_by_every_strategy_and_reduction(self):
        for words in (["--strategy", "dfs"], ["--strategy", "idfs"], ["--strategy", "delay", "--delays", "4"],
                      ["--reduction", "cache"], ["--reduction", "dpor"], ["--reduction", "none", "-j", "2"],
                      ["--reduction", "dpor", "--preemptions", "all"],
                      ["--reduction", "inspect", "--preemptions", "all"],
                      ["--reduction", "sleep", "--preemptions", "all"]):
            with self.subTest(words=words):
                self.assertEqual(self.kind("--no-scope", "fun:write_sum", *words), None, self.result)
                self.assertEqual(self.kind("--no-scope", "fun:read_sum", *words), "assertion", self.result)
        for strategy in ("random", "pct", "pos"):
            with self.subTest(strategy=strategy):
                report, result = self.run_json("--strategy", strategy, "--executions", "500", "--no-scope",
                                               "fun:write_sum", self.linked)
                self.assertEqual(result.status, 3, result)
                self.assertEqual(self.kind("--strategy", strategy, "--no-scope", "fun:read_sum"), "assertion")

    def test_reaches_the_same_states_with_a_reduction(self):
        for bound in ("1", "2", "3"):
            for reduction in ("dpor", "cache"):
                result = self.heddle("run", "--check-reduction", reduction + ",none", "--preemptions", bound,
                                     "--no-scope", "fun:read_sum", self.linked)
                self.assertEqual(result.status, 0, result)
                self.assertIn("the same states are reached", result.out)

    def test_says_when_it_gives_up_a_reduction(self):
        self.assertEqual(self.kind("--no-scope", "fun:write_sum", "--preemptions", "all", "--reduction", "dpor"), None)
        self.assertIn("threads are not preempted everywhere", " ".join(self.report["notes"]))
        self.assertEqual(self.kind("--no-scope", "fun:write_sum", "--reduction", "dpor"), None)
        self.assertNotIn("threads are not preempted everywhere", " ".join(self.report["notes"]))
        self.assertEqual(self.report["reduction"], "dpor")

    def test_is_the_same_however_the_program_is_put_back(self):
        counts = set()
        for words in (["--reset", "snapshot"], ["--reset", "fork"], ["--reset", "exec"], ["--threads", "os"]):
            report, _ = self.run_json("--keep-going", "--scope", "fun:add", "--no-scope", "fun:read_sum", *words,
                                      self.linked)
            counts.add((report["executions"], report["steps"], len(report["findings"])))
        self.assertEqual(len(counts), 1, counts)

    def test_goes_on_where_it_was_broken_off(self):
        words = ("--no-scope", "fun:write_sum", "--reduction", "none")
        whole, _ = self.run_json(*words, self.linked)
        report, result = self.run_json(*words, "--executions", "5", self.linked)
        self.assertEqual((report["executions"], result.status), (5, 3), result)
        again, result = self.run_json("--resume", "heddle-out")
        self.assertEqual(result.status, 0, result)
        for key in ("executions", "steps", "states", "by_bound", "bound", "scope", "guarantee"):
            self.assertEqual(again[key], whole[key], (key, result))


class Replay(Scoped):
    def test_goes_by_the_scopes_of_the_trace(self):
        self.assertEqual(self.kind("--scope", "fun:add", "--no-scope", "fun:read_sum"), "assertion")
        self.assertTrue(self.report["findings"][0]["reproduced"])
        trace = os.path.join(self.work, self.report["findings"][0]["trace"])
        with open(trace, encoding="utf-8") as file:
            file.readline()
            scope = json.load(file)["scope"]
        self.assertTrue(scope["only"])
        self.assertEqual({what for _, _, _, what in scope["ranges"]}, {1, 2})
        for words in ((), ("--threads", "os")):
            result = self.heddle("replay", trace, *words)
            self.assertEqual(result.status, 1, result)


class Sections(CliTest):
    def sections(self, atomic, *words):
        return self.run_json(*words, self.compile("atomic_section", INCLUDE), str(atomic))

    def test_leave_out_what_is_between_and_say_so(self):
        executions = []
        for atomic in (0, 1, 2, 3):
            report, result = self.sections(atomic, "--reduction", "none", "--preemptions", "1")
            self.assertEqual(result.status, 0, result)
            executions.append(report["executions"])
            said = "a section from heddle_atomic_begin to heddle_atomic_end" in report["guarantee"]["statement"]
            self.assertEqual(said, atomic > 0, result)
            self.assertEqual((report["scope"] or {}).get("atomic_sections", False), atomic > 0)
        self.assertEqual(executions, sorted(executions, reverse=True))
        self.assertLess(executions[3], executions[0])

    def test_reach_the_same_states_with_a_reduction(self):
        for reduction in ("dpor", "cache"):
            result = self.heddle("run", "--check-reduction", reduction + ",none",
                                 self.compile("atomic_section", INCLUDE), "2")
            self.assertEqual(result.status, 0, result)

    def test_end_an_unbounded_reduction(self):
        report, _ = self.sections(2, "--reduction", "dpor", "--preemptions", "all")
        self.assertIn("heddle_atomic_begin", " ".join(report["notes"]))
        report, _ = self.sections(0, "--reduction", "dpor", "--preemptions", "all")
        self.assertNotIn("heddle_atomic_begin", " ".join(report["notes"]))


if __name__ == "__main__":
    main()
