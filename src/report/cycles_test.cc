// SPDX-License-Identifier: Apache-2.0
#include "report/cycles.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using event::ThreadId;

// A step a letter: capitals are of T0, small ones of T1; a dot is a yield of T1.
trace::Trace steps(const std::string& letters) {
  trace::Trace trace;
  trace.threads.resize(2);
  for (const char letter : letters) {
    event::Event& step = trace.steps.emplace_back();
    step.thread = std::isupper(letter) != 0 ? ThreadId{0} : ThreadId{1};
    step.stack = static_cast<uint32_t>(letter);
    step.yielded = letter == '.';
  }
  return trace;
}

std::string repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) {
    all += text;
  }
  return all;
}

// "ab x10 from 3", one after the other; "~" if the rounds only look alike, "*" if others come
// between.
std::string found(const trace::Trace& trace, const std::string& letters) {
  std::string text;
  for (const Cycle& cycle : cycles_at_end(trace)) {
    text += text.empty() ? "" : ", ";
    for (const size_t step : cycle.round) {
      text += letters[step];
    }
    text += " x" + std::to_string(cycle.rounds) + " from " + std::to_string(cycle.round.front());
    text += std::string(cycle.exact ? "" : "~") + (cycle.whole ? "" : "*");
  }
  return text;
}

std::string found(const std::string& letters) { return found(steps(letters), letters); }

TEST(CyclesAtEnd, AreOfTheSmallestPeriod) {
  EXPECT_EQ(found(repeat("a", 50)), "a x50 from 0");
  EXPECT_EQ(found("xyz" + repeat("ab", 20)), "ab x20 from 3");
  EXPECT_EQ(found("b" + repeat("ab", 20) + "a"), "ba x21 from 0");
}

// What comes before may be any step of the cycle; the last round need not be complete.
TEST(CyclesAtEnd, BeginWhereTheRepetitionDoes) {
  EXPECT_EQ(found("xc" + repeat("abc", 9) + "ab"), "cab x10 from 1");
}

TEST(CyclesAtEnd, AreNotOfAnInnerLoop) {
  EXPECT_EQ(found(repeat("b" + repeat("a", 8), 12)), "baaaaaaaa x12 from 0");
}

TEST(CyclesAtEnd, AreNoneOfStepsInNoOrder) {
  std::mt19937 random(1);
  std::string letters;
  while (letters.size() < 2000) {
    letters += static_cast<char>('a' + random() % 20);
  }
  EXPECT_EQ(found(letters), "");
  EXPECT_EQ(found(""), "");
  // Four equal steps after many others are no explanation.
  EXPECT_EQ(found(letters + "zzzz"), "");
}

TEST(CyclesAtEnd, MayHaveOtherValuesInEachRound) {
  const std::string letters = "xy" + repeat("ab", 30);
  trace::Trace trace = steps(letters);
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    trace.steps[i].value = i;
  }
  EXPECT_EQ(found(trace, letters), "ab x30 from 2~");
}

// Each thread goes round, and a coin says who is next.
TEST(CyclesAtEnd, AreOfEachThreadWhereTheyComeInNoFixedOrder) {
  std::mt19937 random(1);
  std::string letters;
  size_t upper = 0;
  size_t lower = 0;
  while (letters.size() < 1000) {
    letters += random() % 2 == 0 ? "ABC"[upper++ % 3] : "xy"[lower++ % 2];
  }
  const std::vector<Cycle> cycles = cycles_at_end(steps(letters));
  ASSERT_EQ(cycles.size(), 2U);
  EXPECT_EQ(cycles[0].round.size(), 3U);
  EXPECT_EQ(cycles[1].round.size(), 2U);
  EXPECT_FALSE(cycles[0].whole);
  EXPECT_EQ(cycles[0].threads(steps(letters)), std::vector<ThreadId>{ThreadId{0}});
  EXPECT_EQ(cycles[1].threads(steps(letters)), std::vector<ThreadId>{ThreadId{1}});
}

// T1 has gone round, and then T0 gets on.
TEST(CyclesAtEnd, AreNoneIfSomebodyDoesNotRepeat) {
  EXPECT_EQ(found(repeat("xy", 200) + "ABCDE"), "");
}

TEST(CyclesAtEnd, SayWhetherSomebodyYields) {
  EXPECT_TRUE(cycles_at_end(steps(repeat("ab.", 20))).at(0).yields);
  EXPECT_FALSE(cycles_at_end(steps("..." + repeat("ab", 20))).at(0).yields);
}

TEST(CyclesAtEnd, TakeTimeThatGrowsWithTheNumberOfStepsOnly) {
  std::string letters = repeat(repeat("a", 500) + "b", 200);
  EXPECT_EQ(cycles_at_end(steps(letters)).at(0).round.size(), 501U);
}

}  // namespace
}  // namespace heddle::report
