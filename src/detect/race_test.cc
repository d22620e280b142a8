// SPDX-License-Identifier: Apache-2.0
#include "detect/race_testing.h"

#include <algorithm>

namespace heddle::detect {
namespace {

using namespace testing;

struct Row {
  AccessKind first;
  AccessKind second;
  bool races;
};

TEST_F(RaceTest, TwoAccessesConflictIfOneIsAWriteAndNotBothAreAtomic) {
  using enum AccessKind;
  const Row rows[] = {
      {read, read, false},
      {read, write, true},
      {write, read, true},
      {write, write, true},
      {atomic_read, atomic_write, false},
      {atomic_write, atomic_read, false},
      {atomic_write, atomic_write, false},
      {atomic_read, read, false},
      {atomic_read, write, true},
      {atomic_write, read, true},
      {write, atomic_read, true},
      {read, atomic_write, true},
      {read, atomic_read, false},
      {volatile_read, volatile_read, false},
      {volatile_read, volatile_write, true},
      {volatile_write, volatile_write, true},
      {volatile_write, atomic_read, true},
      {write, volatile_read, true},
  };
  for (const Row& row : rows) {
    for (const bool visible : {false, true}) {
      begin();
      access(kA, row.first, 0, 4, 1, visible);
      EXPECT_EQ(access(kB, row.second, 0, 4, 2, visible), row.races ? "a 1 @0+4" : "")
          << event::to_string(row.first) << ' ' << event::to_string(row.second);
      begin();
      access(kA, row.first, 0, 4, 1, visible);
      hands_over(kA, kB);
      EXPECT_EQ(access(kB, row.second, 0, 4, 2, visible), "");
    }
  }
}

TEST_F(RaceTest, OnlyBytesThatBothTouchCount) {
  writes(kA, 2, 2, 1);
  EXPECT_EQ(writes(kB, 0, 2), "");
  EXPECT_EQ(writes(kC, 4, 4), "");
  EXPECT_EQ(reads(kB, 3, 1), "a 1 @3+1");
  EXPECT_EQ(reads(kC, 0, 4), "b 9 @0+2, a 1 @2+2");
}

TEST_F(RaceTest, AccessesMayCrossWords) {
  writes(kA, 6, 4, 1);
  EXPECT_EQ(writes(kB, 4, 16, 2), "a 1 @6+4");
  EXPECT_EQ(races().found()[0].first.address, kHere + 6);
  EXPECT_EQ(races().found()[0].first.bytes, 4U);
  EXPECT_EQ(reads(kC, 15, 3), "b 2 @15+3");
}

TEST_F(RaceTest, BothAccessesAreTold) {
  step(kA);
  access(kA, AccessKind::volatile_write, 0, 8, 0xfedcba987654);
  step(kB);
  step(kB);
  EXPECT_FALSE(races().access(now(kB), kHere + 4, 2, AccessKind::read, 0x123456789abc, true));
  ASSERT_EQ(races().found().size(), 1U);
  const Races::Found& found = races().found()[0];
  EXPECT_EQ(found.first.kind, AccessKind::volatile_write);
  EXPECT_EQ(found.first.thread, kA);
  EXPECT_EQ(found.first.step, 2U);
  EXPECT_EQ(found.first.place, 0xfedcba987654U);
  EXPECT_EQ(found.first.address, kHere);
  EXPECT_EQ(found.first.bytes, 8U);
  EXPECT_FALSE(found.first_visible);
  EXPECT_EQ(found.second.kind, AccessKind::read);
  EXPECT_EQ(found.second.thread, kB);
  EXPECT_EQ(found.second.step, 3U);
  EXPECT_EQ(found.second.place, 0x123456789abcU);
  EXPECT_EQ(found.second.address, kHere + 4);
  EXPECT_EQ(found.second.bytes, 2U);
  EXPECT_EQ(found.address, kHere + 4);
  EXPECT_EQ(found.bytes, 2U);
}

TEST_F(RaceTest, AllThatRaceWithAnAccessAreFound) {
  reads(kA, 0, 4, 1);
  visibly(kA, AccessKind::read, 0, 4, 2);
  visibly(kA, AccessKind::read, 0, 4, 3);
  reads(kB, 0, 4, 4);
  const std::string all = writes(kC, 0, 4);
  for (const char* one : {"a 1", "a 2", "a 3", "b 4"}) {
    EXPECT_NE(all.find(one), std::string::npos) << all;
  }
  EXPECT_EQ(races().found().size(), 4U);
}

// FastTrack forgets a read that a later write happens after.  A third thread that is after
// the write alone, as far as is known, may still race with the read.
TEST_F(RaceTest, NothingIsForgottenBecauseSomethingHappensAfterIt) {
  reads(kA, 0, 4, 1);
  hands_over(kA, kB);
  EXPECT_EQ(writes(kB, 0, 4, 2), "");
  EXPECT_EQ(writes(kC, 0, 4, 3), "b 2 @0+4, a 1 @0+4");
}

TEST_F(RaceTest, ALaterAccessOfTheSameSortStandsForTheEarlierOne) {
  writes(kA, 0, 8, 1);
  step(kA);
  writes(kA, 2, 2, 2);
  EXPECT_EQ(reads(kB, 0, 8), "a 2 @2+2, a 1 @0+2, a 1 @4+4");
  // It was known up to the first one: the second one still races.
  begin();
  writes(kA, 0, 4, 1);
  hands_over(kA, kB);
  writes(kA, 0, 4, 2);
  EXPECT_EQ(reads(kB, 0, 4), "a 2 @0+4");
}

TEST_F(RaceTest, AnotherAccessInTheSameStepIsNothingNew) {
  EXPECT_EQ(writes(kA, 0, 8, 1), "");
  EXPECT_EQ(writes(kB, 0, 8, 2), "a 1 @0+8");
  EXPECT_EQ(writes(kB, 0, 8, 3), "");
  EXPECT_EQ(reads(kB, 4, 2, 4), "");
  step(kB);
  EXPECT_EQ(writes(kB, 0, 8, 5), "a 1 @0+8");
}

TEST_F(RaceTest, AReadDoesNotStandForAWrite) {
  EXPECT_EQ(reads(kA, 0, 8, 1), "");
  EXPECT_EQ(reads(kB, 0, 8, 2), "");
  EXPECT_EQ(writes(kB, 0, 8, 3), "a 1 @0+8");
}

// A place that raced has become a scheduling point.  The other one that races with the same
// memory must be found, whichever of the two came first.
TEST_F(RaceTest, OfAPlaceOnlyWhatTellsItCounts) {
  const auto all_that_race = [&] {
    begin();
    visibly(kA, AccessKind::read, 0, 4, 0x17);
    visibly(kA, AccessKind::read, 0, 4, 0x18);
    visibly(kA, AccessKind::read, 0, 4, 0x28);
    return writes(kB, 0, 4);
  };
  EXPECT_EQ(all_that_race(), "a 23 @0+4, a 40 @0+4, a 24 @0+4");
  tell_places_by(0xf);
  EXPECT_EQ(all_that_race(), "a 23 @0+4, a 40 @0+4");
}

TEST_F(RaceTest, AVisibleAccessHidesNoOther) {
  visibly(kA, AccessKind::write, 0, 4, 1);
  EXPECT_EQ(writes(kA, 0, 4, 2), "");
  EXPECT_EQ(reads(kB, 0, 4), "a 2 @0+4, a 1 @0+4");

  begin();
  writes(kA, 0, 4, 2);
  visibly(kA, AccessKind::write, 0, 4, 1);
  EXPECT_EQ(reads(kB, 0, 4), "a 2 @0+4, a 1 @0+4");

  begin();
  writes(kA, 0, 4, 1);
  visibly(kB, AccessKind::write, 0, 4, 2);
  EXPECT_EQ(writes(kB, 0, 4, 3), "a 1 @0+4");
  EXPECT_EQ(writes(kB, 0, 4, 4), "");
}

// Of accesses of the same thread and sort the latest is enough to find a race; to find all pairs of
// places, none is left out, neither of the first access nor of the second.
TEST_F(RaceTest, ByPlaceAllPairsShow) {
  by_place(kA, AccessKind::write, 0, 4, 1);
  by_place(kA, AccessKind::write, 0, 4, 2);
  by_place(kA, AccessKind::write, 0, 4, 1);
  EXPECT_EQ(by_place(kB, AccessKind::read, 0, 4, 3), "a 1 @0+4, a 2 @0+4");
  EXPECT_EQ(by_place(kB, AccessKind::read, 0, 4, 4), "a 1 @0+4, a 2 @0+4");
  hands_over(kA, kB);
  EXPECT_EQ(by_place(kB, AccessKind::read, 0, 4, 5), "");
}

// As many as under a recursion: then the latest is enough, and it still is found.
TEST_F(RaceTest, ByPlaceACrowdIsNotToldApart) {
  constexpr uint64_t kMany = 10'000;
  for (uint64_t i = 1; i <= kMany; ++i) {
    by_place(kA, AccessKind::write, 0, 4, i);
    step(kA);
  }
  EXPECT_NE(by_place(kB, AccessKind::write, 0, 4, 1), "");
  const std::span<const Races::Found> found = races().found();
  EXPECT_LT(found.size(), kMany);
  EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                          [](const Races::Found& one) { return one.first.place == kMany; }));
}

TEST_F(RaceTest, AVisibleAccessIsRememberedOnceForItsPlaceAndKind) {
  for (int i = 0; i < 5; ++i) {
    visibly(kA, AccessKind::atomic_write, 0, 4, 1);
    visibly(kA, AccessKind::atomic_read, 0, 4, 1);
    visibly(kA, AccessKind::atomic_write, 0, 4, 2);
    step(kA);
  }
  const std::string all = writes(kB, 0, 4);
  EXPECT_EQ(races().found().size(), 3U) << all;
}

TEST_F(RaceTest, ManyThreadsAndSortsFindRoomBesideAWord) {
  for (int round = 0; round < 3; ++round) {
    for (const ThreadId thread : {kA, kB, kC}) {
      for (uint64_t byte = 0; byte < 8; ++byte) {
        access(thread, AccessKind::atomic_read, byte, 1, byte);
        reads(thread, byte, 1, byte);
      }
      step(thread);
    }
  }
  // Of each of the three threads and each byte an atomic read and a plain one.
  EXPECT_FALSE(races().access(now(event::kMainThread), kHere, 8, AccessKind::write, 1, false));
  EXPECT_EQ(races().found().size(), 48U);
}

TEST_F(RaceTest, AnyAddressWillDo) {
  for (const uint64_t address : {uint64_t{0}, uint64_t{0x555555554000}, Shadow::kAddresses - 8}) {
    EXPECT_TRUE(races().access(now(kA), address, 8, AccessKind::write, 1, false));
    EXPECT_FALSE(races().access(now(kB), address, 8, AccessKind::write, 1, false));
  }
  // No program has memory there.
  for (const uint64_t address : {Shadow::kAddresses, ~uint64_t{0}, ~uint64_t{7}}) {
    for (const ThreadId thread : {kA, kB}) {
      EXPECT_TRUE(races().access(now(thread), address, 8, AccessKind::write, 1, false));
    }
    EXPECT_FALSE(races().is_freed(address, 8));
  }
  begin();
  EXPECT_TRUE(races().access(now(kA), Shadow::kAddresses - 4, 100, AccessKind::write, 1, true));
  EXPECT_FALSE(races().access(now(kB), Shadow::kAddresses - 1, 1, AccessKind::read, 1, true));
  EXPECT_TRUE(races().access(now(kC), kHere, 0, AccessKind::write, 1, false));
  EXPECT_EQ(writes(kA, 0, 8), "");
}

TEST_F(RaceTest, NothingIsKnownOfEarlierExecutions) {
  writes(kA, 0, 8, 1);
  reads(kB, 0, 8, 2);
  frees(kA, 64, 100000, 3);
  begin();
  EXPECT_EQ(writes(kC, 0, 8), "");
  EXPECT_FALSE(is_freed(64, 100000));
  EXPECT_EQ(writes(kC, 64, 100000), "");
}

// Generations are counted by 22 bits.  Words that were used in one execution alone are used
// again one by one, in the executions around the one that has the same number.
TEST_F(RaceTest, WhatIsOldDoesNotComeBackWhenGenerationsStartOver) {
  constexpr uint64_t kWords = 16;
  writes(kA, 0, 8 * kWords, 1);
  frees(kA, 8192, 4096 * kWords, 2);
  allocate(4096, 4096);
  for (uint64_t i = 0; i < (uint64_t{1} << 22) - kWords / 2; ++i) {
    races().begin_execution();
  }
  for (uint64_t i = 0; i < kWords; ++i) {
    begin();
    EXPECT_EQ(writes(kB, 8 * i, 8), "");
    EXPECT_FALSE(is_freed(8192 + 4096 * i, 1));
  }
}

}  // namespace
}  // namespace heddle::detect
