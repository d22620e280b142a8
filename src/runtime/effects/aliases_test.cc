// SPDX-License-Identifier: Apache-2.0
#include "runtime/effects/aliases.h"

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

constexpr uint64_t kPage = 4096;

TEST(SharedMappings, OtherMemoryIsKnownByItsOwnAddress) {
  SharedMappings mappings;
  EXPECT_FALSE(mappings.any());
  EXPECT_EQ(mappings.canonical(0x1234), 0x1234U);
}

TEST(SharedMappings, TheFirstMappingOfAFileKeepsItsAddresses) {
  SharedMappings mappings;
  mappings.add(0x10000, 0x10000 + kPage, 1, 7, 0);
  EXPECT_EQ(mappings.canonical(0x10010), 0x10010U);
  EXPECT_FALSE(mappings.has_aliases());
}

TEST(SharedMappings, ASecondMappingIsKnownByTheAddressesOfTheFirst) {
  SharedMappings mappings;
  mappings.add(0x10000, 0x10000 + kPage, 1, 7, 0);
  mappings.add(0x20000, 0x20000 + kPage, 1, 7, 0);
  mappings.add(0x30000, 0x30000 + kPage, 1, 8, 0);
  EXPECT_EQ(mappings.canonical(0x20010), 0x10010U);
  EXPECT_EQ(mappings.canonical(0x30010), 0x30010U);
  EXPECT_TRUE(mappings.has_aliases());
}

TEST(SharedMappings, OffsetsInTheFileCount) {
  SharedMappings mappings;
  mappings.add(0x10000, 0x10000 + 2 * kPage, 1, 7, kPage);
  mappings.add(0x20000, 0x20000 + kPage, 1, 7, 2 * kPage);
  EXPECT_EQ(mappings.canonical(0x20000), 0x10000 + kPage);
}

TEST(SharedMappings, WhatIsUnmappedIsNoAlias) {
  SharedMappings mappings;
  mappings.add(0x10000, 0x10000 + kPage, 1, 7, 0);
  mappings.add(0x20000, 0x20000 + 3 * kPage, 1, 7, 0);
  mappings.remove(0x20000 + kPage, 0x20000 + 2 * kPage);
  EXPECT_EQ(mappings.canonical(0x20000), 0x10000U);
  EXPECT_EQ(mappings.canonical(0x20000 + kPage), 0x20000 + kPage);
  EXPECT_EQ(mappings.canonical(0x20000 + 2 * kPage), 0x10000 + 2 * kPage);
}

TEST(SharedMappings, ADoubledMappingIsTheSameMemory) {
  SharedMappings mappings;
  mappings.add_copy(0x10000, 0x20000, 0x20000 + kPage);
  EXPECT_EQ(mappings.canonical(0x20008), mappings.canonical(0x10008));
}

TEST(SharedMappings, APrivateMappingHasAddressesOfItsOwn) {
  SharedMappings mappings;
  mappings.add(0x10000, 0x10000 + kPage, 1, 7, 0, true);
  mappings.add(0x20000, 0x20000 + kPage, 1, 7, 0, true);
  EXPECT_FALSE(mappings.has_aliases());
  EXPECT_TRUE(mappings.has_private(1, 7));
  EXPECT_FALSE(mappings.has(1, 7));
  mappings.add(0x30000, 0x30000 + kPage, 1, 7, 0);
  EXPECT_TRUE(mappings.has_aliases());
  EXPECT_EQ(mappings.canonical(0x20000), 0x20000U);
  EXPECT_EQ(mappings.canonical(0x30000), 0x30000U);
}

TEST(SharedMappings, APrivateMappingStaysOneWhereItIsMovedTo) {
  SharedMappings mappings;
  mappings.add(0x10000, 0x10000 + kPage, 1, 7, 0, true);
  mappings.add_copy(0x10000, 0x20000, 0x20000 + 2 * kPage);
  EXPECT_EQ(mappings.canonical(0x20000), 0x20000U);
  EXPECT_FALSE(mappings.has(1, 7));
}

TEST(SharedMappings, MoreThanCanBeKeptIsSaid) {
  SharedMappings mappings;
  for (uint64_t i = 0; i < 200; ++i) {
    mappings.add(0x100000 + 2 * i * kPage, 0x100000 + (2 * i + 1) * kPage, 1, i, 0);
  }
  EXPECT_TRUE(mappings.overflowed());
}

}  // namespace
}  // namespace heddle::runtime
