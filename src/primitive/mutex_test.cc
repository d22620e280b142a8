// SPDX-License-Identifier: Apache-2.0
#include "primitive/testing.h"

#include <cerrno>

namespace heddle::primitive {
namespace {

using event::Misuse;
using event::ObjectId;
using event::Operation;
using event::OpKind;

class MutexTest : public testing::WorldTest {
 public:
  ObjectId mutex(MutexType type) { return world->add_object({.type = type}); }

  static Operation lock(ObjectId mutex) { return {.kind = OpKind::mutex_lock, .object = mutex}; }
  static Operation try_lock(ObjectId mutex) {
    return {.kind = OpKind::mutex_trylock, .object = mutex};
  }
  static Operation unlock(ObjectId mutex) {
    return {.kind = OpKind::mutex_unlock, .object = mutex};
  }
  static Operation lock_until(ObjectId mutex, int64_t deadline) {
    return {.kind = OpKind::mutex_lock, .timed = true, .object = mutex, .deadline = deadline};
  }

  const ObjectId m = mutex(MutexType::normal);
  const ObjectId recursive = mutex(MutexType::recursive);
  const ObjectId errorcheck = mutex(MutexType::errorcheck);
};

TEST_F(MutexTest, ALockOfAFreeMutexTakesIt) {
  EXPECT_EQ(comes_to(a, lock(m)), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(world->object(m).owner, a);
}

TEST_F(MutexTest, AHeldMutexBlocksTheOthersUntilItIsUnlocked) {
  does(a, lock(m));
  EXPECT_EQ(comes_to(b, lock(m)), "no");
  EXPECT_EQ(does(a, unlock(m)).result, 0);
  EXPECT_EQ(can_go_on(b), "yes");
}

TEST_F(MutexTest, AnUnlockedMutexGoesToAnyContender) {
  does(a, lock(m));
  comes_to(b, lock(m));
  comes_to(c, lock(m));
  does(a, unlock(m));
  EXPECT_EQ(can_go_on(b), "yes");
  EXPECT_EQ(can_go_on(c), "yes");
  goes_on(c);
  EXPECT_EQ(can_go_on(b), "no");
}

TEST_F(MutexTest, RelockingANormalMutexBlocks) {
  does(a, lock(m));
  EXPECT_EQ(comes_to(a, lock(m)), "no");
}

TEST_F(MutexTest, ARecursiveMutexIsFreeAfterAsManyUnlocksAsLocks) {
  does(a, lock(recursive));
  EXPECT_EQ(comes_to(a, lock(recursive)), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(does(a, try_lock(recursive)).result, 0);
  comes_to(b, lock(recursive));
  for (int left = 2; left >= 0; --left) {
    EXPECT_EQ(can_go_on(b), "no");
    EXPECT_EQ(does(a, unlock(recursive)).result, 0);
  }
  EXPECT_EQ(can_go_on(b), "yes");
}

TEST_F(MutexTest, RelockingAnErrorCheckingMutexIsToldSo) {
  does(a, lock(errorcheck));
  EXPECT_EQ(comes_to(a, lock(errorcheck)), "yes");
  const Effect relock = goes_on(a);
  EXPECT_EQ(relock.result, EDEADLK);
  EXPECT_EQ(relock.misuse, Misuse::none);
  EXPECT_EQ(does(a, lock_until(errorcheck, 5)).result, EDEADLK);
  EXPECT_EQ(does(a, unlock(errorcheck)).result, 0);
  EXPECT_EQ(world->object(errorcheck).owner, event::kNoThread);
}

TEST_F(MutexTest, ATryLockNeverBlocksAndFailsOnAHeldMutex) {
  for (const ObjectId mutex : {m, recursive, errorcheck}) {
    EXPECT_EQ(does(a, try_lock(mutex)).result, 0);
    EXPECT_EQ(comes_to(b, try_lock(mutex)), "yes");
    const Effect failed = goes_on(b);
    EXPECT_EQ(failed.result, EBUSY);
    EXPECT_FALSE(failed.yielded);
  }
}

TEST_F(MutexTest, ATryLockOfANormalOrErrorCheckingMutexOfOnesOwnFails) {
  for (const ObjectId mutex : {m, errorcheck}) {
    does(a, lock(mutex));
    EXPECT_EQ(does(a, try_lock(mutex)).result, EBUSY);
  }
}

TEST_F(MutexTest, UnlockingAnothersNormalMutexIsMisuseAndNamesTheOwner) {
  does(a, lock(m));
  const Effect effect = does(b, unlock(m));
  EXPECT_EQ(effect.misuse, Misuse::unlock_not_owner);
  EXPECT_EQ(effect.other, a);
  EXPECT_EQ(world->object(m).owner, a);
}

TEST_F(MutexTest, UnlockingAFreeNormalMutexIsMisuse) {
  EXPECT_EQ(does(a, unlock(m)).misuse, Misuse::unlock_not_locked);
}

TEST_F(MutexTest, UnlockingAnothersRecursiveOrErrorCheckingMutexIsAnsweredWithEperm) {
  for (const ObjectId mutex : {recursive, errorcheck}) {
    EXPECT_EQ(does(b, unlock(mutex)).result, EPERM);
    does(a, lock(mutex));
    const Effect effect = does(b, unlock(mutex));
    EXPECT_EQ(effect.result, EPERM);
    EXPECT_EQ(effect.misuse, Misuse::none);
    EXPECT_EQ(world->object(mutex).owner, a);
  }
}

TEST_F(MutexTest, ATimedLockOfAFreeMutexCannotTimeOut) {
  EXPECT_EQ(comes_to(a, lock_until(m, 0)), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(world->object(m).owner, a);
}

TEST_F(MutexTest, ATimedLockOfAHeldMutexGoesOnByTimeAtItsDeadline) {
  does(a, lock(m));
  EXPECT_EQ(comes_to(b, lock_until(m, 700)), "by time");
  const Effect effect = goes_on(b);
  EXPECT_EQ(effect.result, ETIMEDOUT);
  EXPECT_TRUE(effect.timed_out);
  EXPECT_TRUE(effect.yielded);
  EXPECT_EQ(clock_of(b), 700);
  EXPECT_EQ(world->object(m).owner, a);
}

TEST_F(MutexTest, ATimedLockOfAMutexThatIsUnlockedInTimeTakesIt) {
  does(a, lock(m));
  comes_to(b, lock_until(m, 700));
  does(a, unlock(m));
  EXPECT_EQ(can_go_on(b), "yes");
  EXPECT_EQ(goes_on(b).result, 0);
  EXPECT_EQ(clock_of(b), 0);
}

TEST_F(MutexTest, ATimedRelockOfANormalMutexGoesOnByTime) {
  does(a, lock(m));
  EXPECT_EQ(comes_to(a, lock_until(m, 700)), "by time");
  EXPECT_EQ(goes_on(a).result, ETIMEDOUT);
}

TEST_F(MutexTest, ADeadlineInThePastDoesNotTurnTheClockBack) {
  does(a, lock(m));
  set_clock(b, 900);
  does(b, lock_until(m, 700));
  EXPECT_EQ(clock_of(b), 900);
}

TEST_F(MutexTest, AHoldRemembersItsFirstStepUntilTheLastUnlock) {
  does(a, lock(recursive));
  does(a, lock(recursive));
  ASSERT_NE(world->find_hold(recursive, a), nullptr);
  EXPECT_EQ(world->held_since(world->find_hold(recursive, a)), 1U);
  does(a, unlock(recursive));
  ASSERT_NE(world->find_hold(recursive, a), nullptr);
  EXPECT_EQ(world->held_since(world->find_hold(recursive, a)), 1U);
  does(a, unlock(recursive));
  EXPECT_EQ(world->find_hold(recursive, a), nullptr);
}

TEST_F(MutexTest, DestroyingAHeldMutexIsMisuse) {
  does(a, lock(m));
  EXPECT_EQ(world->destroy(m), Misuse::destroy_locked);
}

TEST_F(MutexTest, AFreeMutexMayBeDestroyedOnce) {
  EXPECT_EQ(world->destroy(m), Misuse::none);
  EXPECT_EQ(world->destroy(m), Misuse::use_destroyed);
}

TEST_F(MutexTest, UsingADestroyedMutexIsMisuseAndDoesNotBlock) {
  world->destroy(m);
  for (const Operation& operation : {lock(m), try_lock(m), unlock(m)}) {
    EXPECT_EQ(comes_to(a, operation), "yes");
    EXPECT_EQ(goes_on(a).misuse, Misuse::use_destroyed);
  }
}

// Where an owner unlocks, time goes to the next owner.
TEST_F(MutexTest, WhoLocksAfterAnotherIsNotEarlierThanItsUnlock) {
  does(a, lock(m));
  set_clock(a, 300);
  does(a, unlock(m));
  does(b, lock(m));
  EXPECT_EQ(clock_of(b), 300);
  EXPECT_EQ(clock_of(c), 0);
}

}  // namespace
}  // namespace heddle::primitive
