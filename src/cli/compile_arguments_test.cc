// SPDX-License-Identifier: Apache-2.0
#include "cli/compile_arguments.h"

#include "cli/command_words.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using Words = std::vector<std::string>;

const HooksFiles kFiles{"/h/hooks.a", "/h/gcc", ""};

// All on one line, as they would be typed; or the sentence that says why not.
std::string changed(CompilerFamily family, const std::string& line) {
  const base::Result<Words> result = compile_arguments(family, kFiles, words_of(line));
  if (!result.ok()) {
    return result.error().sentence;
  }
  std::string text;
  for (const std::string& word : result.value()) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

std::string gcc(const std::string& line) { return changed(CompilerFamily::gcc, line); }
std::string clang(const std::string& line) { return changed(CompilerFamily::clang, line); }

const std::string kGcc =
    "-fsanitize=thread --param tsan-distinguish-volatile=1 -Wno-tsan "
    "-fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-mempcpy -fno-builtin-memset "
    "-fno-builtin-bzero -fno-builtin-memcmp -fno-builtin-bcmp -fno-builtin-strcpy "
    "-fno-builtin-stpcpy -fno-builtin-strncpy -fno-builtin-strcat -fno-builtin-strncat ";
const std::string kGccFolder = "-L/h/gcc -B/h/gcc/ ";
const std::string kClang =
    "-Xclang -fsanitize=thread -Xclang -mllvm -Xclang -tsan-distinguish-volatile=1 "
    "-Xclang -mllvm -Xclang -tsan-instrument-read-before-write=1 ";
const std::string kArchive =
    "-Xlinker --whole-archive -Xlinker /h/hooks.a -Xlinker --no-whole-archive ";

struct Row {
  const char* line;
  bool compiles;
  bool links;
};

void check(const Row& row) {
  const std::string line = row.line;
  EXPECT_EQ(clang(line), (row.compiles ? kClang : "") + (row.links ? kArchive : "") + line);
  // gcc is told always, for it may find code to generate in what it links.
  EXPECT_EQ(gcc(line), kGcc + (row.links ? kGccFolder + kArchive : "") + line);
}

TEST(CompileArguments, CompileInstrumentsAndLinkAddsTheHooks) {
  for (const Row& row : {
           Row{"a.c -o a", true, true},
           Row{"-O2 a.cc b.o -lm -o a", true, true},
           Row{"a.o b.o -o a", false, true},
           Row{"-shared -o liba.so a.o", false, true},
           Row{"-static -shared a.o -o liba.so", false, true},
           Row{"-static-libgcc -static-libstdc++ a.o", false, true},
           Row{"-nostdlib -shared a.o -o liba.so", false, true},
           Row{"-lmain -o a", false, true},
           Row{"-c a.c -o a.o", true, false},
           Row{"-S a.c", true, false},
           Row{"-E a.c", true, false},
           Row{"-MM a.c", true, false},
           Row{"-fsyntax-only a.cpp", true, false},
           Row{"-MD -MF a.d -MT a.o -c a.C", true, false},
           Row{"-c a.s", false, false},
           Row{"-c -x assembler-with-cpp a.sx", false, false},
       }) {
    SCOPED_TRACE(row.line);
    check(row);
  }
}

TEST(CompileArguments, TheLanguageMayBeGivenInsteadOfAnEnding) {
  for (const Row& row : {
           Row{"-x c -", true, true},
           Row{"-xc++ - -o a", true, true},
           Row{"-E -dM -x c /dev/null", true, false},
           Row{"-c -x c++ a.s.in", true, false},
           Row{"-x c a.in -x none b.o", true, true},
           Row{"-x none a.o", false, true},
       }) {
    SCOPED_TRACE(row.line);
    check(row);
  }
}

TEST(CompileArguments, HeadersArePrecompiledAndNotLinked) {
  check({"a.h", true, false});
  check({"-x c++-header a.hpp -o a.gch", true, false});
  check({"-include a.h a.c", true, true});
}

TEST(CompileArguments, AQuestionIsPassedOnAsItIs) {
  for (const char* line : {"", "--version", "-v", "-###", "-dumpmachine", "-dumpversion",
                           "-print-file-name=libc.so", "-print-search-dirs -m32", "--help",
                           "-o a.out", "-Wl,--version", "-x c -E", "-I . -D a.c -include a.h"}) {
    EXPECT_EQ(gcc(line), line);
    EXPECT_EQ(clang(line), line);
  }
}

TEST(CompileArguments, WhatIsLinkedAgainGetsNoHooks) {
  for (const std::string line : {"-r a.o b.o -o c.o", "-nostdlib -Wl,-r a.o -o c.o",
                                 "-Wl,-x,--relocatable a.o", "-Xlinker -r a.o"}) {
    EXPECT_EQ(gcc(line), kGcc + kGccFolder + line);
    EXPECT_EQ(clang(line), line);
  }
}

TEST(CompileArguments, TheUserCanLeaveAFileOut) {
  EXPECT_EQ(gcc("-c -fno-sanitize=thread a.c"), kGcc + "-c -fno-sanitize=thread a.c");
  EXPECT_EQ(clang("-c -fno-sanitize=thread a.c"), "-c -fno-sanitize=thread a.c");
  EXPECT_EQ(clang("-c -fno-sanitize=all a.c"), "-c -fno-sanitize=all a.c");
  EXPECT_EQ(clang("-fno-sanitize=thread a.c"), kArchive + "-fno-sanitize=thread a.c");
}

// clang's driver would link its own runtime library.
TEST(CompileArguments, TheUsersOwnThreadSanitizerIsTheSameThing) {
  const std::string own = "-fsanitize=undefined,thread a.c";
  EXPECT_EQ(gcc(own), kGcc + kGccFolder + kArchive + own);
  EXPECT_EQ(clang(own), kClang + kArchive + own + " -fno-sanitize=thread");
  EXPECT_EQ(
      clang("-fno-sanitize=thread -fsanitize=thread -- a.c"),
      kClang + kArchive + "-fno-sanitize=thread -fsanitize=thread -fno-sanitize=thread -- a.c");
}

TEST(CompileArguments, ListsOfWhatToIgnoreReachClang) {
  EXPECT_EQ(clang("-fsanitize-ignorelist=a -fno-sanitize-ignorelist -fsanitize-blacklist=b -c a.c"),
            kClang +
                "-Xclang -fsanitize-ignorelist=b "
                "-fsanitize-ignorelist=a -fno-sanitize-ignorelist -fsanitize-blacklist=b -c a.c");
}

TEST(CompileArguments, OtherSanitizersAreRefusedIfTheyWatchMemoryToo) {
  for (const std::string name : {"address", "memory", "leak", "hwaddress"}) {
    for (const std::string& line :
         {"-fsanitize=" + name + " a.c", "-c -fsanitize=undefined," + name + " a.c"}) {
      EXPECT_TRUE(gcc(line).starts_with("-fsanitize=" + name + " cannot be combined")) << line;
      EXPECT_EQ(gcc(line), clang(line));
    }
  }
  EXPECT_EQ(clang("-c -fsanitize=address -fno-sanitize=address a.c"),
            kClang + "-c -fsanitize=address -fno-sanitize=address a.c");
  EXPECT_EQ(clang("-c -fsanitize=undefined a.c"), kClang + "-c -fsanitize=undefined a.c");
}

TEST(CompileArguments, StaticExecutablesAreRefusedWhenLinked) {
  for (const std::string option : {"-static", "--static", "-static-pie"}) {
    EXPECT_TRUE(gcc(option + " a.o").starts_with(option + " cannot be used"));
    EXPECT_EQ(gcc("-c " + option + " a.c"), kGcc + "-c " + option + " a.c");
    EXPECT_EQ(clang("-r " + option + " a.o"), "-r " + option + " a.o");
  }
}

TEST(CompileArguments, OtherWidthsAreRefused) {
  EXPECT_TRUE(gcc("-m32 -c a.c").starts_with("-m32 cannot be used"));
  EXPECT_TRUE(clang("-mx32 a.o").starts_with("-mx32 cannot be used"));
  EXPECT_EQ(gcc("-m32 -m64 -c a.c"), kGcc + "-m32 -m64 -c a.c");
}

// A value of an option that looks like an input is none.
TEST(CompileArguments, ValuesAreNotInputs) {
  for (const char* option :
       {"-o",       "-I",  "-L",  "-D",      "-U",       "-include",    "-imacros",
        "-isystem", "-MF", "-MT", "-MQ",     "-Xlinker", "-Xassembler", "-T",
        "-u",       "-z",  "-e",  "--param", "-B",       "-idirafter"}) {
    const std::string line = std::string(option) + " a.c";
    EXPECT_EQ(gcc(line), line);
  }
}

TEST(CompileArguments, SourcesFindTheHeader) {
  HooksFiles files = kFiles;
  files.include = "/h/include";
  for (const CompilerFamily family : {CompilerFamily::gcc, CompilerFamily::clang}) {
    for (const char* line : {"-c a.c", "a.cc -o a", "-E -x c -", "-c -fno-sanitize=thread a.c"}) {
      const Words words = compile_arguments(family, files, words_of(line)).value();
      const auto at = std::find(words.begin(), words.end(), "-idirafter");
      ASSERT_LT(at + 1, words.end()) << line;
      EXPECT_EQ(*(at + 1), "/h/include");
    }
    for (const char* line : {"a.o -o a", "-c a.s", "--version"}) {
      const Words words = compile_arguments(family, files, words_of(line)).value();
      EXPECT_EQ(std::find(words.begin(), words.end(), "-idirafter"), words.end()) << line;
    }
  }
}

}  // namespace
}  // namespace heddle::cli
