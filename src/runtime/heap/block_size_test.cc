// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/block_size.h"

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

TEST(BlockSize, IsEnoughAndNotMuchMore) {
  for (size_t bytes = 1; bytes < 100000; ++bytes) {
    const size_t got = block_bytes(size_number(bytes));
    ASSERT_GE(got, bytes);
    ASSERT_LE(got, std::max(kSmallestBlock, bytes + std::max<size_t>(15, bytes / 4))) << bytes;
  }
}

TEST(BlockSize, IsItsOwnSize) {
  for (uint32_t number = 0; number < kBlockSizes; ++number) {
    ASSERT_EQ(size_number(block_bytes(number)), number);
    ASSERT_EQ(block_bytes(number) % kBlockGrain, 0U);
  }
  EXPECT_EQ(block_bytes(kBlockSizes - 1), kLargestBlock);
}

// 512 is the last multiple of 16; then 640, 768, 896, 1024, 1280, …
TEST(BlockSize, GoesByQuartersAbove512) {
  EXPECT_EQ(block_bytes(size_number(512)), 512U);
  EXPECT_EQ(block_bytes(size_number(513)), 640U);
  EXPECT_EQ(block_bytes(size_number(1024)), 1024U);
  EXPECT_EQ(block_bytes(size_number(1025)), 1280U);
}

}  // namespace
}  // namespace heddle::runtime
