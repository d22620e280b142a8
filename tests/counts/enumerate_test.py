#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does enumerate.py count what is known by other means?"""
import math
import unittest

import enumerate as schedules
import shapes


def steps(count):
    """A thread of so many steps, its end included, that never blocks."""
    def thread(shared):
        for i in range(count - 1):
            yield schedules.local(i)
    return thread


class FromTheStart(unittest.TestCase):
    """Threads that exist from the start, of k steps each."""

    def test_two_threads_have_a_binomial_number_of_schedules(self):
        # Which k of the 2k steps are the first thread's.
        for k in (1, 2, 3, 5, 8):
            self.assertEqual(schedules.total([steps(k)] * 2), math.comb(2 * k, k))

    def test_three_threads_have_a_multinomial_number_of_schedules(self):
        for k in (2, 3):
            self.assertEqual(schedules.total([steps(k)] * 3), math.factorial(3 * k) // math.factorial(k) ** 3)

    def test_by_preemptions(self):
        self.assertEqual(schedules.cumulative([steps(5)] * 2, 4), [2, 10, 42, 90, 162])
        self.assertEqual(schedules.cumulative([steps(4)] * 3, 4), [6, 60, 402, 1752, 5370])

    def test_two_threads_by_preemptions_in_closed_form(self):
        # A schedule of two threads is a row of runs, of one thread and the other in turn.  The last
        # switch is from a thread that has ended, every other one is a preemption: p preemptions make
        # p + 2 runs, half of them (rounded up) of the thread that begins, either of the two.  A
        # thread of k steps is cut into r runs in C(k-1, r-1) ways.
        k = 5
        by_number = [2 * math.comb(k - 1, (p + 2) // 2 - 1) * math.comb(k - 1, (p + 3) // 2 - 1)
                     for p in range(5)]
        sums = [sum(by_number[:p + 1]) for p in range(5)]
        self.assertEqual(schedules.cumulative([steps(k)] * 2, 4), sums)


class Shapes(unittest.TestCase):
    def test_two_threads_that_never_block_in_closed_form(self):
        # Two created threads of s = 2k + 1 steps (k locks, k unlocks, the end); main does create,
        # create, join, join, exit.  Let r of the first thread's steps come after the second create
        # (the others come before it, and there is one way for that), and t of the second thread's
        # after the first one's end.  The join of the first can stand in t + 1 places among these t; the rest
        # of main comes last.  For r > 0 the first thread's last step is fixed, so that
        #
        #   sum over t of (t + 1) C(r - 1 + s - t, r - 1)  =  C(r + s + 1, r + 1)
        #
        # which also holds for r = 0, where t = s.  The sum over r from 0 to s is C(2s+2, s+1) - 1.
        for k in (0, 1, 2, 3):
            s = 2 * k + 1
            program, semaphores = shapes.private(2, k)
            self.assertEqual(schedules.total(program, semaphores), math.comb(2 * s + 2, s + 1) - 1)

    def test_no_preemption(self):
        # Main blocks in the join of the first.  Either this one runs and main takes the join at once or
        # after the second has run too; or the second runs first, and main has to wait: 3 schedules,
        # whatever the threads do, as long as nobody blocks.
        for k in (1, 2, 3):
            program, semaphores = shapes.private(2, k)
            self.assertEqual(schedules.cumulative(program, 0, semaphores), [3])

    def test_values_multiply(self):
        def two_then_three(shared):
            yield schedules.choose(2)
            yield schedules.choose(3)
        self.assertEqual(schedules.total([two_then_three]), 6)
        # As two threads that never block, of s = k + 1 steps (above), 2k of which have v outcomes.
        for values, k in ((3, 1), (2, 2)):
            s = k + 1
            program, semaphores = shapes.choices(2, values, k)
            self.assertEqual(schedules.total(program, semaphores),
                             (math.comb(2 * s + 2, s + 1) - 1) * values ** (2 * k))

    def test_an_assumption_drops_what_follows_it(self):
        # One value of three is kept, whatever comes later: two executions are dropped.
        def thread(shared):
            value = yield schedules.choose(3)
            schedules.assume(value == 1)
            yield schedules.choose(2)
        endings = [ending for _, _, ending in schedules.executions([thread])]
        self.assertEqual(sorted(endings), ["", "", "dropped", "dropped"])
        # With nothing in between, two threads' values grow in C(v, 2) of the v * v cases, once for either order.
        program, semaphores = shapes.assumed(2, 3)
        kept = {schedule for _, schedule, ending in schedules.executions(program, 0, semaphores) if not ending}
        all_kept = sum(1 for _, _, ending in schedules.executions(program, 0, semaphores) if not ending)
        self.assertEqual(all_kept, len(kept) * math.comb(3, 2))

    def test_a_semaphore_of_one_is_a_mutex(self):
        for n, k in ((2, 2), (3, 1)):
            mutex, _ = shapes.shared(n, k)
            semaphore, values = shapes.semaphore(n, k, 1)
            self.assertEqual(schedules.cumulative(mutex, 3), schedules.cumulative(semaphore, 3, values))

    def test_a_semaphore_for_all_never_blocks(self):
        alone, _ = shapes.private(2, 2)
        semaphore, values = shapes.semaphore(2, 2, 2)
        self.assertEqual(schedules.cumulative(alone, 3), schedules.cumulative(semaphore, 3, values))

    def test_no_shape_has_a_bug_or_the_same_schedule_twice(self):
        for shape, *arguments in (("private", 2, 1), ("shared", 2, 2), ("handoff", 2), ("broadcasted", 2),
                                  ("barrier", 2, 2), ("readers", 1), ("attempts", 2, 1), ("chain", 3)):
            program, semaphores = shapes.SHAPES[shape](*arguments)
            seen = set()
            for _, schedule, ending in schedules.executions(program, math.inf, semaphores):
                self.assertEqual(ending, "", shape)
                self.assertNotIn(schedule, seen, shape)
                seen.add(schedule)


class Bugs(unittest.TestCase):
    def test_opposite_order_needs_one_preemption(self):
        def both(shared, first, second):
            yield schedules.lock(first)
            yield schedules.lock(second)
            yield schedules.unlock(second)
            yield schedules.unlock(first)

        def main(shared):
            one = yield schedules.create(both, "a", "b")
            two = yield schedules.create(both, "b", "a")
            yield schedules.join(one)
            yield schedules.join(two)
        self.assertEqual(schedules.first_bug(main, 2), (1, "deadlock"))


if __name__ == "__main__":
    unittest.main()
