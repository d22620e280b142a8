// SPDX-License-Identifier: Apache-2.0
// Programs that go round come back to where they were.
#include "primitive/testing.h"
#include "primitive/value.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace heddle::primitive {
namespace {

using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;
using event::ThreadId;
using testing::packed;

class LoopTest : public ::testing::Test {
 public:
  LoopTest() {
    for (int i = 0; i < 3; ++i) {
      state->add_thread(event::kNoThread, false);
    }
  }

  ObjectId add(ObjectKind kind, uint32_t count = 0) {
    return state->add_object({.kind = kind, .count = count});
  }

  void does(ThreadId thread, const Operation& operation) {
    state->announce(thread, operation);
    state->apply(thread, 0, ++steps_);
  }

  // Goes round once, and then some, and is where it was each time.
  template <typename Round>
  void comes_back_after(Round round) {
    round();
    const std::string then = packed(*state);
    const uint64_t hash_then = hash(*state);
    for (int i = 0; i < 5; ++i) {
      round();
      EXPECT_EQ(packed(*state), then);
      EXPECT_EQ(hash(*state), hash_then);
    }
  }

  OwnState state;
  const ThreadId a{0};
  const ThreadId b{1};
  const ThreadId c{2};

 private:
  uint32_t steps_ = 0;
};

TEST_F(LoopTest, LockAndUnlockComeBack) {
  const ObjectId mutex = add(ObjectKind::mutex);
  const ObjectId other = add(ObjectKind::mutex);
  comes_back_after([&] {
    does(a, {.kind = OpKind::mutex_lock, .object = mutex});
    does(a, {.kind = OpKind::mutex_lock, .object = other});
    does(a, {.kind = OpKind::mutex_unlock, .object = mutex});
    does(a, {.kind = OpKind::mutex_unlock, .object = other});
  });
}

TEST_F(LoopTest, InWhichOrderLocksWereTakenMakesNoDifference) {
  const ObjectId mutex = add(ObjectKind::mutex);
  const ObjectId other = add(ObjectKind::mutex);
  std::string seen[2];
  for (const bool reverse : {false, true}) {
    does(a, {.kind = OpKind::mutex_lock, .object = reverse ? other : mutex});
    does(a, {.kind = OpKind::mutex_lock, .object = reverse ? mutex : other});
    seen[reverse ? 1 : 0] = packed(*state);
    does(a, {.kind = OpKind::mutex_unlock, .object = mutex});
    does(a, {.kind = OpKind::mutex_unlock, .object = other});
  }
  EXPECT_EQ(seen[0], seen[1]);
}

TEST_F(LoopTest, WaitAndSignalComeBack) {
  const ObjectId mutex = add(ObjectKind::mutex);
  const ObjectId cond = add(ObjectKind::cond);
  comes_back_after([&] {
    for (const ThreadId thread : {a, b}) {
      does(thread, {.kind = OpKind::mutex_lock, .object = mutex});
      does(thread, {.kind = OpKind::cond_wait, .object = cond, .mutex = mutex});
      state->announce(thread, {.kind = OpKind::cond_wake, .object = cond, .mutex = mutex});
    }
    for (const ThreadId thread : {a, b}) {  // the first of those that wait
      does(c, {.kind = OpKind::cond_signal, .object = cond});
      state->apply(thread, 0);
      does(thread, {.kind = OpKind::mutex_unlock, .object = mutex});
    }
  });
}

TEST_F(LoopTest, TheOrderInWhichThreadsCameToWaitIsKept) {
  const ObjectId word = add(ObjectKind::futex);
  std::string seen[2];
  for (const bool reverse : {false, true}) {
    for (const ThreadId thread : {reverse ? b : a, reverse ? a : b}) {
      does(thread, {.kind = OpKind::futex_wait, .object = word});
      state->announce(thread, {.kind = OpKind::futex_woken, .object = word});
    }
    seen[reverse ? 1 : 0] = packed(*state);
    does(c, {.kind = OpKind::futex_wake, .object = word, .argument = 2});
    state->apply(a, 0);
    state->apply(b, 0);
  }
  EXPECT_NE(seen[0], seen[1]);
}

TEST_F(LoopTest, SleepingOnAWordAndWakingComeBack) {
  const ObjectId word = add(ObjectKind::futex);
  comes_back_after([&] {
    does(a, {.kind = OpKind::futex_wait, .object = word});
    state->announce(a, {.kind = OpKind::futex_woken, .timed = true, .object = word});
    does(b, {.kind = OpKind::futex_wait, .object = word});
    state->announce(b, {.kind = OpKind::futex_woken, .object = word});
    state->apply(a, 0);  // its time is out
    does(c, {.kind = OpKind::futex_wake, .object = word, .argument = 1});
    state->apply(b, 0);
  });
}

TEST_F(LoopTest, RoundsOfABarrierComeBack) {
  const ObjectId barrier = add(ObjectKind::barrier, 2);
  comes_back_after([&] {
    for (const ThreadId thread : {a, b}) {
      does(thread, {.kind = OpKind::barrier_arrive, .object = barrier});
      state->announce(thread, {.kind = OpKind::barrier_leave, .object = barrier});
    }
    state->apply(b, 0);
    state->apply(a, 0);
  });
}

// With more threads than a round has, two rounds may be over before one of the first leaves.
TEST_F(LoopTest, AThreadLeavesABarrierHoweverManyRoundsLater) {
  const ObjectId barrier = add(ObjectKind::barrier, 2);
  const auto arrives = [&](ThreadId thread) {
    does(thread, {.kind = OpKind::barrier_arrive, .object = barrier});
    state->announce(thread, {.kind = OpKind::barrier_leave, .object = barrier});
  };
  arrives(a);
  EXPECT_EQ(state->readiness(a).alternatives, 0);
  arrives(b);
  for (int round = 0; round < 3; ++round) {
    state->apply(b, 0);
    arrives(b);
    EXPECT_EQ(state->readiness(b).alternatives, 0);
    EXPECT_EQ(state->readiness(a).alternatives, 1);
    arrives(c);
    state->apply(c, 0);
  }
}

TEST_F(LoopTest, UpAndDownComeBack) {
  const ObjectId semaphore = add(ObjectKind::semaphore, 1);
  comes_back_after([&] {
    does(a, {.kind = OpKind::sem_wait, .object = semaphore});
    does(b, {.kind = OpKind::sem_post, .object = semaphore});
  });
}

}  // namespace
}  // namespace heddle::primitive
