// SPDX-License-Identifier: Apache-2.0
#include "explore/divergence.h"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using event::Deviation;
using event::Event;
using event::OpKind;

constexpr auto kA = static_cast<event::ThreadId>(0);
constexpr auto kB = static_cast<event::ThreadId>(1);

// Of two options, the default.
Event step(event::ThreadId thread, OpKind kind, uint32_t fingerprint = 0) {
  Event event;
  event.thread = thread;
  event.kind = kind;
  event.options = 2;
  event.fingerprint = fingerprint;
  return event;
}

TEST(Divergence, TheFirstOtherOperationIsToldWithBothSides) {
  const std::vector<Event> expected = {step(kA, OpKind::mutex_lock), step(kB, OpKind::mutex_lock)};
  const std::vector<Event> came = {step(kA, OpKind::mutex_lock), step(kB, OpKind::sem_post)};
  const Difference difference = difference_of(expected, came);
  ASSERT_TRUE(difference.found);
  EXPECT_TRUE(difference.expected_known);
  EXPECT_EQ(difference.step, 1U);
  EXPECT_EQ(difference.expected.kind, OpKind::mutex_lock);
  EXPECT_EQ(difference.came.kind, OpKind::sem_post);
}

TEST(Divergence, EqualExecutionsDoNotDiffer) {
  const std::vector<Event> steps = {step(kA, OpKind::mutex_lock, 7), step(kB, OpKind::yield, 8)};
  EXPECT_FALSE(difference_of(steps, steps).found);
}

// The plan chose B at the second step.  It was given up there, as a thread that waits would do
// something else since the first step: A went on by default, which tells nothing.
TEST(Divergence, WhereThePlanWasGivenUpTheEarlierDifferenceIsTold) {
  std::vector<Event> expected = {step(kA, OpKind::mutex_lock, 1), step(kB, OpKind::mutex_lock, 2)};
  expected[1].chosen = 1;
  const std::vector<Event> came = {step(kA, OpKind::mutex_lock, 3),
                                   step(kA, OpKind::mutex_unlock, 4)};
  const Difference difference = difference_of(expected, came);
  ASSERT_TRUE(difference.found);
  EXPECT_EQ(difference.step, 0U);
}

TEST(Divergence, AnotherNumberOfOptionsIsADifference) {
  const std::vector<Event> expected = {step(kA, OpKind::mutex_lock)};
  std::vector<Event> came = expected;
  came[0].options = 3;
  EXPECT_TRUE(difference_of(expected, came).found);
}

TEST(Divergence, WithoutAnotherExecutionThePlanTellsWhatWasExpected) {
  const std::vector<Deviation> plan = {
      {.position = 1, .option = 1, .options = 3, .fingerprint = 5}};
  const std::vector<Event> came = {step(kA, OpKind::mutex_lock), step(kB, OpKind::sem_post)};
  const Difference difference = difference_from(plan, came);
  ASSERT_TRUE(difference.found);
  EXPECT_FALSE(difference.expected_known);
  EXPECT_EQ(difference.step, 1U);
  EXPECT_EQ(difference.expected.options, 3);
  EXPECT_EQ(difference.came.kind, OpKind::sem_post);
  // It ended before it got there.
  const Difference ended = difference_from(plan, std::vector<Event>{came[0]});
  ASSERT_TRUE(ended.found);
  EXPECT_EQ(ended.came.thread, event::kNoThread);
}

TEST(Divergence, ChoicesAreInCommonUpToTheFirstThatThePlanMakesOtherwise) {
  std::vector<Event> log(4, step(kA, OpKind::yield));
  log[1].chosen = 1;
  const Deviation first{.position = 1, .option = 1, .options = 2, .fingerprint = 0};
  const Deviation third{.position = 3, .option = 1, .options = 2, .fingerprint = 0};
  EXPECT_EQ(choices_in_common({}, log), 1U);
  EXPECT_EQ(choices_in_common(std::vector{first}, log), 4U);
  EXPECT_EQ(choices_in_common(std::vector{first, third}, log), 3U);
  EXPECT_EQ(choices_in_common(std::vector{third}, log), 1U);
}

}  // namespace
}  // namespace heddle::explore
