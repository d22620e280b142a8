// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_identity.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

uint64_t identity_of(const std::vector<uint32_t>& path) {
  uint64_t identity = kMainIdentity;
  for (const uint32_t which : path) {
    identity = identity_of_child(identity, which);
  }
  return identity;
}

// Gamma codes: 1 is 0, 2 is 100, 3 is 101, 4 is 11000.
TEST(ThreadIdentity, IsThePathInBits) {
  EXPECT_EQ(identity_of({1}), 0b10U);
  EXPECT_EQ(identity_of({2}), 0b1100U);
  EXPECT_EQ(identity_of({3}), 0b1101U);
  EXPECT_EQ(identity_of({4}), 0b111000U);
  EXPECT_EQ(identity_of({1, 1}), 0b100U);
  EXPECT_EQ(identity_of({3, 2}), 0b1101100U);
}

TEST(ThreadIdentity, DiffersFromThreadToThread) {
  std::set<uint64_t> seen;
  size_t count = 0;
  for (uint32_t i = 1; i <= 40; ++i) {
    seen.insert(identity_of({i}));
    ++count;
    for (uint32_t j = 1; j <= 40; ++j) {
      seen.insert(identity_of({i, j}));
      ++count;
      for (uint32_t k = 1; k <= 40; ++k) {
        seen.insert(identity_of({i, j, k}));
        ++count;
      }
    }
  }
  EXPECT_EQ(seen.size(), count);
}

TEST(ThreadIdentity, LongPathsAreHashed) {
  std::vector<uint32_t> path;
  std::set<uint64_t> seen;
  for (int depth = 0; depth < 200; ++depth) {
    path.push_back(1);
    const uint64_t identity = identity_of(path);
    EXPECT_EQ((identity & kHashedIdentity) != 0, depth >= 62) << depth;
    EXPECT_TRUE(seen.insert(identity).second);
  }
}

}  // namespace
}  // namespace heddle::runtime
