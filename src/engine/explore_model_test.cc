// SPDX-License-Identifier: Apache-2.0
#include "engine/explore_model.h"

#include <gtest/gtest.h>

namespace heddle::engine {
namespace {

using model::Act;
using model::Program;
using model::Stop;

verdict::Search all_schedules() {
  verdict::Search search;
  search.settings.step_limit = 100;
  search.settings.max_preemptions = UINT32_MAX;
  search.settings.max_findings = UINT32_MAX;
  return search;
}

// Each thread does one step, and ends.
const Program kTwoPosts{.threads = {{{.act = Act::post}}, {{.act = Act::post, .object = 1}}}};

// Each takes the two locks in an order of its own, and unlocks them.
const Program kTwoLocks{.threads = {{{.act = Act::lock},
                                     {.act = Act::lock, .object = 1},
                                     {.act = Act::unlock},
                                     {.act = Act::unlock, .object = 1}},
                                    {{.act = Act::lock, .object = 1},
                                     {.act = Act::lock},
                                     {.act = Act::unlock},
                                     {.act = Act::unlock, .object = 1}}}};

TEST(ExploreModel, EveryScheduleIsRun) {
  const verdict::Exploration explored = explore_model(kTwoPosts, all_schedules(), {});
  EXPECT_EQ(explored.counters.executions, 6U);  // 4 over 2
  EXPECT_EQ(explored.counters.threads, 2U);
  EXPECT_TRUE(explored.counters.coverage.exhausted);
  EXPECT_EQ(explored.stopped, verdict::Stopped::no);
}

TEST(ExploreModel, AReductionLeavesOutWhatIsTheSame) {
  verdict::Search search = all_schedules();
  search.settings.reduction = explore::Reduction::dpor;
  EXPECT_EQ(explore_model(kTwoPosts, search, {}).counters.executions, 1U);
}

TEST(ExploreModel, AFindingShowsAgainWhenItIsReplayed) {
  const verdict::Exploration explored = explore_model(kTwoLocks, all_schedules(), {});
  ASSERT_EQ(explored.found.size(), 1U);
  const trace::Trace trace = replay_model(kTwoLocks, explored, explored.found.front());
  ASSERT_TRUE(trace.finding.has_value());
  EXPECT_EQ(trace.finding->kind, event::FindingKind::deadlock);
  ASSERT_EQ(trace.threads.size(), 2U);
  EXPECT_EQ(trace.threads[0].end.holder, event::ThreadId{1});
  EXPECT_EQ(trace.threads[1].end.held_since + trace.threads[0].end.held_since, 3U);  // 1 and 2
  EXPECT_EQ(trace::preemptions(trace), 1U);
}

TEST(ExploreModel, AnotherScheduleDoesNotShowIt) {
  const verdict::Exploration explored = explore_model(kTwoLocks, all_schedules(), {});
  ASSERT_EQ(explored.found.size(), 1U);
  verdict::Found other = explored.found.front();
  other.plan.clear();
  EXPECT_FALSE(replay_model(kTwoLocks, explored, other).finding.has_value());
}

TEST(ExploreModel, AnAssumptionThatDoesNotHoldDropsTheExecution) {
  const Program program{.threads = {{{.act = Act::choose, .stop = Stop::assume}}}};
  const verdict::Exploration explored = explore_model(program, all_schedules(), {});
  EXPECT_EQ(explored.counters.executions, 1U);
  EXPECT_EQ(explored.counters.assumption_failed, 1U);
}

TEST(ExploreModel, ALimitEndsIt) {
  supervise::Limits limits;
  limits.deadline = supervise::Clock::now();
  const verdict::Exploration explored = explore_model(kTwoPosts, all_schedules(), limits);
  EXPECT_EQ(explored.stopped, verdict::Stopped::by_time);
  EXPECT_EQ(explored.counters.executions, 1U);
  EXPECT_FALSE(explored.counters.coverage.exhausted);
}

}  // namespace
}  // namespace heddle::engine
