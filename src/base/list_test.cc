// SPDX-License-Identifier: Apache-2.0
#include "base/list.h"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::base {
namespace {

class ListTest : public ::testing::Test {
 protected:
  static constexpr size_t kCapacity = 4;

  // Laid over the same memory each time.
  List<int> lay() {
    Region region(memory_, sizeof memory_);
    return {region, kCapacity};
  }
  static std::vector<int> contents(const List<int>& list) { return {list.begin(), list.end()}; }

 private:
  alignas(8) std::byte memory_[64] = {};
};

TEST_F(ListTest, ZeroedMemoryIsAnEmptyList) {
  const List<int> list = lay();
  EXPECT_TRUE(list.empty());
  EXPECT_FALSE(list.full());
  EXPECT_EQ(list.size(), 0U);
  EXPECT_EQ(list.capacity(), kCapacity);
}

TEST_F(ListTest, TwoListsOverTheSameMemoryAreOneList) {
  List<int> one = lay();
  one.push_back(7);
  one.push_back(8);
  EXPECT_EQ(contents(lay()), (std::vector<int>{7, 8}));
}

TEST_F(ListTest, GrowsToItsCapacityAndShrinks) {
  List<int> list = lay();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(list.push_back(i), i);
  }
  EXPECT_TRUE(list.full());
  EXPECT_EQ(list.back(), 3);
  list.pop_back();
  EXPECT_EQ(list.back(), 2);
  list.clear();
  EXPECT_TRUE(list.empty());
}

TEST_F(ListTest, TheLastElementTakesThePlaceOfARemovedOne) {
  List<int> list = lay();
  for (const int value : {10, 11, 12}) {
    list.push_back(value);
  }
  list.remove_unordered(0);
  EXPECT_EQ(contents(list), (std::vector<int>{12, 11}));
  list.remove_unordered(1);
  EXPECT_EQ(contents(list), (std::vector<int>{12}));
  list.remove_unordered(0);
  EXPECT_TRUE(list.empty());
}

TEST_F(ListTest, ReversesOddAndEvenNumbersOfElements) {
  List<int> list = lay();
  list.reverse();
  EXPECT_TRUE(list.empty());
  std::vector<int> reversed;
  for (int i = 1; i <= 4; ++i) {
    list.push_back(i);
    reversed.insert(reversed.begin(), i);
    list.reverse();
    EXPECT_EQ(contents(list), reversed);
    list.reverse();
  }
}

TEST_F(ListTest, UseBeyondItsElementsOrCapacityIsABugInHeddle) {
  List<int> list = lay();
  const auto status = ::testing::ExitedWithCode(kInternalErrorStatus);
  EXPECT_EXIT(list[0], status, "an index should be below the list's size");
  EXPECT_EXIT(list.back(), status, "an index should be below the list's size");
  EXPECT_EXIT(list.pop_back(), status, "only a list that is not empty should be popped");
  while (!list.full()) {
    list.push_back(0);
  }
  EXPECT_EXIT(list.push_back(0), status, "room for all that it holds");
}

}  // namespace
}  // namespace heddle::base
