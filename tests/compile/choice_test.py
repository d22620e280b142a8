#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which compiler does heddle cc call, and by which name is it called itself?

    choice_test.py HEDDLE [unittest's arguments…]
"""
import os
import shutil

from builds import BuildTest, main


class Choice(BuildTest):
    def setUp(self):
        super().setUp()
        self.environment.pop("HEDDLE_CC", None)
        self.environment.pop("HEDDLE_CXX", None)

    def script(self, name, text):
        path = self.write(os.path.join("bin", name), "#!/bin/sh\n" + text)
        os.chmod(path, 0o755)
        return path

    def only(self, *scripts):
        """A PATH with nothing but these in it."""
        for name in scripts:
            self.script(name, f"echo {name} \"$@\"\n")
        self.environment["PATH"] = os.path.join(self.work, "bin")
        os.makedirs(self.environment["PATH"], exist_ok=True)

    def said(self, *words):
        done = self.call(self.heddle, *words)
        self.assertEqual(done.returncode, 0, done)
        return done.stdout.strip()

    def test_the_usual_one(self):
        self.only("gcc", "cc", "clang", "g++", "c++", "clang++")
        self.assertEqual(self.said("cc", "--version"), "gcc --version")
        self.assertEqual(self.said("c++", "--version"), "g++ --version")

    def test_whatever_there_is(self):
        self.only("clang", "clang++")
        self.assertEqual(self.said("cc", "--version"), "clang --version")
        self.assertEqual(self.said("c++", "--version"), "clang++ --version")

    def test_none(self):
        self.only()
        self.assert_refused(self.call(self.heddle, "cc", "-c", "main.c"), "C compiler", "HEDDLE_CC")
        self.assert_refused(self.call(self.heddle, "c++", "-c", "main.c"), "C++ compiler", "HEDDLE_CXX")

    def test_the_one_that_is_named(self):
        self.only("gcc", "clang-7", "g++")
        self.environment["HEDDLE_CC"] = "clang-7"
        self.assertEqual(self.said("cc", "--version"), "clang-7 --version")
        self.assertIn("-Xclang", self.said("cc", "-c", "main.c"))
        self.assertEqual(self.said("c++", "--version"), "g++ --version")

    def test_named_with_words_around_it(self):
        self.only("gcc-12")
        self.script("launch", "echo launch \"$@\"\n")
        self.environment["HEDDLE_CC"] = " launch gcc-12  -O2 '-DNAME=a b' "
        self.assertRegex(self.said("cc", "-c", "main.c"),
                         r"^launch gcc-12 -fsanitize=thread .* -O2 -DNAME=a b -c main\.c$")

    def test_named_wrongly(self):
        for value, name in (("no-such-compiler", "no-such-compiler"), ("-O2", "HEDDLE_CC"),
                            (f"{self.heddle} cc", "heddle itself"), (f"env {self.heddle}-cc", "heddle itself"),
                            ("/no/such/compiler", "/no/such/compiler")):
            with self.subTest(value):
                self.environment["HEDDLE_CC"] = value
                self.assert_refused(self.call(self.heddle, "cc", "-c", "main.c"), name)

    def test_kind_is_told_by_a_link_or_by_asking(self):
        clang = self.script("my-clang-1", "echo clang version 1\necho \"$@\"\n")
        os.symlink(clang, os.path.join(self.work, "linked"))
        self.script("odd", "if [ \"$1\" = --version ]; then echo Someone clang version 1; else echo \"$@\"; fi\n")
        self.script("even", "if [ \"$1\" = --version ]; then echo even 1; else echo \"$@\"; fi\n")
        self.environment["PATH"] = os.path.join(self.work, "bin") + ":" + self.environment["PATH"]
        for value, is_clang in (("./linked", True), ("odd", True), ("even", False), ("./bin/odd", True)):
            with self.subTest(value):
                self.environment["HEDDLE_CC"] = value
                self.assertEqual("-Xclang" in self.said("cc", "-c", "main.c"), is_clang)

    def test_a_compiler_that_is_heddle_is_passed_over(self):
        self.only("cc")
        os.symlink(self.heddle, os.path.join(self.work, "bin", "gcc"))
        self.assertEqual(self.said("cc", "--version"), "cc --version")

    def test_names_of_one_word(self):
        self.only("gcc", "g++")
        for name, compiler in (("heddle-cc", "gcc"), ("heddle-c++", "g++")):
            done = self.call(os.path.join(os.path.dirname(self.heddle), name), "--version")
            self.assertEqual((done.returncode, done.stdout), (0, f"{compiler} --version\n"))

    def test_exit_status_is_the_compilers(self):
        self.only()
        self.script("gcc", "exit 77\n")
        self.assertEqual(self.call(self.heddle, "cc", "-c", "main.c").returncode, 77)
        self.script("gcc", "kill -TERM $$\n")
        self.assertEqual(self.call(self.heddle, "cc", "-c", "main.c").returncode, -15)

    def test_a_heddle_without_its_archive(self):
        os.makedirs(os.path.join(self.work, "elsewhere", "bin"))
        alone = os.path.join(self.work, "elsewhere", "bin", "heddle")
        shutil.copy(self.heddle, alone)
        self.assert_refused(self.call(alone, "cc", "-c", "main.c"), "libheddle_hooks.a", "install")


if __name__ == "__main__":
    _, start = main(1)
    start()
