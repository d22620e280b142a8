// SPDX-License-Identifier: Apache-2.0
#include "detect/livelock.h"

#include <gtest/gtest.h>

namespace heddle::detect {
namespace {

using event::Event;
using event::Finding;
using event::FindingKind;
using event::OpKind;
using event::ThreadId;

constexpr uint32_t kLimit = 10;

// The position of a step counts from 0: position 9 is the tenth step.
TEST(Livelock, AnExecutionMayHaveAsManyStepsAsTheLimit) {
  Livelock livelock(kLimit);
  Finding finding;
  for (uint32_t position = 0; position < kLimit; ++position) {
    EXPECT_FALSE(livelock.after_step({}, position, finding)) << position;
  }
}

TEST(Livelock, AStepBeyondTheLimitIsALivelockOfWhoDidIt) {
  Livelock livelock(kLimit);
  Finding finding;
  Event event;
  event.thread = ThreadId{3};
  EXPECT_TRUE(livelock.after_step(event, kLimit, finding));
  EXPECT_EQ(finding.kind, FindingKind::livelock);
  EXPECT_EQ(finding.thread, ThreadId{3});
}

TEST(Livelock, AnExitBeyondTheLimitIsAnEndAllTheSame) {
  Livelock livelock(kLimit);
  Finding finding;
  Event event;
  event.kind = OpKind::process_exit;
  EXPECT_FALSE(livelock.after_step(event, kLimit, finding));
}

TEST(Livelock, AStandstillOrAnExitIsNone) {
  Livelock livelock(0);
  Finding finding;
  EXPECT_FALSE(livelock.at_standstill(finding));
  EXPECT_FALSE(livelock.at_exit(0, finding));
}

}  // namespace
}  // namespace heddle::detect
