// SPDX-License-Identifier: Apache-2.0
#include "base/bit_set.h"

#include <set>

#include <gtest/gtest.h>

namespace heddle::base {
namespace {

using Set = BitSet<200>;

Set set_of(std::initializer_list<size_t> numbers) {
  Set set;
  for (const size_t number : numbers) {
    set.insert(number);
  }
  return set;
}

std::set<size_t> contents(const Set& set) {
  std::set<size_t> numbers;
  for (size_t i = 0; i < 256; ++i) {
    if (set.contains(i)) {
      numbers.insert(i);
    }
  }
  return numbers;
}

TEST(BitSet, HoldsWhatIsPutIn) {
  EXPECT_TRUE(Set().empty());
  const Set set = set_of({0, 63, 64, 199});
  EXPECT_EQ(contents(set), (std::set<size_t>{0, 63, 64, 199}));
  EXPECT_FALSE(set.empty());
}

TEST(BitSet, ErasesWhatIsThereAndIgnoresWhatIsNot) {
  Set set = set_of({3, 130});
  set.erase(130);
  set.erase(131);
  set.erase(199);
  EXPECT_EQ(contents(set), (std::set<size_t>{3}));
  set.erase(3);
  EXPECT_TRUE(set.empty());
}

TEST(BitSet, IsEmptyAfterClearAndDoesNotRemember) {
  Set set = set_of({1, 150});
  set.clear();
  EXPECT_TRUE(set.empty());
  set.insert(190);
  EXPECT_EQ(contents(set), (std::set<size_t>{190}));
}

TEST(BitSet, UnionIntersectionAndDifferenceAreTakenWhicheverIsLonger) {
  const std::set<size_t> both = {1, 2, 100};
  Set small = set_of({1, 2});
  Set large = set_of({2, 100});
  small |= set_of({2, 100});
  large |= set_of({1, 2});
  EXPECT_EQ(contents(small), both);
  EXPECT_EQ(contents(large), both);

  small = set_of({1, 2});
  large = set_of({2, 100});
  small &= set_of({2, 100});
  large &= set_of({1, 2});
  EXPECT_EQ(contents(small), (std::set<size_t>{2}));
  EXPECT_EQ(contents(large), (std::set<size_t>{2}));

  small = set_of({1, 2});
  large = set_of({2, 100});
  small -= set_of({2, 100});
  large -= set_of({1, 2});
  EXPECT_EQ(contents(small), (std::set<size_t>{1}));
  EXPECT_EQ(contents(large), (std::set<size_t>{100}));
}

TEST(BitSet, IntersectsWhereANumberIsInBoth) {
  EXPECT_TRUE(set_of({5, 190}).intersects(set_of({190})));
  EXPECT_FALSE(set_of({5, 190}).intersects(set_of({4, 191})));
  EXPECT_FALSE(set_of({5}).intersects(Set()));
  EXPECT_FALSE(Set().intersects(set_of({5})));
}

TEST(BitSet, ACopyHasTheSameNumbersWhateverWasThere) {
  Set copy = set_of({3, 130});
  copy.assign(set_of({5}));
  EXPECT_EQ(contents(copy), (std::set<size_t>{5}));
  copy.insert(130);
  EXPECT_EQ(contents(copy), (std::set<size_t>{5, 130}));
  copy.assign(set_of({1, 199}));
  EXPECT_EQ(contents(copy), (std::set<size_t>{1, 199}));
}

// The last word of 200 numbers goes to 255; beyond it there is no room.
TEST(BitSet, ANumberBeyondItsCapacityIsABugInHeddle) {
  EXPECT_EXIT(set_of({256}), ::testing::ExitedWithCode(kInternalErrorStatus),
              "a number should be below the set's capacity");
}

}  // namespace
}  // namespace heddle::base
