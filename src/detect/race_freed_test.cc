// SPDX-License-Identifier: Apache-2.0
#include "detect/race_testing.h"

#include <random>

namespace heddle::detect {
namespace {

using namespace testing;

using FreedTest = RaceTest;

TEST_F(FreedTest, AnyUseOfWhatIsFreedIsOneTooLate) {
  writes(kA, 0, 64, 1);
  EXPECT_EQ(frees(kA, 0, 61, 2), "");
  EXPECT_EQ(reads(kA, 8, 4), "freed by a 2 @8+4");
  hands_over(kA, kB);
  EXPECT_EQ(writes(kB, 56, 8), "freed by a 2 @56+5");
  EXPECT_EQ(writes(kB, 61, 3), "");
  EXPECT_TRUE(is_freed(0, 1));
  EXPECT_TRUE(is_freed(60, 4));
  EXPECT_FALSE(is_freed(61, 100));
  EXPECT_EQ(frees(kB, 0, 61, 3), "freed by a 2 @0+61");
}

TEST_F(FreedTest, AUseInTheSameStepAsTheDeallocationIsSeen) {
  writes(kA, 0, 8, 1);
  frees(kA, 0, 8, 2);
  EXPECT_EQ(writes(kA, 0, 8, 1), "freed by a 2 @0+8");
  EXPECT_EQ(reads(kA, 0, 8, 1), "freed by a 2 @0+8");

  reads(kA, 8, 8, 1);
  frees(kA, 8, 8, 2);
  EXPECT_EQ(reads(kA, 8, 8, 1), "freed by a 2 @8+8");
  reads(kA, 16, 4, 1);
  frees(kA, 16, 4, 2);
  EXPECT_EQ(reads(kA, 16, 4, 1), "freed by a 2 @16+4");
}

TEST_F(FreedTest, ADeallocationIsAWrite) {
  reads(kA, 8, 8, 1);
  EXPECT_EQ(frees(kB, 0, 64, 2), "a 1 @8+8");
}

TEST_F(FreedTest, AnAllocationForgetsAll) {
  writes(kA, 0, 16, 1);
  reads(kB, 32, 8, 2);
  reads(kC, 32, 8, 2);
  allocate(0, 64);
  EXPECT_EQ(writes(kB, 0, 64), "");
  EXPECT_EQ(frees(kB, 0, 64), "");
  allocate(0, 64);
  EXPECT_FALSE(is_freed(0, 64));
  EXPECT_EQ(writes(kC, 0, 64, 3), "");
  // Only of its own bytes.
  allocate(4, 8);
  EXPECT_EQ(writes(kA, 0, 16), "c 3 @0+4, c 3 @12+4");
}

TEST_F(FreedTest, BytesOfAWordAreFreedAndAllocatedOneByOne) {
  frees(kA, 0, 3, 1);
  frees(kB, 5, 3, 2);
  EXPECT_EQ(writes(kC, 3, 2), "");
  EXPECT_EQ(reads(kC, 0, 8), "freed by b 2 @5+3, freed by a 1 @0+3");
  allocate(5, 3);
  EXPECT_EQ(reads(kC, 0, 8), "freed by a 1 @0+3");
  EXPECT_FALSE(is_freed(3, 5));
  allocate(0, 3);
  EXPECT_EQ(reads(kC, 0, 8), "");
  EXPECT_EQ(writes(kA, 0, 8), "c 9 @0+8, c 9 @3+2");
}

// Pages that were not touched are freed as a whole, and then used in part.
TEST_F(FreedTest, LargeObjectsAreFreedAndAllocatedToo) {
  constexpr uint64_t kLarge = uint64_t{5} << 20;
  writes(kA, 100, 8, 1);
  EXPECT_EQ(frees(kA, 16, kLarge, 2), "");
  EXPECT_TRUE(is_freed(kLarge / 2, 1));
  EXPECT_FALSE(is_freed(0, 16));
  EXPECT_FALSE(is_freed(kLarge + 16, 16));
  EXPECT_EQ(reads(kB, kLarge / 2, 4), "freed by a 2 @2621440+4");
  EXPECT_EQ(reads(kB, kLarge + 12, 8), "freed by a 2 @5242892+4");
  allocate(kLarge / 2 + 8192, 64);
  EXPECT_EQ(reads(kB, kLarge / 2 + 8192, 64), "");
  EXPECT_TRUE(is_freed(kLarge / 2 + 8192, 65));
  allocate(16, kLarge);
  EXPECT_FALSE(is_freed(0, 2 * kLarge));
  EXPECT_EQ(writes(kC, 0, kLarge), "");
}

// Over words and pages, some of which are freed as a whole, in one execution after the other.
TEST_F(FreedTest, AGlanceSeesAllThatIsFreed) {
  std::mt19937 random(1);
  const auto below = [&](uint64_t most) { return random() % most; };
  constexpr uint64_t kBytes = uint64_t{6} * 4096;
  size_t missed = 0;
  size_t seen = 0;
  for (int round = 0; round < 100; ++round) {
    for (int i = 0; i < 30; ++i) {
      const uint64_t offset = below(kBytes);
      const uint64_t bytes = 1 + below(below(2) == 0 ? 24 : uint64_t{3} * 4096);
      switch (below(3)) {
        case 0:
          frees(kA, offset, bytes);
          break;
        case 1:
          allocate(offset, bytes);
          break;
        default:
          writes(kA, offset, 1 + below(16));
          break;
      }
      for (uint64_t near = below(64); near < kBytes; near += 1 + below(64)) {
        const uint64_t length = uint64_t{1} << below(4);
        const uint64_t at = near - near % length;
        const bool none = races().is_none_freed(kHere + at, length);
        EXPECT_FALSE(none && is_freed(at, length)) << at << "+" << length;
        missed += !none && !is_freed(at, length) ? 1 : 0;
        seen += none ? 1 : 0;
      }
    }
    begin();
  }
  EXPECT_GT(seen, 10 * missed);  // else it would be of no use
}

}  // namespace
}  // namespace heddle::detect
