// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/pool.h"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

constexpr uint32_t kStart = 1;

// One that has the given room, and no more.
class PoolTest : public testing::Test {
 protected:
  explicit PoolTest(size_t room = size_t{1} << 25) : memory_(room + 64) {
    auto* begin = reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(memory_.data()) + 63) &
                                               ~uintptr_t{63});
    pool_.room() = {begin, begin + room, begin + room};
    begin_ = begin;
  }

  // The header of a block of `bytes`; null if there is no room.
  Header* take(size_t bytes, Pool::Taken expected = Pool::Taken::fresh) {
    return take_from(pool_, bytes, expected);
  }

  static Header* take_from(Pool& pool, size_t bytes, Pool::Taken expected) {
    Header* block = nullptr;
    const uint32_t size = size_number(bytes + kHeaderBytes);
    const Pool::Taken taken = pool.take(size, block);
    EXPECT_EQ(taken, expected);
    if (taken == Pool::Taken::fresh || taken == Pool::Taken::reused) {
      block->set_live(bytes, size, kStart, 0);
    }
    return block;
  }

  static void free_in(Pool& pool, Header* front) {
    pool.quarantine(front, kStart);
    bool damaged = false;
    while (Header* block = pool.overdue(damaged)) {
      pool.reuse(block);
    }
    EXPECT_FALSE(damaged);
  }
  void free_block(Header* front) { free_in(pool_, front); }

  [[nodiscard]] size_t offset(const Header* header) const {
    return static_cast<size_t>(reinterpret_cast<const std::byte*>(header) - begin_);
  }

  std::vector<std::byte> memory_;
  std::byte* begin_ = nullptr;
  Pool pool_ = {};
};

TEST_F(PoolTest, NewBlocksLieOneBehindTheOther) {
  EXPECT_EQ(offset(take(10)), 0U);
  EXPECT_EQ(offset(take(0)), 32U);
  EXPECT_EQ(offset(take(33)), 64U);
  EXPECT_EQ(offset(take(1)), 128U);
}

TEST_F(PoolTest, SaysWhenThereIsNoRoom) {
  take(size_t{1} << 24);
  EXPECT_EQ(take(size_t{1} << 24, Pool::Taken::no_room), nullptr);
}

TEST_F(PoolTest, WhatIsFreedIsNotHadAtOnce) {
  Header* first = take(100);
  free_block(first);
  EXPECT_EQ(first->state(), BlockState::quarantined);
  EXPECT_NE(take(100), first);
}

// Blocks of 1 MB: sixteen are the 16 MB, and the seventeenth pushes out the first.
TEST_F(PoolTest, WhatIsFreedIsHadAgainAfterSoManyBytes) {
  constexpr size_t kBytes = (size_t{1} << 20) - kHeaderBytes;
  std::vector<Header*> blocks;
  for (int i = 0; i < 17; ++i) {
    blocks.push_back(take(kBytes));
  }
  for (int i = 0; i < 16; ++i) {
    free_block(blocks[static_cast<size_t>(i)]);
  }
  EXPECT_EQ(blocks[0]->state(), BlockState::quarantined);
  free_block(blocks[16]);
  EXPECT_EQ(blocks[0]->state(), BlockState::pooled);
  EXPECT_EQ(blocks[1]->state(), BlockState::quarantined);
  EXPECT_EQ(take(kBytes, Pool::Taken::reused), blocks[0]);
  EXPECT_NE(take(kBytes), blocks[1]);
}

TEST_F(PoolTest, WhatIsFreedIsHadAgainAfterSoManyBlocks) {
  Header* first = take(1);
  free_block(first);
  for (size_t i = 1; i < Pool::kQuarantineBlocks; ++i) {
    free_block(take(1));
  }
  EXPECT_EQ(first->state(), BlockState::quarantined);
  free_block(take(1));
  EXPECT_EQ(take(1, Pool::Taken::reused), first);
}

TEST_F(PoolTest, ABlockGoesToThePoolOfWhoFreesIt) {
  Pool other = {};
  Header* block = take(size_t{1} << 24);
  free_in(other, block);  // so large that it leaves quarantine at once
  EXPECT_EQ(take_from(other, size_t{1} << 24, Pool::Taken::reused), block);
}

TEST_F(PoolTest, AnAlignedBlockIsFreedAsAWhole) {
  Header* block = nullptr;
  const uint32_t size = size_number(1000);
  ASSERT_EQ(pool_.take(size, block), Pool::Taken::fresh);
  block->erase();
  Header* front = block + 7;
  front->set_live(100, size, kStart, 7 * kHeaderBytes);
  pool_.quarantine(front, kStart);
  EXPECT_EQ(front->state(), BlockState::left);
  EXPECT_EQ(block->state(), BlockState::quarantined);
  EXPECT_EQ(block->size(), size);
}

TEST_F(PoolTest, NoticesThatAFreeBlockIsWrittenOver) {
  constexpr size_t kBytes = (size_t{1} << 24) + 100;
  Header* block = take(kBytes);
  free_block(block);
  ASSERT_EQ(block->state(), BlockState::pooled);
  memset(static_cast<void*>(block), 0x41, kHeaderBytes);
  take(kBytes, Pool::Taken::damaged);
}

TEST_F(PoolTest, NoticesThatAQuarantinedBlockIsWrittenOver) {
  Header* block = take(100);
  free_block(block);
  memset(static_cast<void*>(block), 0x41, kHeaderBytes);
  pool_.quarantine(take(size_t{1} << 24), kStart);
  bool damaged = false;
  EXPECT_EQ(pool_.overdue(damaged), nullptr);
  EXPECT_TRUE(damaged);
}

TEST_F(PoolTest, GoesBackToItsStart) {
  pool_.begin(7);
  free_block(take(50));
  take(60);
  pool_.begin_start();
  const Header* first = take(50);
  for (int round = 0; round < 3; ++round) {
    pool_.go_back_to_start();
    Header* again = take(50);
    EXPECT_EQ(again, first);
    free_block(again);
    free_block(take(5000));
  }
  EXPECT_EQ(pool_.identity(), 7U);
}

TEST_F(PoolTest, WithoutAStartItIsNobodysAgain) {
  pool_.begin(7);
  free_block(take(50));
  pool_.go_back_to_start();
  EXPECT_EQ(pool_.identity(), 0U);
  take(50, Pool::Taken::no_room);
}

TEST_F(PoolTest, IsEvenIfAllSinceTheStartIsFreed) {
  Header* before = take(1);
  before->set_live(1, before->size(), 0, 0);
  pool_.begin_start();
  const auto is_even = [this] {
    Pool::Balance balance;
    pool_.add_to(balance);
    return balance.is_even();
  };
  EXPECT_TRUE(is_even());
  Header* block = take(1);
  EXPECT_FALSE(is_even());
  free_block(block);
  EXPECT_TRUE(is_even());
  take(1);
  free_block(before);  // as many as were allocated, but not the same
  EXPECT_FALSE(is_even());
}

}  // namespace
}  // namespace heddle::runtime
