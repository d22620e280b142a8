# SPDX-License-Identifier: Apache-2.0
"""The programs of shape.c once more, for enumerate.py: same names, same arguments, same operations."""
from enumerate import (acquire, arrive, assume, broadcast, choose, create, join, lock, post, rdlock, rwunlock, signal,
                       trylock, unlock, wait, wrlock)


def crew(count, worker, *arguments):
    """main: create × count, join × count; worker i is given i and the arguments."""
    def program(shared):
        threads = []
        for i in range(count):
            threads.append((yield create(worker, i, *arguments)))
        for thread in threads:
            yield join(thread)
    return program


def private(n, k):
    """n threads lock and unlock k mutexes of their own each: nobody ever waits."""
    def worker(shared, i):
        for j in range(k):
            yield lock((i, j))
            yield unlock((i, j))
    return crew(n, worker), {}


def shared(n, k):
    """n threads lock and unlock one mutex, k times each."""
    def worker(_, i):
        for _ in range(k):
            yield lock("m")
            yield unlock("m")
    return crew(n, worker), {}


def semaphore(n, k, value):
    """n threads take and give back one semaphore, k times each."""
    def worker(shared, i):
        for _ in range(k):
            yield acquire("s")
            yield post("s")
    return crew(n, worker), {"s": value}


def handoff(k):
    """Thread 1 posts k times, thread 2 waits k times."""
    def worker(shared, i):
        for _ in range(k):
            yield post("s") if i == 0 else acquire("s")
    return crew(2, worker), {"s": 0}


def waiters(n, wake_up):
    def worker(shared, i):
        yield lock("m")
        while not shared.go:
            yield wait("c", "m")
        yield unlock("m")

    def program(shared):
        shared.go = False
        threads = []
        for i in range(n):
            threads.append((yield create(worker, i)))
        yield lock("m")
        shared.go = True
        yield from wake_up()
        yield unlock("m")
        for thread in threads:
            yield join(thread)
    return program, {}


def signalled(n):
    """n threads wait for a flag; main sets it and signals n times."""
    def wake_up():
        for _ in range(n):
            yield signal("c")
    return waiters(n, wake_up)


def broadcasted(n):
    """n threads wait for a flag; main sets it and broadcasts."""
    def wake_up():
        yield broadcast("c")
    return waiters(n, wake_up)


def barrier(n, rounds):
    """n threads meet at a barrier, so many times."""
    def worker(shared, i):
        for r in range(rounds):
            yield arrive(("b", r), n)
    return crew(n, worker), {}


def readers(n):
    """n readers and one writer, once each."""
    def worker(shared, i):
        yield rdlock("rw") if i < n else wrlock("rw")
        yield rwunlock("rw")
    return crew(n + 1, worker), {}


def attempts(n, k):
    """n threads try one mutex k times each, and unlock it where they got it."""
    def worker(shared, i):
        for _ in range(k):
            if (yield trylock("m")):
                yield unlock("m")
    return crew(n, worker), {}


def chain(n):
    """Each of n threads locks and unlocks a mutex of its own, but first creates the next, and joins it at the end."""
    def worker(shared, i):
        if i < n:
            following = yield create(worker, i + 1)
        yield lock(i)
        yield unlock(i)
        if i < n:
            yield join(following)

    def program(shared):
        first = yield create(worker, 1)
        yield join(first)
    return program, {}


def choices(n, values, k):
    """n threads choose one of so many values, k times each."""
    def worker(shared, i):
        for _ in range(k):
            yield choose(values)
    return crew(n, worker), {}


def assumed(n, values):
    """n threads choose one of so many values, and assume that it is higher than what was chosen before."""
    def worker(shared, i):
        value = yield choose(values)
        yield lock("m")
        assume(value > shared.highest)
        shared.highest = value
        yield unlock("m")

    def program(shared):
        shared.highest = -1
        yield from crew(n, worker)(shared)
    return program, {}


SHAPES = {f.__name__: f for f in (private, shared, semaphore, handoff, signalled, broadcasted, barrier, readers,
                                  attempts, chain, choices, assumed)}
