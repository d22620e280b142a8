// SPDX-License-Identifier: Apache-2.0
#include "base/own_list.h"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::base {
namespace {

class OwnListTest : public ::testing::Test {
 protected:
  [[nodiscard]] bool is_far() const {
    return static_cast<const void*>(list_.begin()) == far_memory_;
  }
  [[nodiscard]] std::vector<int> contents() const { return {list_.begin(), list_.end()}; }

 private:
  alignas(8) std::byte near_memory_[32] = {};
  alignas(8) std::byte far_memory_[64] = {};
  Region near_{near_memory_, sizeof near_memory_};
  Region far_{far_memory_, sizeof far_memory_};

 protected:
  OwnList<int> list_{near_, 2, far_, 4};
};

TEST_F(OwnListTest, MovesFarAwayWhenThereAreMoreThanAFew) {
  for (const int value : {1, 2}) {
    EXPECT_EQ(list_.push_back(value), value);
  }
  EXPECT_FALSE(is_far());
  list_.push_back(3);
  EXPECT_TRUE(is_far());
  list_.push_back(4);
  EXPECT_EQ(contents(), (std::vector<int>{1, 2, 3, 4}));
}

TEST_F(OwnListTest, StaysFarAwayOnceItHasMoved) {
  for (const int value : {1, 2, 3}) {
    list_.push_back(value);
  }
  list_.clear();
  EXPECT_TRUE(list_.empty());
  list_.push_back(7);
  EXPECT_TRUE(is_far());
  EXPECT_EQ(list_[0], 7);
}

TEST_F(OwnListTest, TheLastElementTakesThePlaceOfARemovedOne) {
  for (const int value : {10, 11, 12}) {
    list_.push_back(value);
  }
  list_.remove_unordered(0);
  EXPECT_EQ(contents(), (std::vector<int>{12, 11}));
  list_.remove_unordered(1);
  EXPECT_EQ(contents(), (std::vector<int>{12}));
}

TEST_F(OwnListTest, UseBeyondItsElementsOrCapacityIsABugInHeddle) {
  const auto status = ::testing::ExitedWithCode(kInternalErrorStatus);
  EXPECT_EXIT(list_[0], status, "an index should be below the list's size");
  EXPECT_EXIT(list_.remove_unordered(0), status, "an index should be below the list's size");
  for (int i = 0; i < 4; ++i) {
    list_.push_back(i);
  }
  EXPECT_EXIT(list_.push_back(0), status, "room for all that it holds");
}

}  // namespace
}  // namespace heddle::base
