// SPDX-License-Identifier: Apache-2.0
#include "detect/exit_status.h"

#include <gtest/gtest.h>

namespace heddle::detect {
namespace {

using event::Finding;
using event::FindingKind;

TEST(ExitStatus, NoughtIsRight) {
  Finding finding;
  EXPECT_FALSE(ExitStatus().at_exit(0, finding));
}

TEST(ExitStatus, AnyOtherStatusIsAFindingWithThatCode) {
  for (const int32_t status : {1, 3, 255, -1}) {
    Finding finding;
    EXPECT_TRUE(ExitStatus().at_exit(status, finding));
    EXPECT_EQ(finding.kind, FindingKind::exit);
    EXPECT_EQ(finding.code, status);
  }
}

TEST(ExitStatus, AStandstillIsNone) {
  Finding finding;
  EXPECT_FALSE(ExitStatus().at_standstill(finding));
}

}  // namespace
}  // namespace heddle::detect
