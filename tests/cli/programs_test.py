#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What programs do, and what comes of it."""
import json
import os
import re
import shutil
import tempfile

from harness import CliTest, main


class Programs(CliTest):
    def test_arguments_are_passed_on(self):
        program = self.compile("arguments")
        self.assertEqual(self.heddle("run", program, "--flag", "two words").status, 0)
        self.assertEqual(self.heddle("run", "--", program, "--flag", "two words").status, 0)
        self.assertEqual(self.heddle("run", "--preemptions", "0", "--", program, "--flag", "two words").status, 0)
        self.assertEqual(self.heddle("run", program).status, 1)

    def test_options_behind_the_program_are_its_own(self):
        report, result = self.run_json(self.compile("arguments"), "--preemptions", "0")
        self.assertEqual(result.status, 1, result)
        self.assertEqual(report["bound"]["requested"], 2)

    def test_a_relative_path(self):
        shutil.copy(self.compile("prints"), os.path.join(self.work, "here"))
        self.assertEqual(self.heddle("run", "./here").status, 0)

    def test_a_call_that_is_not_controlled_is_listed(self):
        for reset in ("fork", "exec"):
            report, result = self.run_json("--reset", reset, self.compile("beyond_control"), "alarm")
            self.assertEqual(result.status, 0, result)
            self.assertEqual(report["guarantee"]["uncontrolled"], ["alarm"])
        report, _ = self.run_json(self.compile("beyond_control"))
        self.assertEqual(report["guarantee"]["uncontrolled"], [])

    def test_what_cannot_be_done_right_is_refused(self):
        for what, name in (("cancel", "pthread_cancel"), ("robust", "robust mutexes")):
            report, result = self.run_json(self.compile("beyond_control"), what)
            self.assertEqual(result.status, 2, result)
            self.assertEqual(report["verdict"], "error")
            self.assertIn(name, report["error"])

    def test_standard_input_from_a_pipe_is_read_anew_by_each_execution(self):
        report, result = self.run_json(self.compile("reads_input"), stdin=b"first\nsecond\n")
        self.assertEqual(result.status, 0, result)
        self.assertGreater(report["executions"], 5)

    def test_standard_input_from_a_file_is_read_anew_by_each_execution(self):
        path = os.path.join(self.work, "input")
        with open(path, "wb") as file:
            file.write(b"first\nsecond\n")
        for reset in ("fork", "exec"):
            with open(path, "rb") as file:
                _, result = self.run_json("--reset", reset, self.compile("reads_input"), stdin=file)
            self.assertEqual(result.status, 0, result)

    def test_no_standard_input(self):
        finding, _ = self.finding_in(self.compile("reads_input"), kind="exit")
        self.assertEqual(finding["preemptions"], 0)

    def test_a_clean_program_is_not_heard(self):
        result = self.heddle("run", self.compile("prints"))
        self.assertEqual(result.status, 0, result)
        self.assertNotIn("printed", result.out + result.err)

    def test_what_the_failing_execution_printed_is_shown(self):
        _, result = self.finding_in(self.compile("lost_update"), kind="exit")
        self.assertEqual((result.out + result.err).count("printed when an update is lost"), 1, result)

    def test_no_colours_where_there_is_no_terminal(self):
        _, result = self.finding_in(self.compile("lost_update"), kind="exit")
        self.assertNotIn("\x1b", result.out + result.err)
        self.assertNotIn("\r", result.out + result.err)

    def test_json_on_standard_output_is_nothing_but_json(self):
        for name, status in (("prints", 0), ("lost_update", 1)):
            result = self.heddle("run", "--json", "-", self.compile(name))
            self.assertEqual(result.status, status, result)
            report = json.loads(result.out)
            self.assertEqual(report["program"], [self.compile(name)])

    def test_the_keys_of_the_report(self):
        report, _ = self.run_json(self.compile("lost_update"))
        for key in ("heddle", "program", "verdict", "strategy", "reduction", "visible", "reset", "memory_model",
                    "bound", "executions", "pruned", "steps", "states", "threads", "max_steps", "max_preemptions",
                    "by_bound", "wall_s", "executions_per_s", "findings", "guarantee"):
            self.assertIn(key, report)
        for key in ("id", "kind", "message", "preemptions", "context_switches", "execution", "location", "trace",
                    "reproduced"):
            self.assertIn(key, report["findings"][0])
        self.assertEqual(report["threads"], 3)
        self.assertEqual(report["bound"], {"requested": 2, "completed": 0, "fairness": []})

    def test_the_sentence_of_a_clean_run(self):
        report, result = self.run_json(self.compile("prints"))
        sentence = "Every schedule with at most 2 preemptions is covered"
        self.assertIn(sentence, report["guarantee"]["statement"])
        self.assertIn(sentence, result.out + result.err)

    def test_a_crash(self):
        finding, _ = self.finding_in(self.compile("crashes"), kind="crash")
        self.assertEqual(finding["preemptions"], 0)
        self.assertEqual(finding["location"]["function"], "write_there")

    def test_a_thread_that_spins(self):
        _, result = self.finding_in(self.compile("spins"), "--stuck-after", "1s", kind="stuck")
        self.assertLess(result.seconds, 30)

    def test_a_thread_that_blocks_in_a_system_call(self):
        _, result = self.finding_in(self.compile("blocks_in_accept"), "--stuck-after", "1s", kind="stuck")
        self.assertLess(result.seconds, 30)

    def test_a_thread_that_nobody_can_answer(self):
        """Unlike the one above: the other end of the pipe is the program's own."""
        finding, _ = self.finding_in(self.compile("blocks_in_read"), kind="deadlock")
        self.assertIn("descriptor 3 (pipe)", finding["message"])

    def test_a_replay_is_always_the_same(self):
        trace = self.lost_update_trace()
        first = None
        for _ in range(20):
            result = self.heddle("replay", trace)
            self.assertEqual(result.status, 1, result)
            shown = re.sub(r"\d+(\.\d+)? ?(ns|µs|us|ms|s)\b", "TIME", result.out + result.err)
            first = first or shown
            self.assertEqual(shown, first)

    def test_a_replay_anywhere(self):
        trace = self.lost_update_trace()
        self.work = tempfile.mkdtemp(dir=self.folder)
        self.assertEqual(self.heddle("replay", trace).status, 1)

    def test_two_runs_are_the_same(self):
        def essence():
            report, _ = self.run_json("--keep-going", self.compile("lost_update"))
            for key in ("wall_s", "executions_per_s"):
                report.pop(key)
            return report
        self.assertEqual(essence(), essence())

    def test_to_go_on_after_a_finding(self):
        report, result = self.run_json("--keep-going", self.compile("lost_update"))
        self.assertEqual(result.status, 1, result)
        self.assertEqual(report["bound"]["completed"], 2)
        self.assertEqual(len(report["findings"]), 1)


if __name__ == "__main__":
    main()
