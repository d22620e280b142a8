#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What replay and show say to files that are no good traces."""
import os
import random

from harness import CliTest, main


class Traces(CliTest):
    def both(self, path, *names):
        for command in ("replay", "show"):
            with self.subTest(command):
                self.assert_refused(self.heddle(command, path), *names)

    def write(self, content):
        path = os.path.join(self.work, "some.heddle")
        with open(path, "wb") as file:
            file.write(content)
        return path

    def test_missing(self):
        self.both("no-such.heddle", "no-such.heddle")

    def test_directory(self):
        self.both(self.folder, self.folder)

    def test_empty(self):
        self.both(self.write(b""), "some.heddle")

    def test_garbage(self):
        numbers = random.Random(1)
        for content in (b"\n", b"hello\n", b"\0" * 5000, b"{}", b"\xff" * 100, b"x" * 1_000_000,
                        bytes(numbers.randrange(256) for _ in range(4000))):
            with self.subTest(content[:10]):
                self.both(self.write(content), "some.heddle")

    def test_truncated(self):
        with open(self.lost_update_trace(), "rb") as file:
            good = file.read()
        for length in sorted({1, 2, 8, 16, 40, len(good) // 4, len(good) // 2, len(good) - 8, len(good) - 1}):
            with self.subTest(length):
                self.both(self.write(good[:length]), "some.heddle")

    def test_more_behind_the_end(self):
        with open(self.lost_update_trace(), "rb") as file:
            good = file.read()
        self.both(self.write(good + b"and more"), "some.heddle")

    def test_flipped_bits_are_never_the_end_of_heddle(self):
        with open(self.lost_update_trace(), "rb") as file:
            good = file.read()
        numbers = random.Random(2)
        for _ in range(20):
            bad = bytearray(good)
            at = numbers.randrange(len(bad))
            bad[at] ^= 1 << numbers.randrange(8)
            for command in ("replay", "show"):
                result = self.heddle(command, self.write(bytes(bad)))
                self.assertIn(result.status, (0, 1, 2, 4), f"{command}, byte {at}: {result}")

    def test_of_another_build(self):
        program = self.compile("lost_update", output="rebuilt")
        finding, _ = self.finding_in(program, kind="exit")
        trace = os.path.join(self.work, finding["trace"])
        self.assertEqual(self.heddle("replay", trace).status, 1)
        self.compile("lost_update", "-DCHANGED", output="rebuilt")
        self.assert_refused(self.heddle("replay", trace), "rebuilt")

    def test_of_a_program_that_is_gone(self):
        program = self.compile("lost_update", output="gone")
        finding, _ = self.finding_in(program, kind="exit")
        os.remove(program)
        self.assert_refused(self.heddle("replay", os.path.join(self.work, finding["trace"])), "gone")

    def test_a_good_one_is_shown(self):
        result = self.heddle("show", self.lost_update_trace())
        self.assertEqual(result.status, 0, result)
        self.assertIn("lost_update.c", result.out)
        self.assertNotIn("\x1b", result.out)


if __name__ == "__main__":
    main()
