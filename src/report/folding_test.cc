// SPDX-License-Identifier: Apache-2.0
#include "report/folding.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

// A step a letter; a capital is a preemption.
trace::Trace steps(const std::string& letters) {
  trace::Trace trace;
  for (const char letter : letters) {
    event::Event& step = trace.steps.emplace_back();
    step.stack = static_cast<uint32_t>(std::tolower(letter));
    step.preemption = std::isupper(letter) != 0;
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

// Letters in no pattern, of steps that no preemption leads to.
std::string noise(size_t length) {
  std::mt19937 random(1);
  std::string text;
  while (text.size() < length) {
    text += static_cast<char>('a' + random() % 26);
  }
  return text;
}

// Steps as their letters, the rest as "<loop 2x10>" or "<gap 40>".
std::string shown(const std::string& letters, const Style& style = {}) {
  std::string text;
  size_t next = 0;
  for (const Row& row : rows_to_show(steps(letters), style)) {
    EXPECT_EQ(row.first, next);
    next = row.first + row.count;
    text += row.kind == Row::Kind::step   ? letters.substr(row.first, 1)
            : row.kind == Row::Kind::loop ? "<loop " + std::to_string(row.period) + "x" +
                                                std::to_string(row.count / row.period) + ">"
                                          : "<gap " + std::to_string(row.count) + ">";
  }
  EXPECT_EQ(next, letters.size());
  return text;
}

TEST(RowsToShow, AreAllOfAShortExecution) {
  EXPECT_EQ(shown(""), "");
  EXPECT_EQ(shown("abcabc"), "abcabc");
  EXPECT_EQ(shown(noise(200)), noise(200));
}

TEST(RowsToShow, HoldOneRoundOfALoop) {
  EXPECT_EQ(shown("x" + repeat("ab", 11) + "yz"), "xab<loop 2x10>yz");
  EXPECT_EQ(shown(repeat("a", 50)), "a<loop 1x49>");
  EXPECT_EQ(shown(repeat("abc", 5) + "a"), "abc<loop 3x4>a");
}

TEST(RowsToShow, HoldAllOfALoopThatIsShort) {
  EXPECT_EQ(shown("aaaa"), "aaaa");
  EXPECT_EQ(shown("ababab"), "ababab");
}

TEST(RowsToShow, LeaveOutTheMiddleOfALongExecution) {
  const std::string all = noise(500);
  EXPECT_EQ(shown(all), all.substr(0, 20) + "<gap 400>" + all.substr(420));
}

TEST(RowsToShow, HoldWhatIsAroundAPreemption) {
  std::string all = noise(500);
  all[200] = 'X';
  EXPECT_EQ(shown(all),
            all.substr(0, 20) + "<gap 178>" + all.substr(198, 5) + "<gap 217>" + all.substr(420));
}

TEST(RowsToShow, HoldTheTakingOfALockThatIsWaitedFor) {
  trace::Trace trace = steps(noise(500));
  trace.threads.resize(1);
  trace.threads[0].end.state = event::ThreadState::blocked;
  trace.threads[0].end.held_since = 100;
  const std::vector<Row> rows = rows_to_show(trace, {});
  EXPECT_EQ(rows.at(21).first, 97U);
  EXPECT_EQ(rows.at(25).first, 101U);
}

TEST(RowsToShow, HoldWhatTheFindingIsAbout) {
  trace::Trace trace = steps(noise(500));
  trace.accesses.push_back({.kind = event::AccessKind::write, .step = 100});
  const std::vector<Row> rows = rows_to_show(trace, {});
  EXPECT_EQ(rows.at(21).first, 97U);
  EXPECT_EQ(rows.at(25).first, 101U);
}

// Reading the same again and again is a loop; counting is none.
TEST(RowsToShow, FoldLoopsThatReadTheSameValues) {
  trace::Trace trace = steps(repeat("a", 50));
  EXPECT_EQ(rows_to_show(trace, {}).size(), 2U);
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    trace.steps[i].value = i;
  }
  EXPECT_EQ(rows_to_show(trace, {}).size(), 50U);
}

TEST(RowsToShow, DoNotGrowWithTheNumberOfPreemptions) {
  std::string all;
  for (const char letter : noise(5000)) {
    all += static_cast<char>(std::toupper(letter));
  }
  EXPECT_LT(rows_to_show(steps(all), {}).size(), 300U);
}

TEST(RowsToShow, HoldTheMiddleIfAllAreAskedFor) {
  const Style all{.all = true};
  EXPECT_EQ(shown(noise(500), all), noise(500));
  EXPECT_EQ(shown(repeat("ab", 500), all), "ab<loop 2x499>");
}

TEST(RowsToShow, HoldEveryRoundIfAsked) {
  EXPECT_EQ(shown(repeat("ab", 500), {.every_round = true}), repeat("ab", 500));
}

// The cycle begins where it is said to, even if what is before it would go on in it.
TEST(RowsToShow, HoldOneRoundOfTheCycleAtTheEnd) {
  const trace::Trace trace = steps(repeat("a", 9) + repeat(std::string(150, 'a') + "b", 5) + "a");
  Cycle cycle;
  for (size_t i = 0; i < 151; ++i) {
    cycle.round.push_back(9 + i);
  }
  cycle.rounds = 5;
  cycle.exact = false;
  const std::vector<Row> rows = rows_to_show(trace, {.all = true}, &cycle);
  ASSERT_EQ(rows.size(), 2 + 151 + 1U);
  EXPECT_EQ(rows[1].kind, Row::Kind::loop);
  EXPECT_EQ(rows[1].count, 8U);
  EXPECT_EQ(rows[153].kind, Row::Kind::loop);
  EXPECT_EQ(rows[153].period, 151U);
  EXPECT_EQ(rows[153].count, 4 * 151 + 1U);
  EXPECT_FALSE(rows[153].exact);
}

}  // namespace
}  // namespace heddle::report
