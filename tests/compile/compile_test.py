#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""However a program is built with heddle cc: is it instrumented, and does it run as if it were not?

    compile_test.py HEDDLE COMPILER SOURCES [unittest's arguments…]

COMPILER is one of C; that of C++ is beside it.  SOURCES is heddle's src/.
"""
import os
import re
import shutil
import subprocess
import tempfile

from builds import PROGRAMS, BuildTest, main, needed, output_of

COMPILER = CXX_COMPILER = LISTENER = ""
MAIN_SAYS = "11 1\n"


class CompileTest(BuildTest):
    def setUp(self):
        super().setUp()
        self.environment.update(HEDDLE_CC=COMPILER, HEDDLE_CXX=CXX_COMPILER)
        self.listener = LISTENER

    def cc(self, *words, command="cc", stdin=""):
        """heddle cc, which must have nothing to complain of."""
        done = self.call(self.heddle, command, *words, stdin=stdin)
        self.assertEqual((done.returncode, done.stderr), (0, ""), f"heddle {command} {' '.join(words)}\n{done.stderr}")
        return done.stdout

    def cxx(self, *words):
        return self.cc(*words, command="c++")

    def hooks_in(self, file):
        """The functions of list.h that an object file asks for."""
        return set(re.findall(r"\bU (__tsan_\w+)", output_of("nm", os.path.join(self.work, file))))

    def assert_good(self, program="main", says=MAIN_SAYS, modules=None):
        """Built from main.c and shared.c: it has told of everything, and is silent by itself."""
        path = os.path.join(self.work, program)
        self.assertEqual(self.run_alone(program), says)
        self.assertFalse([name for name in needed(path) if "tsan" in name or "heddle" in name])
        self.assertNotIn("__tsan", output_of("nm", "-D", path))
        told = self.counts_of(program)
        self.assertEqual(told["modules"], modules or program)
        self.assertEqual(told["entries"], told["exits"], told)
        # clang tells of += as one access, which the listener counts as a write.
        for kind in ("entries", "writes", "volatiles", "atomics", "fences"):
            self.assertGreater(told[kind], 0, f"{kind}: {told}")


class Header(CompileTest):
    """heddle/heddle.h is found without -I."""

    PROGRAM = "#include <heddle/heddle.h>\nint main(void) { return heddle_choose(1); }\n"

    def install(self):
        """An installed heddle has the shape of the build tree."""
        root, there = os.path.dirname(os.path.dirname(self.heddle)), os.path.join(self.work, "usr")
        for name in ("bin", "lib/heddle", "include"):
            shutil.copytree(os.path.join(root, name), os.path.join(there, name), symlinks=True)
        return os.path.join(there, "bin", "heddle")

    def test_found(self):
        self.write("says.c", self.PROGRAM)
        self.write("says.cc", self.PROGRAM)
        for heddle in (self.heddle, self.install()):
            self.heddle = heddle
            self.cc("-Wall", "-Werror", "says.c", "-o", "says")
            self.cc("-Wall", "-Werror", "-c", "says.c")
            self.cxx("-Wall", "-Werror", "says.cc", "-o", "says")
            self.cc("says.o", "-o", "says")
            self.assertEqual(self.call("./says").returncode, 0)

    def test_the_users_own_comes_first(self):
        self.write("mine/heddle/heddle.h", "#define MINE 1\n")
        self.write("says.c", "#include <heddle/heddle.h>\nint main(void) { return !MINE; }\n")
        for option in ("-I", "-isystem"):
            self.cc(option, "mine", "says.c", "-o", "says")
        self.environment["CPATH"] = "mine"
        self.cc("says.c", "-o", "says")


class Forms(CompileTest):
    """Command lines that build one program."""

    def test_compile_and_link_at_once(self):
        self.cc("main.c", "shared.c", "-o", "main")
        self.assert_good()

    def test_same_libraries_as_the_plain_build(self):
        self.cc("main.c", "shared.c", "-o", "main")
        self.call(COMPILER, "main.c", "shared.c", "-o", "plain")
        self.assertEqual(needed(os.path.join(self.work, "main")), needed(os.path.join(self.work, "plain")))

    def test_one_after_the_other(self):
        self.cc("-O2", "-c", "main.c")
        self.cc("-O2", "-c", "shared.c", "-o", "shared.o")
        self.cc("main.o", "shared.o", "-o", "main")
        self.assert_good()

    def test_some_compiled_some_linked(self):
        self.cc("-c", "shared.c")
        self.cc("-O2", "shared.o", "main.c", "-omain")
        self.assert_good()

    def test_every_level(self):
        for level in ("-O0", "-O1", "-O2", "-O3", "-Os", "-Og"):
            with self.subTest(level):
                self.cc(level, "-g", "main.c", "shared.c", "-o", "main")
                self.assert_good()

    def test_warnings_are_errors(self):
        strict = ["-Werror", "-Wall", "-Wextra", "-Wpedantic", "-std=c11"]
        self.cc(*strict, "-c", "main.c")
        self.cc(*strict, "-c", "shared.c")
        self.cc(*strict, "main.o", "shared.o", "-o", "main")
        self.assert_good()
        self.cc(*strict, "main.c", "shared.o", "-o", "main")
        self.assert_good()

    def test_by_way_of_assembler(self):
        self.cc("-Werror", "-S", "main.c", "shared.c")
        self.cc("-Werror", "-c", "main.s")
        self.cc("-Werror", "main.o", "shared.s", "-o", "main")
        self.assert_good()

    def test_by_way_of_the_preprocessor(self):
        self.cc("-E", "main.c", "-o", "main.i")
        self.cc("-E", "shared.c", "-o", "other.txt")
        self.cc("-Werror", "main.i", "-x", "cpp-output", "other.txt", "-o", "main")
        self.assert_good()

    def test_from_standard_input(self):
        with open(os.path.join(self.work, "main.c"), encoding="utf-8") as file:
            self.cc("-I.", "-x", "c", "-", "shared.c", "-o", "main", stdin=file.read())
        self.assert_good()

    def test_assembler_of_their_own(self):
        self.write("extra.S", "#define NAME extra\n.globl NAME\nNAME: ret\n"
                              ".section .note.GNU-stack,\"\",@progbits\n")
        self.cc("-Werror", "-c", "extra.S")
        self.cc("-Werror", "main.c", "shared.c", "extra.S", "-o", "main")
        self.assert_good()

    def test_response_files(self):
        self.write("some folder/inner.rsp", "'some folder/shared.c' -O2\n")
        shutil.copy(os.path.join(self.work, "shared.c"), os.path.join(self.work, "some folder"))
        self.write("outer.rsp", "main.c -I.\n\"@some folder/inner.rsp\"\n-o main\n")
        self.cc("@outer.rsp")
        self.assert_good()
        self.write("compile.rsp", "-c -O1")
        self.cc("@compile.rsp", "main.c")
        self.assertIn("__tsan_func_entry", self.hooks_in("main.o"))

    def test_dependencies(self):
        self.assertIn("shared.h", self.cc("-MM", "main.c"))
        self.cc("-MD", "-MF", "main.d", "-MT", "x.o", "-c", "main.c")
        with open(os.path.join(self.work, "main.d"), encoding="utf-8") as file:
            self.assertIn("shared.h", file.read())

    def test_linked_in_part(self):
        self.cc("-c", "main.c", "shared.c")
        for words in (["-r"], ["-nostdlib", "-no-pie", "-Wl,-r"]):
            with self.subTest(" ".join(words)):
                self.cc(*words, "main.o", "shared.o", "-o", "both.o")
                self.assertIn("__tsan_func_entry", self.hooks_in("both.o"))
                self.cc("both.o", "-o", "main")
                self.assert_good()

    def test_linker_options(self):
        self.cc("-ffunction-sections", "-c", "main.c", "shared.c")
        for words in (["-no-pie"], ["-pie"], ["-Wl,--gc-sections"], ["-Wl,--as-needed", "-lm"], ["-s"], ["-rdynamic"],
                      ["-Wl,-z,now,-z,relro"], ["-Wl,--fatal-warnings"], ["-static-libgcc"], ["-Wl,--build-id"],
                      ["-Wl,--version-script=empty.map"]):
            with self.subTest(" ".join(words)):
                self.write("empty.map", "{ local: *; };\n")
                compiled = ["-fno-pie", "main.c", "shared.c"] if words == ["-no-pie"] else ["main.o", "shared.o"]
                self.cc(*words, *compiled, "-o", "main")
                self.assert_good()

    def test_linkers(self):
        for linker in ("bfd", "gold", "lld"):
            if shutil.which(f"ld.{linker}"):
                for shape in (["-fPIE", "-pie"], ["-fno-pie", "-no-pie"]):
                    with self.subTest(f"{linker} {shape}"):
                        self.cc("-O2", f"-fuse-ld={linker}", *shape, "main.c", "shared.c", "-o", "main")
                        self.assert_good()

    def test_link_time_optimisation(self):
        gcc = "clang" not in COMPILER
        ways = [["-flto"], ["-flto", "-fno-pie", "-no-pie"], ["-flto=2", "-flto-partition=max"] if gcc else ["-flto=thin"]]
        for way in ways:
            compile_way = [word for word in way if word != "-no-pie"]
            for linker in ("bfd", "gold"):
                if not shutil.which(f"ld.{linker}"):
                    continue
                with self.subTest(f"{linker} {' '.join(way)}"):
                    self.cc("-Werror", "-O2", *compile_way, "-c", "main.c", "shared.c")
                    self.cc("-O2", *way, f"-fuse-ld={linker}", "main.o", "shared.o", "-o", "main")
                    self.assert_good()
                    self.cc("-O2", *way, f"-fuse-ld={linker}", "main.c", "shared.c", "-o", "main")
                    self.assert_good()

    def test_one_file_left_out(self):
        for option in ("-fno-sanitize=thread", "-fno-sanitize=all"):
            self.cc(option, "-c", "shared.c")
            self.assertEqual(self.hooks_in("shared.o"), set())
            self.cc("main.c", "shared.o", "-o", "main")
            self.assert_good()

    def test_functions_left_out(self):
        self.write("left_out.c", "extern int x; __attribute__((no_sanitize_thread)) void none(void) { x = 1; }\n")
        self.cc("-O2", "-c", "left_out.c")
        self.assertLessEqual(self.hooks_in("left_out.o"), {"__tsan_init"})
        if "clang" in COMPILER:
            self.write("list.txt", "fun:bump\n")
            self.cc("-Werror", "-fsanitize-ignorelist=list.txt", "-c", "shared.c")
            self.assertLessEqual(self.hooks_in("shared.o"), {"__tsan_init"})

    def test_sanitizers_that_can_be_combined(self):
        self.write("overflow.c", "int main(int n, char** v) { (void)v; n = 0x7fffffff + n; return n > 0; }\n")
        for names in ("thread", "undefined", "undefined,thread"):
            with self.subTest(names):
                self.cc(f"-fsanitize={names}", "main.c", "shared.c", "-o", "main")
                self.assert_good()
                self.cc(f"-fsanitize={names}", "overflow.c", "-o", "overflow")
                done = self.call(os.path.join(self.work, "overflow"))
                self.assertEqual("signed integer overflow" in done.stderr, "undefined" in names, done)


class Libraries(CompileTest):
    def test_shared_and_static(self):
        self.cc("-fPIC", "-c", "shared.c")
        self.cc("-shared", "-Wl,--no-undefined", "-Wl,-z,defs", "-Wl,-soname,libshared.so", "shared.o", "-o", "libshared.so")
        self.cc("main.c", "-L.", "-lshared", "-o", "main")
        self.assert_good(modules="libshared.so,main")
        self.call("ar", "rcs", "libstatic.a", "shared.o")
        self.cc("main.c", "-L.", "-lstatic", "-o", "main")
        self.assert_good()

    def test_without_standard_libraries(self):
        self.cc("-O2", "-fPIC", "-shared", "-nostdlib", "shared.c", "-o", "libshared.so")
        self.assertEqual(needed(os.path.join(self.work, "libshared.so")), [])
        self.cc("-nodefaultlibs", "main.c", "-L.", "-lshared", "-lc", "-o", "main")
        self.assert_good(modules="libshared.so,main")

    def test_freestanding_without_start_files(self):
        self.write("start.c", "int value; void _start(void) { value = 60;\n"
                              "  __asm__ volatile(\"syscall\" : : \"a\"(value), \"D\"(0) : \"rcx\", \"r11\"); }\n")
        self.cc("-ffreestanding", "-nostartfiles", "-nostdlib", "-O1", "-fno-stack-protector", "start.c", "-o", "start")
        self.run_alone("start")

    def test_loaded_while_running(self):
        self.cc("-fPIC", "-shared", "shared.c", "-o", "plugin.so")
        self.write("loads.c", "#include <dlfcn.h>\nint main(void) { void* p = dlopen(\"./plugin.so\", RTLD_NOW);\n"
                              "  int (*bump)(int) = p ? (int (*)(int))dlsym(p, \"bump\") : 0;\n"
                              "  return bump && bump(2) == 5 ? 0 : 1; }\n")
        self.cc("loads.c", "-ldl", "-o", "loads")
        self.run_alone("loads")
        self.assertEqual(self.counts_of("loads")["modules"], "loads,plugin.so")


class Cxx(CompileTest):
    SAYS = "13 2 4\n"

    def test_threads_and_exceptions(self):
        for words in (["-O0"], ["-O2", "-flto"], ["-O2", "-static-libstdc++", "-static-libgcc"]):
            with self.subTest(" ".join(words)):
                self.cxx("-Werror", "-Wall", "-std=c++17", *words, "-pthread", "threads.cc", "-o", "threads")
                self.assertEqual(self.run_alone("threads"), self.SAYS)
                told = self.counts_of("threads")
                self.assertEqual(told["entries"], told["exits"])
                self.assertGreater(told["entries"], 5)

    def test_precompiled_header(self):
        if "clang" in COMPILER:
            self.cxx("-std=c++17", "-pthread", "-x", "c++-header", "words.h", "-o", "words.pch")
            use = ["-include-pch", "words.pch"]
        else:
            self.cxx("-std=c++17", "-w", "-pthread", "words.h")
            self.assertTrue(os.path.exists(os.path.join(self.work, "words.h.gch")))
            use = ["-include", "words.h", "-Winvalid-pch"]
        self.cxx("-Werror", "-std=c++17", *use, "-pthread", "threads.cc", "-o", "threads")
        self.assertEqual(self.run_alone("threads"), self.SAYS)


class Natives(CompileTest):
    """What hooks do in a program that runs by itself."""

    def test_atomic_operations(self):
        for level in ("-O0", "-O2"):
            self.cc(level, "-mcx16", "-Wno-unused-value", "atomics.c", "-o", "atomics")
            self.assertEqual(self.run_alone("atomics"), "")

    def test_the_atomic_operations_were_the_hooks(self):
        self.cc("-O2", "-mcx16", "-c", "atomics.c")
        found = self.hooks_in("atomics.o")
        for width in (8, 16, 32, 64, 128):
            for operation in ("load", "store", "exchange", "fetch_nand", "fetch_add"):
                self.assertIn(f"__tsan_atomic{width}_{operation}", found)
            self.assertTrue([name for name in found if name.startswith(f"__tsan_atomic{width}_compare_exchange")])

    def test_annotations(self):
        self.cc("-Werror", "annotated.c", "-o", "annotated")
        self.assertEqual(self.run_alone("annotated"), "1 0 1 0 1\n")


class Compilers(CompileTest):
    """What is the compiler's own affair."""

    def test_questions(self):
        for words in (["--version"], ["-dumpmachine"], ["-dumpversion"], ["-print-file-name=libc.so.6"],
                      ["-print-search-dirs"], ["-print-prog-name=ld"], ["-v"], [], ["--nonsense"], ["-o", "x"]):
            with self.subTest(" ".join(words)):
                own = self.call(COMPILER, *words)
                through = self.call(self.heddle, "cc", *words)
                self.assertEqual((through.returncode, through.stdout, through.stderr),
                                 (own.returncode, own.stdout, own.stderr))

    def test_macros(self):
        text = self.cc("-E", "-dM", "-x", "c", "/dev/null")
        self.assertIn("#define __x86_64__ 1", text)

    def test_what_would_be_done(self):
        for words in (["-###", "main.c"], ["-v", "-c", "main.c"]):
            done = self.call(self.heddle, "cc", *words)
            self.assertEqual(done.returncode, 0, done)
            self.assertIn("-fsanitize=thread", done.stderr)

    def test_errors(self):
        self.write("bad.c", "int main(void) { return nothing; }\n")
        self.write("missing.c", "int missing(void); int main(void) { return missing(); }\n")
        for words in (["-c", "bad.c"], ["bad.c"], ["-c", "no_such_file.c"], ["-c", "-Wall", "-Werror", "-O2", "bad.c"]):
            with self.subTest(" ".join(words)):
                own = self.call(COMPILER, *words)
                through = self.call(self.heddle, "cc", *words)
                self.assertEqual((through.returncode, through.stderr), (own.returncode, own.stderr))
        through = self.call(self.heddle, "cc", "missing.c")
        self.assertEqual(through.returncode, self.call(COMPILER, "missing.c").returncode)
        self.assertIn("missing", through.stderr)

    def test_refused(self):
        for words, names in ((["-static", "main.c"], ["-static", "dynamically"]), (["-static-pie", "main.c"], ["-static-pie"]),
                             (["-m32", "-c", "main.c"], ["-m32", "64-bit"]),
                             (["-fsanitize=address", "main.c"], ["-fsanitize=address", "build without it"])):
            with self.subTest(" ".join(words)):
                self.assert_refused(self.call(self.heddle, "cc", *words), *names)
        self.cc("-static", "-c", "main.c")


if __name__ == "__main__":
    (compiler, sources), start = main(3)
    COMPILER = compiler
    CXX_COMPILER = re.sub(r"gcc(?=[^/]*$)", "g++", re.sub(r"clang(?=[^/]*$)", "clang++", compiler))
    with tempfile.TemporaryDirectory(prefix="heddle-listener-") as folder:
        LISTENER = os.path.join(folder, "listener.so")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", f"-I{sources}", os.path.join(PROGRAMS, "listener.c"),
                        "-o", LISTENER, "-ldl"], check=True)
        start()
