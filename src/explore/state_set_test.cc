// SPDX-License-Identifier: Apache-2.0
#include "explore/state_set.h"

#include "base/hash.h"
#include "explore/testing.h"

#include <map>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

order::Fingerprint state(uint64_t number) {
  return {base::mix(number), base::mix(number ^ 0x5555) & ~uint64_t{63}};
}

class StateSetTest : public ::testing::Test {
 protected:
  static Settings settings() {
    Settings result;
    result.step_limit = 10;
    return result;
  }

  // As another process would see it.
  StateSet attached() {
    StateSet another(memory_, arena->journal, index());
    another.recover();
    return another;
  }

  static std::map<uint64_t, uint32_t> all(const StateSet& set) {
    std::map<uint64_t, uint32_t> found;
    set.for_each([&](const order::Fingerprint& each, uint32_t preemptions) {
      EXPECT_TRUE(found.emplace(each.low, preemptions).second);
    });
    return found;
  }

  testing::TestArena arena{settings()};
  base::Region memory_ = base::Region(arena->search);
  StateSet::Index& index() { return arena->state_indexes.back(); }
  StateSet set = attached();
};

TEST_F(StateSetTest, KeepsEachStateOnceWithTheFewestPreemptions) {
  EXPECT_TRUE(set.add(state(1), 3));
  EXPECT_FALSE(set.add(state(1), 3));
  EXPECT_FALSE(set.add(state(1), 4));
  EXPECT_TRUE(set.add(state(2), 0));
  EXPECT_EQ(set.size(), 2U);
  EXPECT_TRUE(set.add(state(1), 1));
  EXPECT_EQ(set.size(), 2U);
  EXPECT_EQ(set.find(state(1)), 1U);
  EXPECT_EQ(set.find(state(3)), std::nullopt);
  EXPECT_EQ(set.reached_with(0), 1U);
  EXPECT_EQ(set.reached_with(1), 1U);
  EXPECT_EQ(set.reached_with(3), 0U);
  EXPECT_EQ(all(set), (std::map<uint64_t, uint32_t>{{state(1).low, 1}, {state(2).low, 0}}));
}

TEST_F(StateSetTest, CountsAllAboveItsLimitAsOne) {
  set.add(state(1), 1000);
  EXPECT_EQ(set.find(state(1)), StateSet::kMostPreemptions);
}

TEST_F(StateSetTest, GrowsAndForgetsNothing) {
  constexpr uint64_t kMany = 100'000;
  for (uint64_t i = 0; i < kMany; ++i) {
    EXPECT_TRUE(set.add(state(i), static_cast<uint32_t>(i % 7)));
    if (i % 1000 == 0) {
      arena->journal.commit();
    }
    if (i > 1024) {
      ASSERT_LE(set.bytes_used(), 24 * set.size());
    }
  }
  const StateSet other = attached();
  EXPECT_EQ(other.size(), kMany);
  for (uint64_t i = 0; i < kMany; ++i) {
    ASSERT_EQ(other.find(state(i)), i % 7) << i;
  }
  EXPECT_EQ(other.find(state(kMany)), std::nullopt);
}

// Also if the index has grown since, or was made anew.
TEST_F(StateSetTest, IsAfterARollbackAsItWasBefore) {
  for (uint64_t i = 0; i < 700; ++i) {
    set.add(state(i), 5);
  }
  arena->journal.commit();
  const std::map<uint64_t, uint32_t> before = all(set);
  for (const uint64_t more : {10, 1000, 5000}) {
    for (uint64_t i = 0; i < more; ++i) {
      set.add(state(i % 2 == 0 ? i : 100'000 + i), 2);
    }
    arena->journal.rollback();
    EXPECT_EQ(all(set), before);
    EXPECT_EQ(set.reached_with(5), 700U);
    EXPECT_EQ(set.reached_with(2), 0U);
    for (uint64_t i = 0; i < 700; ++i) {
      ASSERT_EQ(set.find(state(i)), 5U) << i;
    }
    EXPECT_EQ(set.find(state(100'001)), std::nullopt);
  }
  EXPECT_TRUE(set.add(state(100'001), 3));
  EXPECT_EQ(set.find(state(100'001)), 3U);
}

TEST_F(StateSetTest, CanBeClearedAndFilledAgain) {
  for (int round = 0; round < 20; ++round) {
    for (uint64_t i = 0; i < 500; ++i) {
      EXPECT_TRUE(set.add(state(i), 1));
    }
    arena->journal.commit();
    set.clear();
    arena->journal.commit();
    EXPECT_EQ(set.size(), 0U);
    EXPECT_EQ(set.find(state(1)), std::nullopt);
    EXPECT_EQ(set.reached_with(1), 0U);
  }
}

TEST_F(StateSetTest, ThatIsClearedIsThereAgainAfterARollback) {
  set.add(state(1), 1);
  arena->journal.commit();
  set.clear();
  set.add(state(2), 2);
  arena->journal.rollback();
  EXPECT_EQ(set.find(state(1)), 1U);
  EXPECT_EQ(set.find(state(2)), std::nullopt);
}

TEST_F(StateSetTest, SaysWhenItIsFull) {
  StateSet small(
      base::Region(arena->search.take<std::byte>(65536).data(), StateSet::least_bytes() + 100 * 24),
      arena->journal, index());
  small.recover();
  for (uint64_t i = 0; i < 200; ++i) {
    small.add(state(i), 0);
  }
  EXPECT_TRUE(small.overflowed());
  EXPECT_GE(small.size(), 95U);
  EXPECT_LE(small.size(), 105U);
  EXPECT_EQ(small.find(state(3)), 0U);
}

}  // namespace
}  // namespace heddle::explore
