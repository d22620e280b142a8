# SPDX-License-Identifier: Apache-2.0
"""What was recorded: the JSON that src/report/gdb_session.cc writes."""
import json


class Recording:
    """Steps, threads and objects in words; the program, and how it is started."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        self.program = data["program"]
        self.heddle = data["heddle"]
        self.finding = data["finding"]
        self.steps = data["steps"]
        self.accesses = data["accesses"]
        self.threads = data["threads"]
        self.objects = data["objects"]
        # Before the last step; where nobody can go on, after it.
        self.usual_stop = len(self.steps) + (1 if self.finding and self.finding["kind"] == "deadlock" else 0)
        self.first_stop = self.usual_stop

    def label(self, thread):
        name = self.threads[thread]["name"] if thread < len(self.threads) else ""
        return f"T{thread} {name}".rstrip()

    def object(self, number):
        return self.objects[number] if number < len(self.objects) else f"object #{number}"

    def step_words(self, number):
        """Step `number`, from 1: "step 3 of 10: T1 await: lock mutex, at file.c:21 in await"."""
        if number > len(self.steps):
            return f"step {number}, beyond the {len(self.steps)} that were recorded"
        step = self.steps[number - 1]
        return f"step {number} of {len(self.steps)}: {self.label(step['thread'])}: {step['words']}{at(step['place'])}"

    def access_words(self, number):
        """What is done in step `number` (0: before the first) that the finding is about, a line each."""
        return [f"{self.label(access['thread'])} {access['words']}{at(access['place'])}"
                for access in self.accesses if access["step"] == number]

    def is_left(self, view):
        """Whether the program has gone another way, as it can when its variables are changed."""
        if not 1 <= view.begun <= len(self.steps):
            return view.begun > len(self.steps)
        return self.steps[view.begun - 1]["fingerprint"] != view.fingerprint

    def preemption_words(self, number):
        """Why step `number` is a preemption; empty if it is none."""
        if not 2 <= number <= len(self.steps) or not self.steps[number - 1]["preemption"]:
            return ""
        before, after = self.steps[number - 2]["thread"], self.steps[number - 1]["thread"]
        return f"preemption: T{before} could go on, but T{after} runs"

    def next_words(self, thread, done):
        """What `thread` does next, once `done` steps are done, and where."""
        for step in self.steps[done:]:
            if step["thread"] == thread:
                return step["words"]
        return self.threads[thread]["next"] if thread < len(self.threads) else ""

    def finding_words(self):
        return f"{self.finding['kind']}: {self.finding['message']}" if self.finding else "no finding"


def at(place):
    return f", at {place}" if place else ""
