// SPDX-License-Identifier: Apache-2.0
#include "explore/shared_set.h"

#include "explore/testing.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

Settings settings() {
  Settings result;
  result.step_limit = 10;
  return result;
}

TEST(SharedSet, AnEntryHasOnlyBytesThatNoEntryBeforeItHas) {
  testing::TestArena arena(settings(), size_t{1} << 20);
  SharedSet shared(*arena);
  EXPECT_TRUE(shared.add({7, 0x0f}));
  EXPECT_TRUE(shared.add({7, 0x3c}));
  EXPECT_TRUE(shared.add({7, 0x11}));
  ASSERT_EQ(arena->shared.size(), 2U);
  EXPECT_EQ(arena->shared[1].mask, 0x30U);
  EXPECT_EQ(shared.known(7), 0x3fU);
  EXPECT_EQ(shared.known(8), 0U);
}

TEST(SharedSet, IsWhatItWasAfterARollback) {
  testing::TestArena arena(settings(), size_t{1} << 20);
  SharedSet shared(*arena);
  shared.add({7, 0x0f});
  arena->journal.commit();
  shared.add({7, 0xf0});
  shared.add({9, 1});
  arena->journal.rollback();
  EXPECT_EQ(arena->shared.size(), 1U);
  EXPECT_EQ(shared.known(7), 0x0fU);
  EXPECT_EQ(shared.known(9), 0U);
}

// Against a std::map, with words that lie close together and far apart.
TEST(SharedSet, KnowsWhatWasAddedAndNothingElse) {
  testing::TestArena arena(settings(), size_t{1} << 20);
  SharedSet shared(*arena);
  std::mt19937_64 random(3);
  std::map<uint64_t, uint64_t> expected;
  for (int i = 0; i < 20'000; ++i) {
    const uint64_t word = i % 2 == 0 ? random() % 5000 : random();
    const uint64_t mask = 1 + random() % 255;
    expected[word] |= mask;
    ASSERT_TRUE(shared.add({word, mask}));
  }
  for (const auto& [word, mask] : expected) {
    ASSERT_EQ(shared.known(word), mask);
  }
  arena->newly_shared.push_back(*arena->shared.begin());
  EXPECT_FALSE(shared.would_grow(arena->newly_shared));
  arena->newly_shared.push_back({6000, 1});
  EXPECT_TRUE(shared.would_grow(arena->newly_shared));
}

TEST(SharedSet, SaysWhenThereIsNoRoom) {
  testing::TestArena arena(settings(), size_t{1} << 20);
  SharedSet shared(*arena);
  for (uint64_t word = 0; word < arena->shared.capacity(); ++word) {
    ASSERT_TRUE(shared.add({word, 1}));
  }
  EXPECT_TRUE(shared.add({0, 1}));
  EXPECT_FALSE(shared.add({0, 2}));
}

}  // namespace
}  // namespace heddle::explore
