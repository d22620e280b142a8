// SPDX-License-Identifier: Apache-2.0
#include "order/testing.h"

#include <cerrno>
#include <string>

#include <gtest/gtest.h>

namespace heddle::order {
namespace {

using namespace testing;
using enum MemoryOrder;

// Between the halves of a step lies its access: after what it acquires, before what it
// releases.
TEST(HappensBefore, TheAccessOfAStepComesBetweenItsHalves) {
  Ground ground;
  ground.begin(2);
  const Operation update = updates(kA, acq_rel).operation;
  const uint32_t then = ground.order.now(kA);
  ground.order.arrive(kA, update, {});
  EXPECT_EQ(ground.order.now(kA), then);
  ground.order.depart(kA, update, {});
  EXPECT_EQ(ground.order.now(kA), then + 1);
  ground.order.arrive(kB, update, {});
  EXPECT_TRUE(ground.order.before(kA, then, kB));
  EXPECT_FALSE(ground.order.before(kA, then + 1, kB));
}

TEST(HappensBefore, AThreadComesAfterWhatItsCreatorDidUntilThen) {
  Ground ground;
  ground.begin(1);
  const uint32_t before = ground.order.now(kA);
  ground.create(kA, kB);
  EXPECT_TRUE(ground.order.before(kA, before, kB));
  EXPECT_FALSE(ground.order.before(kA, ground.order.now(kA), kB));
  EXPECT_FALSE(ground.order.before(kB, ground.order.now(kB), kA));
  // Main made a before it made this one; nothing a did is known to main's other threads.
  ground.create(event::kMainThread, kC);
  EXPECT_FALSE(ground.order.before(kA, before, kC));
}

// A release fence is for stores of the same thread, and a creation is no store.
TEST(HappensBefore, AThreadDoesNotInheritItsCreatorsFence) {
  Ground ground;
  ground.begin(1);
  const uint32_t before = ground.order.now(kA);
  ground.step(fences(kA, release));
  ground.create(kA, kB);
  ground.create(event::kMainThread, kC);
  ground.step(stores(kB, relaxed));
  ground.step(loads(kC, acquire));
  EXPECT_FALSE(ground.order.before(kA, before, kC));
}

TEST(HappensBefore, AcquireAndReleaseAreAnEdgeByOtherMeans) {
  Ground ground;
  ground.begin(2);
  const uint32_t before = ground.order.now(kA);
  ground.order.release(kA, kX);
  const uint32_t after = ground.order.now(kA);
  ground.order.acquire(kB, kY);
  EXPECT_FALSE(ground.order.before(kA, before, kB));
  ground.order.acquire(kB, kX);
  EXPECT_TRUE(ground.order.before(kA, before, kB));
  EXPECT_FALSE(ground.order.before(kA, after, kB));
}

// As the last thread of a process does; who has not ended is not before it.
TEST(HappensBefore, AllEndedComeBeforeWhoAcquiresThem) {
  Ground ground;
  ground.begin(3);
  const uint32_t a = ground.order.now(kA);
  const uint32_t c = ground.order.now(kC);
  ground.step(does(kA, OpKind::thread_end));
  ground.step(does(event::kMainThread, OpKind::thread_end));
  EXPECT_FALSE(ground.order.before(kA, a, kB));
  ground.order.acquire_all_ended(kB);
  EXPECT_TRUE(ground.order.before(kA, a, kB));
  EXPECT_TRUE(ground.order.before(event::kMainThread, 1, kB));
  EXPECT_FALSE(ground.order.before(kC, c, kB));
}

TEST(HappensBefore, NothingIsKnownOfEarlierExecutions) {
  Ground ground;
  for (int i = 0; i < 100; ++i) {
    ground.begin(2);
    ground.step(does(kB, OpKind::mutex_lock));
    ASSERT_FALSE(ground.order.before(kA, ground.order.now(kA), kB));
    if (i == 0) {
      ground.step(does(kA, OpKind::mutex_unlock));
      ground.step(stores(kA, release, ObjectId{HappensBefore::kMaxObjects - 1}));
    }
    ground.step(loads(kB, acquire, ObjectId{HappensBefore::kMaxObjects - 1}));
    ASSERT_EQ(ground.order.before(kA, 1, kB), i == 0);
  }
}

// Objects that were met in one execution alone are met again one by one, in the executions
// around the one that has the same number.
TEST(HappensBefore, WhatIsOldDoesNotComeBackWhenGenerationsStartOver) {
  constexpr uint32_t kObjects = 16;
  Ground ground;
  ground.begin(2);
  for (uint32_t i = 0; i < kObjects; ++i) {
    ground.step(does(kA, OpKind::mutex_unlock, ObjectId{i}));
  }
  for (uint32_t i = 0; i < HappensBefore::kGenerations - kObjects / 2; ++i) {
    ground.order.begin_execution();
  }
  for (uint32_t i = 0; i < kObjects; ++i) {
    ground.begin(2);
    ground.step(does(kB, OpKind::mutex_lock, ObjectId{i}));
    EXPECT_FALSE(ground.order.before(kA, 1, kB));
  }
}

// Clocks grow as threads come, whoever holds them.
TEST(HappensBefore, AllThreadsThereMayBeAreKnown) {
  Ground ground;
  for (int round = 0; round < 2; ++round) {
    ground.begin(event::kMaxThreads - 1);
    ASSERT_EQ(ground.order.thread_count(), event::kMaxThreads);
    for (uint32_t i = 1; i < event::kMaxThreads; ++i) {
      const ThreadId thread{i};
      ground.step(does(thread, OpKind::mutex_lock));
      if (i > 1) {
        EXPECT_TRUE(ground.order.before(ThreadId{i - 1}, 2, thread));
        EXPECT_FALSE(ground.order.before(ThreadId{i - 1}, 3, thread));
        EXPECT_TRUE(ground.order.before(kA, 2, thread));
      }
      ground.step(does(thread, OpKind::mutex_unlock));
    }
    EXPECT_FALSE(ground.order.before(kA, 1, event::kMainThread));
    ground.step(does(event::kMainThread, OpKind::mutex_lock));
    for (uint32_t i = 1; i < event::kMaxThreads; ++i) {
      EXPECT_TRUE(ground.order.before(ThreadId{i}, 2, event::kMainThread));
    }
  }
}

// The one with the high number knows nothing of the other, whose post must not be lost when
// the semaphore's clock grows.
TEST(HappensBefore, AClockThatGrowsKeepsWhatItHad) {
  Ground ground;
  for (const uint32_t high : {5U, 6U, 20U, 100U, 1000U}) {
    ground.begin(high);
    ground.step(does(kA, OpKind::sem_post));
    ground.step(does(ThreadId{high}, OpKind::sem_post));
    ground.step(does(kB, OpKind::sem_wait));
    EXPECT_TRUE(ground.order.before(kA, 1, kB)) << high;
    EXPECT_TRUE(ground.order.before(ThreadId{high}, 1, kB)) << high;
    EXPECT_FALSE(ground.order.before(ThreadId{high - 1}, 1, kB)) << high;
  }
}

TEST(HappensBefore, ThreadsOutOfOrderAreABugInHeddle) {
  Ground ground;
  ground.begin(1);
  EXPECT_EXIT(ground.order.add_thread(ThreadId{5}, event::kMainThread),
              ::testing::ExitedWithCode(base::kInternalErrorStatus), "order of their numbers");
}

}  // namespace
}  // namespace heddle::order
