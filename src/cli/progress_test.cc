// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using std::chrono::seconds;

constexpr report::Style kPlain = {};

Standing sample() {
  Standing standing;
  standing.requested = {.all = false, .preemptions = 2};
  standing.bound = 1;
  standing.executions = 12'345;
  standing.rate = 2401.7;
  standing.elapsed = seconds(65);
  return standing;
}

TEST(ProgressText, SaysHowFarItIs) {
  EXPECT_EQ(progress_text(sample(), 100, kPlain),
            "bound 1 of 2 | 12,345 executions | 2,401/s | no findings | 1:05");
}

TEST(ProgressText, SaysWhatIsLeftOfALimit) {
  Standing standing = sample();
  standing.time_left = seconds(3725);
  EXPECT_EQ(progress_text(standing, 100, kPlain),
            "bound 1 of 2 | 12,345 executions | 2,401/s | no findings | 1:05 | 1:02:05 left");
  standing.time_left.reset();
  standing.executions_left = 24'017;
  EXPECT_EQ(progress_text(standing, 100, kPlain),
            "bound 1 of 2 | 12,345 executions | 2,401/s | no findings | 1:05 | "
            "24,017 executions left, about 0:10");
  standing.rate = 0;
  EXPECT_TRUE(progress_text(standing, 100, kPlain).ends_with(" | 24,017 executions left"));
}

TEST(ProgressText, SaysBetweenWhichNumbersTheRestOfTheBoundProbablyIs) {
  Standing standing = sample();
  standing.left = {.executions = 21'000, .low = 17'340, .high = 1'249'000};
  EXPECT_EQ(progress_text(standing, 100, kPlain),
            "bound 1 of 2 | 12,345 executions | 17k-1.2M to go | 2,401/s | no findings | 1:05");
  standing.left = {.executions = 950, .low = 950, .high = 950};
  EXPECT_NE(progress_text(standing, 100, kPlain).find("| about 950 to go |"), std::string::npos);
  standing.left = {.executions = 0, .low = 999, .high = UINT64_MAX};
  EXPECT_NE(progress_text(standing, 100, kPlain).find("| 1k-18E to go |"), std::string::npos);
}

TEST(ProgressText, SpeaksOfBoundsOnlyIfTheyAreDoneInOrder) {
  Standing standing = sample();
  standing.bound.reset();
  EXPECT_TRUE(progress_text(standing, 100, kPlain).starts_with("up to 2 preemptions | "));
  standing.requested.all = true;
  EXPECT_TRUE(progress_text(standing, 100, kPlain).starts_with("all schedules | "));
  standing.bound = 3;
  EXPECT_TRUE(progress_text(standing, 100, kPlain).starts_with("bound 3 | "));
}

TEST(ProgressText, SaysWhatElseAStrategyGoesBy) {
  Standing standing = sample();
  standing.instead = "delays 1 of 2";
  EXPECT_TRUE(progress_text(standing, 100, kPlain).starts_with("delays 1 of 2 | 12,345"));
}

TEST(ProgressText, ShowsASlowRate) {
  Standing standing = sample();
  standing.rate = 0.25;
  EXPECT_NE(progress_text(standing, 100, kPlain).find("| 0.2/s |"), std::string::npos);
  standing.rate.reset();
  EXPECT_EQ(progress_text(standing, 100, kPlain),
            "bound 1 of 2 | 12,345 executions | no findings | 1:05");
}

TEST(ProgressText, FitsIntoEveryWidth) {
  Standing standing = sample();
  standing.findings = 3;
  standing.time_left = seconds(5);
  standing.executions_left = 99;
  std::string last;
  for (size_t columns = 0; columns < 150; ++columns) {
    const std::string text = progress_text(standing, columns, kPlain);
    EXPECT_LE(text.size(), columns);
    EXPECT_GE(text.size(), last.size());
    last = text;
  }
  EXPECT_EQ(progress_text(standing, 7, kPlain), "bound 1");
  EXPECT_EQ(progress_text(standing, 31, kPlain), "bound 1 of 2");
  EXPECT_EQ(progress_text(standing, 32, kPlain), "bound 1 of 2 | 12,345 executions");
}

TEST(ProgressText, HasColourOnlyForFindings) {
  Standing standing = sample();
  const report::Style style = {.colour = true};
  EXPECT_EQ(progress_text(standing, 100, style).find('\x1b'), std::string::npos);
  standing.findings = 1;
  const std::string text = progress_text(standing, 100, style);
  EXPECT_NE(text.find(" | \x1b[1;31m1 finding\x1b[0m | "), std::string::npos);
}

}  // namespace
}  // namespace heddle::cli
