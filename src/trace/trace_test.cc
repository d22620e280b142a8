// SPDX-License-Identifier: Apache-2.0
#include "trace/trace.h"

#include <gtest/gtest.h>

namespace heddle::trace {
namespace {

Frame own(const char* function) { return {function, "", 0, "", false}; }
Frame of_system(const char* function) { return {function, "", 0, "", true}; }

TEST(StackAt, GivesTheStackWithThatNumberAndAnEmptyOneForNone) {
  Trace trace;
  trace.stacks = {{own("f")}, {own("g")}};
  EXPECT_EQ(stack_at(trace, 2).front().function, "g");
  EXPECT_TRUE(stack_at(trace, 0).empty());
  EXPECT_TRUE(stack_at(trace, 3).empty());
}

TEST(UserFrame, IsTheInnermostOneOfTheUsersOwnCode) {
  EXPECT_EQ(user_frame({of_system("lock"), own("push"), own("main")})->function, "push");
}

TEST(UserFrame, IsTheInnermostOfAllWhereTheUserHasNone) {
  EXPECT_EQ(user_frame({of_system("lock"), of_system("start")})->function, "lock");
  EXPECT_EQ(user_frame({}), nullptr);
}

TEST(Counts, AreOfPreemptionsAndOfChangesOfThread) {
  Trace trace;
  for (const uint32_t thread : {0U, 1U, 1U, 0U, 1U}) {
    trace.steps.push_back({.thread = event::ThreadId{thread}});
  }
  trace.steps[3].preemption = true;
  EXPECT_EQ(preemptions(trace), 1U);
  EXPECT_EQ(context_switches(trace), 3U);
  EXPECT_EQ(context_switches(Trace{}), 0U);
}

}  // namespace
}  // namespace heddle::trace
