// SPDX-License-Identifier: Apache-2.0
#include "explore/samples.h"

#include "explore/testing.h"

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using testing::TestArena;

Counters after(uint64_t executions, int32_t completed_bound = -1) {
  Counters counters;
  counters.executions = executions;
  counters.coverage.completed_bound = completed_bound;
  return counters;
}

Settings settings() {
  Settings result;
  result.step_limit = 10;
  return result;
}

TEST(Samples, AreAtMostSixtyFourToAPowerOfTen) {
  TestArena arena(settings());
  for (uint64_t i = 1; i <= 1'000'000; ++i) {
    take_sample(after(i), arena->samples);
  }
  size_t in_decade[7] = {};
  for (const SampleRecord& sample : arena->samples) {
    ++in_decade[static_cast<size_t>(std::to_string(sample.executions - 1).size() - 1)];
  }
  EXPECT_EQ(in_decade[0], 10U);  // each of the first
  for (const size_t number : in_decade) {
    EXPECT_LE(number, 64U);
  }
  EXPECT_GE(in_decade[5], 60U);
}

TEST(Samples, EveryBoundThatIsCompletedHasOne) {
  TestArena arena(settings());
  for (uint64_t i = 1; i <= 1000; ++i) {
    take_sample(after(i, i >= 999 ? 1 : i >= 501 ? 0 : -1), arena->samples);
  }
  uint64_t first[2] = {};
  for (const SampleRecord& sample : arena->samples) {
    for (int32_t bound : {0, 1}) {
      if (sample.completed_bound == bound && first[bound] == 0) {
        first[bound] = sample.executions;
      }
    }
  }
  EXPECT_EQ(first[0], 501U);
  EXPECT_EQ(first[1], 999U);
}

// The last execution of a bound may be one that does not count.
TEST(Samples, ABoundCanBeCompletedWithoutAnotherExecution) {
  TestArena arena(settings());
  take_sample(after(7, -1), arena->samples);
  take_sample(after(7, 0), arena->samples);
  ASSERT_EQ(arena->samples.size(), 2U);
  EXPECT_EQ(arena->samples[1].completed_bound, 0);
}

TEST(Samples, AFinishedSearchHasNoMorePreemptionsThanItMet) {
  Counters counters = after(10, INT32_MAX);
  counters.max_preemptions = 3;
  counters.coverage.exhausted = true;
  EXPECT_EQ(sample_of(counters).completed_bound, 3);
}

}  // namespace
}  // namespace heddle::explore
