// SPDX-License-Identifier: Apache-2.0
#include "detect/deadlock.h"

#include "primitive/testing.h"

namespace heddle::detect {
namespace {

using event::FindingKind;
using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;
using event::ThreadId;

class DeadlockTest : public primitive::testing::WorldTest {
 public:
  static Operation lock(ObjectId mutex) { return {.kind = OpKind::mutex_lock, .object = mutex}; }

  // Locks taken in opposite order by b and c.
  void tangle() {
    does(b, lock(m));
    does(c, lock(n));
    comes_to(b, lock(n));
    comes_to(c, lock(m));
  }

  bool at_block(ThreadId last) { return Deadlock(*world, true).at_block(last, finding); }
  bool at_standstill() { return Deadlock(*world).at_standstill(finding); }
  bool at_exit() { return Deadlock(*world).at_exit(0, finding); }

  static constexpr Operation kEnd{.kind = OpKind::thread_end};
  const ObjectId m = add(ObjectKind::mutex);
  const ObjectId n = add(ObjectKind::mutex);
  event::Finding finding;
};

TEST_F(DeadlockTest, ACycleIsOneAtOnceWhenItsLastThreadComesToWait) {
  does(b, lock(m));
  does(c, lock(n));
  comes_to(b, lock(n));
  EXPECT_FALSE(at_block(b));
  comes_to(c, lock(m));
  EXPECT_TRUE(at_block(c));
  EXPECT_EQ(finding.kind, FindingKind::deadlock);
}

TEST_F(DeadlockTest, WhoWaitsForAThreadThatGoesOnIsInNone) {
  does(b, lock(m));
  comes_to(b, {.kind = OpKind::mutex_unlock, .object = m});
  comes_to(c, lock(m));
  EXPECT_FALSE(at_block(c));
}

TEST_F(DeadlockTest, AThreadThatEndsWithALockLeavesOthersInOne) {
  does(b, lock(m));
  comes_to(c, lock(m));
  EXPECT_FALSE(at_block(c));
  does(b, kEnd);
  EXPECT_TRUE(at_block(b));
}

TEST_F(DeadlockTest, ASignalMayCloseACycle) {
  const ObjectId condition = add(ObjectKind::cond);
  const Operation wait{.kind = OpKind::cond_wait, .object = condition, .mutex = m};
  const Operation wake{.kind = OpKind::cond_wake, .object = condition, .mutex = m};
  does(b, lock(n));
  does(b, lock(m));
  does(b, wait);
  comes_to(b, wake);
  does(c, lock(m));
  comes_to(c, lock(n));
  EXPECT_FALSE(at_block(c));
  does(a, {.kind = OpKind::cond_signal, .object = condition});
  EXPECT_TRUE(at_block(a));
}

TEST_F(DeadlockTest, AStandstillWithAnUnfinishedThreadIsADeadlockOfAll) {
  does(a, lock(m));
  comes_to(a, lock(m));
  does(b, kEnd);
  does(c, kEnd);
  EXPECT_TRUE(at_standstill());
  EXPECT_EQ(finding.kind, FindingKind::deadlock);
  EXPECT_EQ(finding.thread, event::kNoThread);
}

TEST_F(DeadlockTest, AStandstillWhereAllHaveEndedIsNone) {
  for (const ThreadId thread : {a, b, c}) {
    does(thread, kEnd);
  }
  EXPECT_FALSE(at_standstill());
}

// Nobody can signal it any more.
TEST_F(DeadlockTest, AStandstillOfAWaiterIsADeadlock) {
  const ObjectId semaphore = add(ObjectKind::semaphore);
  comes_to(a, {.kind = OpKind::sem_wait, .object = semaphore});
  does(b, kEnd);
  does(c, kEnd);
  EXPECT_TRUE(at_standstill());
}

TEST_F(DeadlockTest, AtExitThreadsInACycleAreADeadlock) {
  tangle();
  does(a, {.kind = OpKind::process_exit});
  EXPECT_TRUE(at_exit());
  EXPECT_EQ(finding.kind, FindingKind::deadlock);
}

// As on the real system: they are left over, and that is all.
TEST_F(DeadlockTest, AtExitThreadsThatMightStillHaveGoneOnAreNoDeadlock) {
  const ObjectId semaphore = add(ObjectKind::semaphore);
  does(b, lock(m));
  comes_to(b, {.kind = OpKind::sem_wait, .object = semaphore});
  comes_to(c, lock(m));
  does(a, {.kind = OpKind::process_exit});
  EXPECT_FALSE(at_exit());
}

TEST_F(DeadlockTest, AtExitAThreadThatWaitsForTheOneThatExitsIsNoDeadlock) {
  does(a, lock(m));
  comes_to(b, lock(m));
  comes_to(c, {.kind = OpKind::thread_join, .thread = a});
  does(a, {.kind = OpKind::process_exit});
  EXPECT_FALSE(at_exit());
}

TEST_F(DeadlockTest, StepsAreNoneOfItsBusiness) {
  tangle();
  EXPECT_FALSE(Deadlock(*world).after_step({}, 0, finding));
}

}  // namespace
}  // namespace heddle::detect
