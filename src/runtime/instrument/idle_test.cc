// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/idle.h"

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

// A thread whose state is told by where it is and what it reads there.
class IdleTest : public ::testing::Test {
 protected:
  // Reads a variable in a round, as a loop that has been there or not.
  void read(const uint32_t& variable, bool waited, bool releases = false) {
    const Visit visit{&variable, 1000, writes, variable};
    Reading reading{.address = reinterpret_cast<uint64_t>(&variable),
                    .bytes = sizeof variable,
                    .releases = releases};
    reading.value[0] = variable;
    add(visit, reading, waited);
  }
  void add(const Visit& visit, const Reading& reading, bool waited) {
    if (waited) {
      rounds.add_waiting(visit, other_reads, reading);
    } else {
      rounds.add(visit, other_reads);
    }
  }
  [[nodiscard]] bool is_idle() const { return rounds.is_idle(writes); }

  Rounds rounds;
  uint64_t writes = 0;
  uint64_t other_reads = 0;
  uint32_t flag = 0;
  uint32_t turn = 0;
};

TEST_F(IdleTest, ALoopOfOneReadIsIdleWhenItReadsTheSameAgain) {
  read(flag, false);
  EXPECT_FALSE(is_idle());
  read(flag, true);
  EXPECT_TRUE(is_idle());
}

TEST_F(IdleTest, ALoopOfOneReadAndFencesWaitsForOneVariable) {
  static constexpr uint8_t kNothing = 0;
  const auto fence = [&](bool waited) {
    add({&kNothing, 1000, writes, 0},
        {.address = reinterpret_cast<uint64_t>(&kNothing), .bytes = 1, .is_fence = true}, waited);
  };
  read(flag, false);
  read(flag, true);
  EXPECT_EQ(rounds.only_read(), &flag);
  rounds.clear();
  read(flag, false);
  fence(true);
  read(flag, true);
  EXPECT_EQ(rounds.only_read(), &flag);
  fence(true);
  EXPECT_EQ(rounds.only_read(), &flag);
}

TEST_F(IdleTest, ALoopThatReadsMoreDoesNot) {
  read(flag, false);
  read(turn, true);
  read(flag, true);
  ASSERT_TRUE(rounds.is_complete());
  EXPECT_EQ(rounds.only_read(), nullptr);
  rounds.clear();
  read(flag, false);
  ++other_reads;
  read(flag, true);
  ASSERT_TRUE(rounds.is_complete());
  EXPECT_EQ(rounds.only_read(), nullptr);
}

TEST_F(IdleTest, ItIsNotWhileMemoryHasAnotherValue) {
  read(flag, false);
  read(flag, true);
  flag = 1;
  EXPECT_FALSE(is_idle());
  flag = 0;
  EXPECT_TRUE(is_idle());
}

TEST_F(IdleTest, ARoundOfTwoReadsIsOneWhenBothHaveWaited) {
  read(flag, false);
  read(turn, false);
  read(flag, true);
  EXPECT_FALSE(is_idle());  // nobody could leave it at the other without a preemption
  read(turn, true);
  EXPECT_TRUE(is_idle());
  flag = 1;
  EXPECT_FALSE(is_idle());
  flag = 0;
  turn = 1;
  EXPECT_FALSE(is_idle());
}

TEST_F(IdleTest, WhoHasWrittenIsNot) {
  read(flag, false);
  read(flag, true);
  ++writes;
  EXPECT_FALSE(is_idle());
}

TEST_F(IdleTest, WithAStoreOfWhatWasThereItIsIfNothingElseIsRead) {
  const auto round = [&](bool waited) {
    read(flag, waited);
    read(turn, waited, true);
  };
  round(false);
  round(true);
  EXPECT_TRUE(is_idle());
  ++other_reads;
  round(true);
  EXPECT_FALSE(is_idle());
  round(true);
  EXPECT_TRUE(is_idle());
}

TEST_F(IdleTest, AfterAStoreThatIsAllOfTheRoundOtherThingsMayBeRead) {
  read(flag, false, true);
  ++other_reads;
  read(flag, true, true);
  EXPECT_TRUE(is_idle());
}

TEST_F(IdleTest, AReadThatTellsNobodyMayReadOtherThings) {
  read(flag, false);
  ++other_reads;
  read(flag, true);
  EXPECT_TRUE(is_idle());
}

TEST_F(IdleTest, WhatIsNotInMemoryIsNotLookedAt) {
  const Visit visit{&flag, 1000, 0, 0};
  add(visit, {}, false);
  add(visit, {}, true);
  EXPECT_FALSE(is_idle());
}

TEST_F(IdleTest, ARoundThatIsTooLongIsNone) {
  uint32_t many[20] = {};
  for (const bool waited : {false, true, true}) {
    for (const uint32_t& each : many) {
      read(each, waited);
      EXPECT_FALSE(is_idle());
    }
  }
}

TEST_F(IdleTest, ItIsInTheMemoryThatItReads) {
  read(flag, false);
  read(flag, true);
  const auto address = reinterpret_cast<uint64_t>(&flag);
  EXPECT_TRUE(rounds.is_in(address, 1));
  EXPECT_TRUE(rounds.is_in(address - 8, 16));
  EXPECT_FALSE(rounds.is_in(address + sizeof flag, 8));
  EXPECT_FALSE(rounds.is_in(address - 8, 8));
  rounds.clear();
  EXPECT_FALSE(is_idle());
  EXPECT_FALSE(rounds.is_in(address, 1));
}

TEST_F(IdleTest, SixteenBytesAreLookedAtAsAWhole) {
  uint64_t wide[2] = {1, 2};
  Reading reading{.address = reinterpret_cast<uint64_t>(wide), .bytes = 16, .value = {1, 2}};
  add({wide, 0, 0, 7}, reading, false);
  add({wide, 0, 0, 7}, reading, true);
  EXPECT_TRUE(is_idle());
  wide[1] = 3;
  EXPECT_FALSE(is_idle());
}

}  // namespace
}  // namespace heddle::runtime
