// SPDX-License-Identifier: Apache-2.0
#include "cli/duration.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using std::chrono::milliseconds;

TEST(Duration, HasAUnitOrIsSeconds) {
  EXPECT_EQ(parse_duration("90s"), milliseconds(90'000));
  EXPECT_EQ(parse_duration("5m"), milliseconds(300'000));
  EXPECT_EQ(parse_duration("1h"), milliseconds(3'600'000));
  EXPECT_EQ(parse_duration("250ms"), milliseconds(250));
  EXPECT_EQ(parse_duration("0.5s"), milliseconds(500));
  EXPECT_EQ(parse_duration("7"), milliseconds(7'000));
}

TEST(Duration, IsRefusedOtherwise) {
  for (const char* text : {"", "s", "abc", "-1s", "5 m", "5d", "1e300s", "nan", "inf"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace heddle::cli
