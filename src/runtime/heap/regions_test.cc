// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/regions.h"

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

TEST(Regions, CommonThreadsHaveSlotsOfTheirOwn) {
  EXPECT_TRUE(has_exact_slot(kMainIdentity));
  for (uint32_t i = 1; i <= 255; ++i) {
    EXPECT_TRUE(has_exact_slot(identity_of_child(kMainIdentity, i))) << i;
  }
  for (uint32_t i = 1; i <= 15; ++i) {
    for (uint32_t j = 1; j <= 15; ++j) {
      EXPECT_TRUE(has_exact_slot(identity_of_child(identity_of_child(kMainIdentity, i), j)));
    }
  }
  EXPECT_FALSE(has_exact_slot(identity_of_child(kMainIdentity, 256)));
}

TEST(Regions, OthersAreSentToSlotsThatNobodyHasByRight) {
  const uint64_t identity = identity_of_child(kMainIdentity, 1000);
  for (uint64_t attempt = 0; attempt < 10; ++attempt) {
    const uint64_t slot = hashed_slot(identity, attempt);
    EXPECT_GE(slot, kExactSlots);
    EXPECT_LT(slot, kExactSlots + kHashedSlots);
  }
  EXPECT_NE(hashed_slot(identity, 0), hashed_slot(identity, 1));
  EXPECT_LE(slot_address(kExactSlots + kHashedSlots), kMainExtents);
}

TEST(Granules, AreTakenOnce) {
  Granules granules;
  EXPECT_EQ(granules.take(10, 1), 10U);
  EXPECT_EQ(granules.take(10, 1), 11U);
  EXPECT_EQ(granules.take(8, 3), 12U);
  EXPECT_EQ(granules.take(8, 2), 8U);
}

TEST(Granules, GoOnFromTheBeginningButNeverAroundTheEnd) {
  Granules granules;
  EXPECT_EQ(granules.take(kGranules - 1, 2), 0U);
  EXPECT_EQ(granules.take(kGranules - 1, 1), kGranules - 1);
}

TEST(Granules, AreUsedUpAndGivenBack) {
  Granules granules;
  EXPECT_EQ(granules.take(5, kGranules), 0U);
  EXPECT_EQ(granules.take(5, 1), kGranules);
  granules.give_back_all();
  EXPECT_EQ(granules.take(5, 1), 5U);
  EXPECT_EQ(granules.take(5, kGranules + 1), kGranules);
}

}  // namespace
}  // namespace heddle::runtime
