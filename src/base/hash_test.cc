// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <bit>
#include <set>

#include <gtest/gtest.h>

namespace heddle::base {
namespace {

// The first outputs of SplitMix64 with seed 0, whose finalizer mix() is.
TEST(Hash, MixIsTheFinalizerOfSplitMix64) {
  constexpr uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
  EXPECT_EQ(mix(kGolden), 0xe220a8397b1dcdafULL);
  EXPECT_EQ(mix(2 * kGolden), 0x6e789e6aa1b965f4ULL);
  EXPECT_EQ(mix(3 * kGolden), 0x06c45d188009454fULL);
}

// Published values of FNV-1a with 64 bits.
TEST(Hash, BytesAreHashedAsFnv1a) {
  EXPECT_EQ(hash_bytes(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(hash_bytes("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(hash_bytes("foobar"), 0x85944171f73967e8ULL);
}

TEST(Hash, BytesAreUnsigned) { EXPECT_EQ(hash_bytes("\xff"), 0xaf64724c8602eb6eULL); }

TEST(Hash, ASequenceDependsOnItsOrderAndLength) {
  const std::set<uint64_t> hashes = {
      combine(combine(0, 1), 2), combine(combine(0, 2), 1), combine(0, 1), combine(0, 2),
      combine(combine(0, 0), 1), combine(combine(0, 1), 0),
  };
  EXPECT_EQ(hashes.size(), 6U);
}

// Each bit of the input flips about half of the output: 32 of 64, and within
// 16..48 by a wide margin for a good mixer.
TEST(Hash, EveryBitOfTheInputReachesAboutHalfOfTheResult) {
  for (int bit = 0; bit < 64; ++bit) {
    const int flipped = std::popcount(mix(12345) ^ mix(12345 ^ (uint64_t{1} << bit)));
    EXPECT_GT(flipped, 16) << bit;
    EXPECT_LT(flipped, 48) << bit;
  }
}

TEST(Hash, AddingUpTellsOrderLengthAndLargeValuesApart) {
  const uint64_t large = uint64_t{1} << 63;
  const std::set<uint64_t> hashes = {
      mix(0),
      mix(add_up(0, 1)),
      mix(add_up(0, large)),
      mix(add_up(add_up(0, 1), 2)),
      mix(add_up(add_up(0, 2), 1)),
      mix(add_up(add_up(0, 1), large)),
      mix(add_up(add_up(0, large), 1)),
      mix(add_up(add_up(add_up(0, 1), 2), 3)),
  };
  EXPECT_EQ(hashes.size(), 8U);
}

// 83 bytes: once through all lanes, two words more, and three bytes.
TEST(Hash, EveryByteOfMemoryAndItsLengthCount) {
  unsigned char memory[83] = {};
  std::set<uint64_t> hashes = {hash_words(memory, sizeof memory)};
  for (unsigned char& byte : memory) {
    byte = 1;
    hashes.insert(hash_words(memory, sizeof memory));
    byte = 0;
  }
  for (size_t bytes = 0; bytes < sizeof memory; ++bytes) {
    hashes.insert(hash_words(memory, bytes));
  }
  EXPECT_EQ(hashes.size(), 1 + 2 * sizeof memory);
}

}  // namespace
}  // namespace heddle::base
