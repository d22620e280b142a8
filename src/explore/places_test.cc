// SPDX-License-Identifier: Apache-2.0
#include "explore/places.h"

#include <string>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

TEST(Places, DifferByFileAndOffset) {
  EXPECT_EQ(place_key("/lib/a.so", 16), place_key("/lib/a.so", 16));
  EXPECT_NE(place_key("/lib/a.so", 16), place_key("/lib/b.so", 16));
  EXPECT_NE(place_key("/lib/a.so", 16), place_key("/lib/a.so", 17));
  EXPECT_NE(place_key("", 16), place_key("/lib/a.so", 16));
}

// The loader may know more of a long path than there is room for in a record.
TEST(Places, OfALongPathAsMuchCountsAsIsWrittenDown) {
  const std::string path(400, 'x');
  PlaceRecord record;
  path.copy(record.module, sizeof record.module - 1);
  EXPECT_EQ(place_key(path.c_str(), 3), place_key(record.module, 3));
}

TEST(Races, AreTheSameWhicheverAccessCameFirst) {
  const uint64_t a = place_key("", 1);
  const uint64_t b = place_key("", 2);
  EXPECT_EQ(race_key(a, b), race_key(b, a));
  EXPECT_NE(race_key(a, b), race_key(a, a));
  EXPECT_NE(race_key(a, a), race_key(b, b));
}

}  // namespace
}  // namespace heddle::explore
