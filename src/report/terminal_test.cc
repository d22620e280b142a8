// SPDX-License-Identifier: Apache-2.0
#include "report/terminal.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using Lines = std::vector<std::string>;

TEST(Escape, LeavesReadableTextAlone) {
  for (const char* text :
       {"", "lock mu", "caf\xc3\xa9", "\xe7\xb9\x94", "a\\n", "\xf0\x9f\xa7\xb5"}) {
    EXPECT_EQ(escape(text), text);
    EXPECT_EQ(escape(escape(text)), text);
  }
}

TEST(Escape, ShowsWhatATerminalWouldActOn) {
  EXPECT_EQ(escape("a\nb\tc"), "a\\nb\\tc");
  EXPECT_EQ(escape("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(escape("\x7f\xc2\x9b"), "\\x7f\\x9b");
  EXPECT_EQ(escape("a\xe2\x80\xae"
                   "b"),
            "a\\u202eb");
  EXPECT_EQ(escape(std::string_view("\0", 1)), "\\x00");
}

TEST(Escape, ShowsBytesThatAreNoText) {
  EXPECT_EQ(escape("\xff"
                   "a\xc3"),
            "\\xffa\\xc3");
  EXPECT_EQ(escape("\xed\xa0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(escape("\xc0\xaf"), "\\xc0\\xaf");
}

TEST(EscapeLines, KeepsLinesAndTabs) {
  EXPECT_EQ(escape_lines("a\tb\nc\r\n\x1b[2J\xff"), "a\tb\nc\\x0d\n\\x1b[2J\\xff");
}

// Names are escaped before they are painted; this is for those that somebody forgot.
TEST(ForTerminal, LetsHeddlesOwnColoursThroughAndNothingElse) {
  const Style colour{.colour = true};
  const std::string painted = paint("red", Ink::failure, colour) + "\n";
  EXPECT_EQ(for_terminal(painted, colour), painted);
  EXPECT_EQ(for_terminal(painted, {}), "\\x1b[1;31mred\\x1b[0m\n");
  EXPECT_EQ(for_terminal("a\x1b[2Jb\x1b]0;t\x07\xc2\x9b\x1b", colour),
            "a\\x1b[2Jb\\x1b]0;t\\x07\\x9b\\x1b");
}

TEST(EscapeInJson, WritesWhatTerminalsObeyAsNumbers) {
  EXPECT_EQ(escape_in_json("{\n\"a\": \"\x7f\xc2\x9b\xe2\x80\xae\u20ac\"}"),
            "{\n\"a\": \"\\u007f\\u009b\\u202e\u20ac\"}");
}

TEST(Quoted, IsOneWordForAShell) {
  EXPECT_EQ(quoted("a/b-c.d"), "a/b-c.d");
  EXPECT_EQ(quoted(""), "''");
  EXPECT_EQ(quoted("a b"), "'a b'");
  EXPECT_EQ(quoted("it's \\"), "'it'\\''s \\'");
  EXPECT_EQ(quoted("\x1b it's \\"), "$'\\x1b it\\'s \\\\'");
  EXPECT_EQ(quoted("\xff\xc2\x9b"), "$'\\xff\\xc2\\x9b'");
}

TEST(Width, CountsColumnsNotBytes) {
  EXPECT_EQ(width("lock"), 4U);
  EXPECT_EQ(width("caf\xc3\xa9"), 4U);
  EXPECT_EQ(width("cafe\xcc\x81"), 4U);
  EXPECT_EQ(width("\xe7\xb9\x94\xe6\xa9\x9f"), 4U);
  EXPECT_EQ(padded("\xe7\xb9\x94", 4), "\xe7\xb9\x94  ");
  EXPECT_EQ(padded("long", 2), "long");
}

TEST(Elided, KeepsBothEnds) {
  EXPECT_EQ(elided("accounts+48", 11), "accounts+48");
  EXPECT_EQ(elided("accounts+48", 10), "acco...+48");
  EXPECT_EQ(elided("accounts+48", 3), "...");
  EXPECT_EQ(elided("accounts+48", 1), ".");
  EXPECT_EQ(elided("accounts+48", 0), "");
}

TEST(Elided, NeverGetsWiderThanAsked) {
  const std::string text =
      "\xe7\xb9\x94"
      "a\xe6\xa9\x9f"
      "bcd\xe7\xb9\x94\xe6\xa9\x9f";
  for (size_t columns = 0; columns < 14; ++columns) {
    EXPECT_LE(width(elided(text, columns)), columns);
  }
}

TEST(Wrapped, BreaksAtBlanks) {
  EXPECT_EQ(wrapped("wait cv (mu)", 8), (Lines{"wait cv", "(mu)"}));
  EXPECT_EQ(wrapped("wait cv (mu)", 12), (Lines{"wait cv (mu)"}));
  EXPECT_EQ(wrapped("", 8), (Lines{""}));
}

TEST(Wrapped, ElidesWordsThatAreTooLongButNoPlaces) {
  EXPECT_EQ(wrapped("lock connection_pool", 10), (Lines{"lock", "conn...ool"}));
  EXPECT_EQ(wrapped("at connection_pool.cc:123", 10), (Lines{"at", "connection_pool.cc:123"}));
  EXPECT_EQ(wrapped("see /a/long/path/to/it", 10), (Lines{"see", "/a/long/path/to/it"}));
}

TEST(Paragraph, IndentsAllButTheFirstLine) {
  EXPECT_EQ(paragraph("a b", {.columns = 10}, 2), "a b");
  const std::string words = "one two three four five six seven eight nine ten";
  EXPECT_EQ(paragraph(words, {.columns = 40}, 4),
            "one two three four five six seven\n    eight nine ten");
}

TEST(Paint, WritesNoEscapesUnlessAsked) {
  EXPECT_EQ(paint("x", Ink::failure, {.colour = false}), "x");
  EXPECT_EQ(paint("x", Ink::failure, {.colour = true}), "\x1b[1;31mx\x1b[0m");
  EXPECT_EQ(paint("x", Ink::plain, {.colour = true}), "x");
}

}  // namespace
}  // namespace heddle::report
