// SPDX-License-Identifier: Apache-2.0
#include "report/theorem.h"

#include <cmath>

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

// Two threads of two steps, of which the last, the end, counts as blocking: C(4, c) (2 + c)!.
TEST(Theorem, BoundsTheExecutionsWithSoManyPreemptions) {
  const verdict::ProgramSizes sizes{.threads = 2, .steps = 2, .blocking = 1};
  EXPECT_EQ(theorem_bound(sizes, 0), 2);
  EXPECT_EQ(theorem_bound(sizes, 1), 4 * 6);
  EXPECT_EQ(theorem_bound(sizes, 2), 6 * 24);
  EXPECT_EQ(theorem_bound(sizes, 5), 0);
}

TEST(Theorem, BecomesTooLargeForANumber) {
  const verdict::ProgramSizes sizes{.threads = 100, .steps = 1000, .blocking = 500};
  EXPECT_TRUE(std::isinf(theorem_bound(sizes, 2)));
}

TEST(Theorem, StandsBesideTheCounts) {
  verdict::Summary summary;
  EXPECT_EQ(render_explanation(summary), "");
  summary.sizes = verdict::ProgramSizes{.threads = 2, .steps = 2, .blocking = 1};
  summary.by_bound = {{0, 2}, {1, 4}};
  EXPECT_EQ(render_explanation(summary),
            "at most, by Theorem 1 of Musuvathi and Qadeer (2007), with 2 threads of at most 2 "
            "steps, 1 of them blocking:\n"
            "  with no preemptions: 2 of at most 2\n"
            "  with 1 preemption: 2 of at most 24\n");
}

}  // namespace
}  // namespace heddle::report
