# SPDX-License-Identifier: Apache-2.0
"""What programs/reuses.c can come to, by a machine of its own: every order of its threads, and every block."""

MOST = 4  # freed blocks that a malloc chooses from


class State:
    def __init__(self, scripts):
        self.scripts = scripts
        self.created = 0
        self.at = [0] * len(scripts)
        self.blocks = 0
        self.freed = {"m": [], "M": []}  # the last one first
        self.size = {}
        self.variable = 0
        self.read = [[] for _ in scripts]
        self.mine, self.addresses = [], []
        for _ in scripts:
            own = [self.new("m"), self.new("m")]
            self.mine.append(list(own))
            self.addresses.append(list(own))

    def copy(self):
        other = object.__new__(State)
        other.__dict__ = dict(self.__dict__)
        other.at = list(self.at)
        other.freed = {size: list(blocks) for size, blocks in self.freed.items()}
        other.size = dict(self.size)
        other.read = [list(values) for values in self.read]
        other.mine = [list(blocks) for blocks in self.mine]
        other.addresses = [list(blocks) for blocks in self.addresses]
        return other

    def new(self, size):
        self.blocks += 1
        self.size[self.blocks] = size
        return self.blocks

    def run_invisibly(self, thread):
        """Up to the thread's next visible operation: frees are none."""
        text = self.scripts[thread]
        while self.at[thread] < len(text) and text[self.at[thread]] == "f":
            self.at[thread] += 1
            if self.mine[thread]:
                block = self.mine[thread].pop(0)
                self.freed[self.size[block]].insert(0, block)

    def next_states(self):
        if self.created < len(self.scripts):
            state = self.copy()
            state.created += 1
            state.run_invisibly(state.created - 1)
            yield state
        for thread in range(self.created):
            if self.at[thread] == len(self.scripts[thread]):
                continue
            op = self.scripts[thread][self.at[thread]]
            ways = 1 if op == "x" else 1 + min(MOST, len(self.freed[op]))
            for way in range(ways):
                state = self.copy()
                state.at[thread] += 1
                if op == "x":
                    state.read[thread].append(state.variable)
                    state.variable = thread + 1
                else:
                    block = state.new(op) if way == 0 else state.freed[op].pop(way - 1)
                    state.mine[thread].append(block)
                    state.addresses[thread].append(block)
                state.run_invisibly(thread)
                yield state

    def key(self):
        return (self.created, tuple(self.at), tuple(self.freed["m"]), tuple(self.freed["M"]), self.variable,
                tuple(map(tuple, self.read)), tuple(map(tuple, self.mine)), tuple(map(tuple, self.addresses)))

    def outcome(self):
        words, everyone = ["outcome"], []
        for read, addresses in zip(self.read, self.addresses):
            words += map(str, read)
            for block in addresses:
                same = everyone.index(block) if block in everyone else len(everyone)
                everyone.append(block)
                words.append(chr(ord("a") + same))
        return " ".join(words)


def outcomes(scripts):
    found, seen, waiting = set(), set(), [State(scripts)]
    while waiting:
        state = waiting.pop()
        if state.key() in seen:
            continue
        seen.add(state.key())
        following = list(state.next_states())
        if not following:
            found.add(state.outcome())
        waiting += following
    return found
