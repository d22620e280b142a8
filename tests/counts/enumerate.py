#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every schedule of a small threaded program, by brute force.

This is the other opinion on how many executions there are: it shares no code with heddle, knows no
reduction, and runs each schedule from the start.  A program is written as Python generators that
yield the visible operations; what is between two yields is invisible.

    def worker(shared, mutex):
        yield lock(mutex)
        yield unlock(mutex)

    def main(shared):
        a = yield create(worker, "m")
        yield join(a)

Every thread does `end` when its generator is done, and the main thread `exit`, which ends the execution.

Steps and preemptions are those of heddle's documentation:
  - create, join, end, exit, lock, unlock, post, signal, …: one step each;
  - a condition wait is two steps, release-and-wait and wake-and-relock, the second enabled once the
    thread is signalled and the mutex is free; a signal wakes any one waiter, each a choice of its own;
  - a barrier is two steps, arrive and leave, the second enabled once all have arrived;
  - a join is enabled once its thread has ended; a lock while the mutex is free;
  - a new thread is at its first operation at once;
  - a step of another thread is a preemption if the thread that did the step before is enabled and
    that step was no yield.

As a command it shows the counts of the shapes in shapes.py:

    enumerate.py SHAPE [ARGUMENT…] [--bound N|all] [--list]
"""
import argparse
import math
import sys


# --- What a program can yield -------------------------------------------------------------------

def create(function, *arguments):
    return ("create", function, arguments)


def join(thread):
    return ("join", thread)


def lock(mutex):
    return ("lock", mutex)


def trylock(mutex):
    """The yield's value is True if the mutex was taken."""
    return ("trylock", mutex)


def unlock(mutex):
    return ("unlock", mutex)


def wait(condition, mutex):
    return ("wait", condition, mutex)


def signal(condition):
    return ("signal", condition)


def broadcast(condition):
    return ("broadcast", condition)


def arrive(barrier, count):
    """Both steps of a barrier."""
    return ("arrive", barrier, count)


def acquire(semaphore):
    return ("acquire", semaphore)


def post(semaphore):
    return ("post", semaphore)


def rdlock(rwlock):
    return ("rdlock", rwlock)


def wrlock(rwlock):
    return ("wrlock", rwlock)


def rwunlock(rwlock):
    return ("rwunlock", rwlock)


def sched_yield():
    return ("yield",)


def sleep():
    """Always enabled; leaving a thread that is about to sleep, or has slept, is no preemption."""
    return ("sleep",)


def choose(values):
    """The yield's value is any of 0 to values - 1, each a choice of its own."""
    return ("choose", values)


def local(name):
    """An operation that never blocks and touches nothing: a thread's own business."""
    return ("local", name)


class Bug(Exception):
    """Raised by a program that has gone wrong."""


class Dropped(Exception):
    """Raised by assume()."""


def assume(condition):
    """No operation: executions in which the condition does not hold are not of interest."""
    if not condition:
        raise Dropped


# --- One execution ------------------------------------------------------------------------------

class Shared:
    """What a program's threads share; a program sets attributes of it at will."""


class Thread:
    def __init__(self, generator):
        self.generator = generator
        self.operation = None
        self.ended = False
        self.yielded = False
        self.signalled = False


class Execution:
    """The state of one execution, and what can happen next in it."""

    def __init__(self, program, semaphores=None):
        self.owner = {}                          # mutex: thread
        self.readers = {}                        # read-write lock: threads; a writer is in `owner`
        self.waiting = {}                        # condition: threads, in the order they came
        self.value = dict(semaphores or {})      # semaphore: how often it can be taken
        self.arrived = {}                        # barrier: how many of this round
        self.threads = []
        self.exited = False
        self.shared = Shared()
        if isinstance(program, (list, tuple)):   # threads that exist from the start, and no main
            self.has_main = False
            for function in program:
                self.start(function(self.shared))
        else:
            self.has_main = True
            self.start(program(self.shared))

    def start(self, generator):
        self.threads.append(Thread(generator))
        self.advance(len(self.threads) - 1, None)
        return len(self.threads) - 1

    def advance(self, number, value):
        """Runs the thread's invisible code up to its next operation."""
        thread = self.threads[number]
        try:
            thread.operation = thread.generator.send(value)
        except StopIteration:
            thread.operation = ("exit",) if self.has_main and number == 0 else ("end",)

    def enabled(self, number):
        thread = self.threads[number]
        if thread.ended:
            return False
        kind = thread.operation[0]
        if kind == "lock":
            return thread.operation[1] not in self.owner
        if kind == "join":
            return self.threads[thread.operation[1]].ended
        if kind == "wake":
            return thread.signalled and thread.operation[2] not in self.owner
        if kind == "acquire":
            return self.value.get(thread.operation[1], 0) > 0
        if kind == "leave":
            return self.arrived[thread.operation[1]] == thread.operation[2]
        if kind == "rdlock":
            return thread.operation[1] not in self.owner
        if kind == "wrlock":
            return thread.operation[1] not in self.owner and not self.readers.get(thread.operation[1])
        return True

    def outcomes(self, number):
        """In how many ways the thread's operation can go."""
        operation = self.threads[number].operation
        if operation[0] == "signal":
            return max(1, len(self.waiting.get(operation[1], ())))
        if operation[0] == "choose":
            return operation[1]
        return 1

    def is_free_to_leave(self, number):
        thread = self.threads[number]
        return thread.yielded or not self.enabled(number) or thread.operation[0] == "sleep"

    def options(self, last):
        """(thread, outcome, cost in preemptions), the thread that ran last first."""
        order = list(range(len(self.threads)))
        if last is not None:
            order.remove(last)
            order.insert(0, last)
        cost = 0 if last is None or self.is_free_to_leave(last) else 1
        return [(number, outcome, 0 if number == last else cost)
                for number in order if self.enabled(number)
                for outcome in range(self.outcomes(number))]

    def step(self, number, outcome):
        thread = self.threads[number]
        operation = thread.operation
        kind = operation[0]
        thread.yielded = kind in ("yield", "sleep")
        value = None
        if kind == "end":
            thread.ended = True
            return
        if kind == "exit":
            self.exited = True
            return
        if kind == "wait":
            self.release(number, operation[2])
            self.waiting.setdefault(operation[1], []).append(number)
            thread.signalled = False
            thread.operation = ("wake", operation[1], operation[2])
            return
        if kind == "arrive":
            self.arrived.setdefault(operation[1], 0)
            self.arrived[operation[1]] += 1
            thread.operation = ("leave", operation[1], operation[2])
            return
        if kind == "create":
            value = self.start(operation[1](self.shared, *operation[2]))
        elif kind in ("lock", "wrlock"):
            self.owner[operation[1]] = number
        elif kind == "wake":
            self.owner[operation[2]] = number
        elif kind == "trylock":
            value = operation[1] not in self.owner
            if value:
                self.owner[operation[1]] = number
        elif kind == "unlock":
            self.release(number, operation[1])
        elif kind == "signal":
            if self.waiting.get(operation[1]):
                self.threads[self.waiting[operation[1]].pop(outcome)].signalled = True
        elif kind == "broadcast":
            for waiter in self.waiting.pop(operation[1], ()):
                self.threads[waiter].signalled = True
        elif kind == "choose":
            value = outcome
        elif kind == "acquire":
            self.value[operation[1]] -= 1
        elif kind == "post":
            self.value[operation[1]] = self.value.get(operation[1], 0) + 1
        elif kind == "rdlock":
            self.readers.setdefault(operation[1], []).append(number)
        elif kind == "rwunlock":
            if self.owner.get(operation[1]) == number:
                del self.owner[operation[1]]
            elif number in self.readers.get(operation[1], ()):
                self.readers[operation[1]].remove(number)
            else:
                raise Bug("misuse")
        self.advance(number, value)

    def release(self, number, mutex):
        if self.owner.get(mutex) != number:
            raise Bug("misuse")
        del self.owner[mutex]

    def is_over(self):
        return self.exited or all(thread.ended for thread in self.threads)


# --- All executions -----------------------------------------------------------------------------

def executions(program, bound=math.inf, semaphores=None, max_steps=10_000):
    """Yields (preemptions, threads of the steps, how it ended) for every schedule within the bound.

    It ended as "", "deadlock", "livelock", "dropped" or as a Bug says.
    """
    choices = []                                 # for each point: options within the bound, and which is taken
    while True:
        execution = Execution(program, semaphores)
        schedule, preemptions, last, ending = [], 0, None, ""
        while not execution.is_over():
            position = len(schedule)
            if position == max_steps:
                ending = "livelock"
                break
            if position == len(choices):
                options = execution.options(last)
                if not options:
                    ending = "deadlock"
                    break
                choices.append([[o for o in options if preemptions + o[2] <= bound], 0])
            options, taken = choices[position]
            last, outcome, cost = options[taken]
            schedule.append(last)
            preemptions += cost
            try:
                execution.step(last, outcome)
            except Dropped:
                ending = "dropped"
                break
            except Bug as bug:
                ending = str(bug)
                break
        del choices[len(schedule):]
        yield preemptions, tuple(schedule), ending
        while choices and choices[-1][1] + 1 == len(choices[-1][0]):
            choices.pop()
        if not choices:
            return
        choices[-1][1] += 1


def cumulative(program, bound, semaphores=None):
    """How many executions have at most 0, 1, …, bound preemptions."""
    counts = [0] * (bound + 1)
    for preemptions, _, _ in executions(program, bound, semaphores):
        counts[preemptions] += 1
    for i in range(1, len(counts)):
        counts[i] += counts[i - 1]
    return counts


def total(program, semaphores=None):
    return sum(1 for _ in executions(program, math.inf, semaphores))


def first_bug(program, bound, semaphores=None, max_steps=10_000):
    """(preemptions, how it ended) of an execution that goes wrong with the fewest preemptions, or None."""
    for b in range(bound + 1):
        for preemptions, _, ending in executions(program, b, semaphores, max_steps):
            if ending:
                return preemptions, ending
    return None


def main():
    import shapes
    parser = argparse.ArgumentParser(description="Count the schedules of a shape by brute force.")
    parser.add_argument("shape", choices=sorted(shapes.SHAPES))
    parser.add_argument("argument", nargs="*", type=int)
    parser.add_argument("--bound", default="all", help="highest number of preemptions, or all")
    parser.add_argument("--list", action="store_true", help="print each schedule")
    options = parser.parse_args()
    program, semaphores = shapes.SHAPES[options.shape](*options.argument)
    bound = math.inf if options.bound == "all" else int(options.bound)
    counts = {}
    for preemptions, schedule, ending in executions(program, bound, semaphores):
        counts[preemptions] = counts.get(preemptions, 0) + 1
        if options.list:
            print(f"{preemptions}: {' '.join(map(str, schedule))}{' ' + ending if ending else ''}")
    so_far = 0
    for preemptions in sorted(counts):
        so_far += counts[preemptions]
        print(f"at most {preemptions} preemptions: {so_far}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
