// SPDX-License-Identifier: Apache-2.0
#include "detect/misuse.h"

#include <gtest/gtest.h>

namespace heddle::detect {
namespace {

using event::Event;
using event::Finding;
using event::FindingKind;

TEST(Misuse, AStepThatIsForbiddenIsAFindingThatNamesWhoAndWhat) {
  Event event;
  event.thread = event::ThreadId{2};
  event.object = event::ObjectId{5};
  event.misuse = event::Misuse::unlock_not_owner;
  Finding finding;
  EXPECT_TRUE(Misuse().after_step(event, 7, finding));
  EXPECT_EQ(finding.kind, FindingKind::misuse);
  EXPECT_EQ(finding.misuse, event::Misuse::unlock_not_owner);
  EXPECT_EQ(finding.thread, event::ThreadId{2});
  EXPECT_EQ(finding.object, event::ObjectId{5});
}

// EBUSY, EPERM and the like are answers, not misuse.
TEST(Misuse, AStepThatFailsAsTheStandardSaysIsNone) {
  Event event;
  event.result = 16;
  Finding finding;
  EXPECT_FALSE(Misuse().after_step(event, 0, finding));
}

TEST(Misuse, AStandstillOrAnExitIsNone) {
  Finding finding;
  EXPECT_FALSE(Misuse().at_standstill(finding));
  EXPECT_FALSE(Misuse().at_exit(1, finding));
}

}  // namespace
}  // namespace heddle::detect
