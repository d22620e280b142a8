// SPDX-License-Identifier: Apache-2.0
#include "supervise/suppressions.h"

#include <gtest/gtest.h>

namespace heddle::supervise {
namespace {

TEST(Patterns, AreLookedForAnywhereUnlessAnchored) {
  struct {
    const char* pattern;
    const char* text;
    bool matches;
  } const rows[] = {
      {"foo", "foo", true},
      {"foo", "my_foo_bar", true},
      {"foo", "fo", false},
      {"^foo", "foobar", true},
      {"^foo", "a_foo", false},
      {"foo$", "a_foo", true},
      {"foo$", "foobar", false},
      {"foo$", "foo_foo", true},
      {"^foo$", "foo", true},
      {"^foo$", "foofoo", false},
      {"a*c", "xabcx", true},
      {"a*c", "xcba", false},
      {"^a*c$", "abbbc", true},
      {"^a*c$", "abbbcd", false},
      {"^a*c$", "ac", true},
      {"a*b*c", "1a2b3c4", true},
      {"a*a$", "a", false},
      {"*", "anything", true},
      {"*foo*", "foo", true},
      {"^*foo", "a foo", true},
      {"*", "", false},
      {"std::vector<*>::push_back", "std::vector<int>::push_back", true},
      {"src/gpu/*.cc", "/home/me/src/gpu/queue.cc", true},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(matches(row.pattern, row.text), row.matches) << row.pattern << " in " << row.text;
  }
}

trace::Frame frame(const char* function, const char* file = "", const char* module = "",
                   bool system = false) {
  return {.function = function, .file = file, .line = 1, .module = module, .system = system};
}

// worker() and reader() race in memcpy, which both call.
const std::vector<trace::Stack> kStacks = {
    {frame("memcpy", "", "/lib/libc.so.6", true), frame("copy", "src/copy.c", "/bin/app"),
     frame("worker", "src/worker.c", "/bin/app")},
    {frame("reader", "src/reader.c", "/bin/libreader.so"),
     frame("main", "src/main.c", "/bin/app")}};

bool covers(const char* text, const char* variable = "") {
  base::Result<Suppressions> parsed = Suppressions::parse(text, "test");
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.ok() && parsed.value().covers_race(kStacks, variable);
}

TEST(Suppressions, OfARaceMatchFunctionsFilesAndModulesOfEitherStack) {
  EXPECT_TRUE(covers("race:worker"));
  EXPECT_TRUE(covers("race:memcpy"));
  EXPECT_TRUE(covers("race:main.c"));
  EXPECT_TRUE(covers("race:libreader.so"));
  EXPECT_TRUE(covers("race:^src/*.c$"));
  EXPECT_FALSE(covers("race:writer"));
  EXPECT_FALSE(covers("race:^reader.c"));
}

TEST(Suppressions, OfARaceMatchTheVariable) {
  EXPECT_TRUE(covers("race:^counter$", "counter"));
  EXPECT_FALSE(covers("race:^counter$", "counters"));
}

TEST(Suppressions, AtTheTopMatchWhereTheUsersOwnCodeIs) {
  EXPECT_TRUE(covers("race_top:copy"));
  EXPECT_TRUE(covers("race_top:reader"));
  EXPECT_FALSE(covers("race_top:memcpy"));
  EXPECT_FALSE(covers("race_top:worker.c"));
  EXPECT_FALSE(covers("race_top:main"));
}

// The file that ThreadSanitizer's manual has, in its own words.
TEST(Suppressions, CommentsBlankLinesAndOtherKindsAreSkipped) {
  const char* text =
      "# Suppressions for a project.\n"
      "\n"
      "called_from_lib:libworker.so\r\n"
      "   # indented\n"
      "deadlock:worker\nmutex:worker\nthread:worker\nsignal:worker\n"
      "race:NuclearRocket::Launch\n"
      "  race:third_party/*  \n";
  base::Result<Suppressions> parsed = Suppressions::parse(text, "test");
  ASSERT_TRUE(parsed.ok());
  EXPECT_TRUE(parsed.value().unknown_kinds().empty());
  EXPECT_FALSE(parsed.value().covers_race(kStacks, ""));
  EXPECT_TRUE(parsed.value().covers_race({{frame("NuclearRocket::Launch", "a.cc")}, {}}, ""));
  EXPECT_TRUE(parsed.value().covers_race({{frame("f", "third_party/zlib/inflate.c")}, {}}, ""));
}

TEST(Suppressions, UnknownKindsAreKeptOnceAndDoNothing) {
  base::Result<Suppressions> parsed =
      Suppressions::parse("leak:worker\nvptr:x\nleak:y\nrace:nobody\n", "test");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().unknown_kinds(), (std::vector<std::string>{"leak", "vptr"}));
  EXPECT_FALSE(parsed.value().covers_race(kStacks, ""));
}

TEST(Suppressions, AMalformedLineIsNamed) {
  for (const char* text : {"# one\nworker\n", "race:ok\nrace:\n", "\n:worker"}) {
    base::Result<Suppressions> parsed = Suppressions::parse(text, "my.supp");
    ASSERT_FALSE(parsed.ok()) << text;
    EXPECT_NE(parsed.error().sentence.find("line 2 of my.supp"), std::string::npos)
        << parsed.error().sentence;
  }
}

TEST(Suppressions, AFileThatCannotBeReadIsNamed) {
  for (const char* path : {"/no/such/file", "/"}) {
    base::Result<Suppressions> read = Suppressions::read(path);
    ASSERT_FALSE(read.ok()) << path;
    EXPECT_NE(read.error().sentence.find(path), std::string::npos);
  }
}

TEST(SuppressionsInOptions, AreFoundAmongOthers) {
  EXPECT_EQ(suppressions_in_options(""), std::nullopt);
  EXPECT_EQ(suppressions_in_options("halt_on_error=1"), std::nullopt);
  EXPECT_EQ(suppressions_in_options("suppressions=a.supp"), "a.supp");
  EXPECT_EQ(
      suppressions_in_options("halt_on_error=1:suppressions=a/b.supp second_deadlock_stack=1"),
      "a/b.supp");
  EXPECT_EQ(suppressions_in_options("verbosity=1, suppressions=\"a b:c.supp\",x=y"), "a b:c.supp");
  EXPECT_EQ(suppressions_in_options("suppressions='a.supp'"), "a.supp");
  EXPECT_EQ(suppressions_in_options("suppressions='a.supp"), "a.supp");
  EXPECT_EQ(suppressions_in_options("print_suppressions=a suppressions"), std::nullopt);
  EXPECT_EQ(suppressions_in_options("suppressions=a suppressions=b"), "b");
}

}  // namespace
}  // namespace heddle::supervise
