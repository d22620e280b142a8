// SPDX-License-Identifier: Apache-2.0
#include "base/region.h"

#include <gtest/gtest.h>

namespace heddle::base {
namespace {

struct alignas(16) Wide {
  char bytes[16];
};

class RegionTest : public ::testing::Test {
 protected:
  Region region(size_t bytes) { return {memory_, bytes}; }
  [[nodiscard]] size_t offset_of(const void* part) const {
    return static_cast<size_t>(static_cast<const std::byte*>(part) - memory_);
  }

 private:
  alignas(16) std::byte memory_[128] = {};
};

TEST_F(RegionTest, PartsFollowEachOtherAlignedForTheirType) {
  Region all = region(128);
  EXPECT_EQ(offset_of(&all.take_one<char>()), 0U);
  EXPECT_EQ(offset_of(&all.take_one<uint32_t>()), 4U);
  EXPECT_EQ(offset_of(all.take<char>(3).data()), 8U);
  EXPECT_EQ(offset_of(&all.take_one<Wide>()), 16U);
  EXPECT_EQ(all.left(), 96U);
}

TEST_F(RegionTest, EqualRequestsHaveEqualPlaces) {
  for (int round = 0; round < 2; ++round) {
    Region all = region(64);
    all.take<char>(5);
    EXPECT_EQ(offset_of(all.take<uint64_t>(2).data()), 8U);
  }
}

TEST_F(RegionTest, APartOfNothingIsEmptyAndCostsNothing) {
  Region all = region(16);
  EXPECT_TRUE(all.take<char>(0).empty());
  EXPECT_EQ(all.left(), 16U);
}

TEST_F(RegionTest, TheRestIsAllThatIsLeft) {
  Region all = region(32);
  all.take<char>(8);
  Region rest = all.rest();
  EXPECT_EQ(rest.left(), 24U);
  EXPECT_EQ(all.left(), 0U);
  EXPECT_EQ(offset_of(&rest.take_one<char>()), 8U);
}

TEST_F(RegionTest, TakingMoreThanThereIsIsABugInHeddle) {
  const auto status = ::testing::ExitedWithCode(kInternalErrorStatus);
  Region all = region(8);
  EXPECT_EXIT(all.take<char>(9), status, "a region should have room");
  all.take<char>(7);
  EXPECT_EXIT(all.take_one<uint32_t>(), status, "a region should have room");
}

}  // namespace
}  // namespace heddle::base
