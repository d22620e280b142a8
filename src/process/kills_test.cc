// SPDX-License-Identifier: Apache-2.0
#include "process/kills.h"

#include <gtest/gtest.h>

namespace heddle::process {
namespace {

TEST(Kills, AreTheExecutionsDoingOnlyAtTheSameStep) {
  Kills own;
  uint32_t times = 1;
  while (!own.is_own_doing(7)) {
    ++times;
  }
  EXPECT_LT(times, 10U);
  Kills others;
  for (size_t i = 0; i < 60; ++i) {
    EXPECT_FALSE(others.is_own_doing(i % 3));
  }
  Kills early;
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_FALSE(early.is_own_doing(0));
  }
}

}  // namespace
}  // namespace heddle::process
