// SPDX-License-Identifier: Apache-2.0
#include "cli/saved_climb.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

TEST(SavedClimb, KeepsWhatAGuaranteeRestsOn) {
  verdict::Climb climb;
  climb.try_ = verdict::Rung{};
  explore::Counters& tried = climb.try_->counters;
  tried.atomic_sections = true;
  tried.reuse_possible = true;
  tried.incomplete_from = 3;
  tried.assumption_failed = 4;
  tried.coverage.completed_bound = 1;
  tried.coverage.by_traces = true;
  tried.coverage.beyond_bound = true;
  climb.done.resize(2);
  climb.done[1].every = 2;
  const verdict::Climb again = climb_from(climb_to_json(climb));
  ASSERT_TRUE(again.try_.has_value());
  const explore::Counters& counters = again.try_->counters;
  EXPECT_TRUE(counters.atomic_sections);
  EXPECT_TRUE(counters.reuse_possible);
  EXPECT_EQ(counters.incomplete_from, 3U);
  EXPECT_EQ(counters.assumption_failed, 4U);
  EXPECT_EQ(counters.coverage.completed_bound, 1);
  EXPECT_TRUE(counters.coverage.by_traces);
  EXPECT_TRUE(counters.coverage.beyond_bound);
  ASSERT_EQ(again.done.size(), 2U);
  EXPECT_EQ(again.done[1].every, 2U);
  EXPECT_FALSE(again.done[1].counters.atomic_sections);
}

}  // namespace
}  // namespace heddle::cli
