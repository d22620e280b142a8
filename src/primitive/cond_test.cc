// SPDX-License-Identifier: Apache-2.0
#include "primitive/testing.h"

#include <cerrno>

namespace heddle::primitive {
namespace {

using event::Misuse;
using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;
using event::ThreadId;

class CondTest : public testing::WorldTest {
 public:
  Operation lock() const { return {.kind = OpKind::mutex_lock, .object = m}; }
  Operation unlock() const { return {.kind = OpKind::mutex_unlock, .object = m}; }
  Operation signal() const { return {.kind = OpKind::cond_signal, .object = cond}; }
  Operation broadcast() const { return {.kind = OpKind::cond_broadcast, .object = cond}; }
  Operation wait() const { return {.kind = OpKind::cond_wait, .object = cond, .mutex = m}; }
  Operation wake() const { return {.kind = OpKind::cond_wake, .object = cond, .mutex = m}; }
  Operation wake_by(int64_t deadline) const {
    Operation operation = wake();
    operation.timed = true;
    operation.deadline = deadline;
    return operation;
  }

  // `thread` takes the mutex, waits, and has come to its wake-up.
  void starts_to_wait(ThreadId thread, const Operation& wake_up) {
    does(thread, lock());
    does(thread, wait());
    comes_to(thread, wake_up);
  }

  const ObjectId m = add(ObjectKind::mutex);
  const ObjectId cond = add(ObjectKind::cond);
};

TEST_F(CondTest, AWaitReleasesTheMutexAndThenWaitsForASignalAndTheMutex) {
  does(a, lock());
  EXPECT_EQ(comes_to(a, wait()), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(world->object(m).owner, event::kNoThread);
  EXPECT_EQ(comes_to(a, wake()), "no");
  does(b, lock());
  EXPECT_EQ(does(b, signal()).other, a);
  EXPECT_EQ(can_go_on(a), "no");  // b holds the mutex
  does(b, unlock());
  EXPECT_EQ(can_go_on(a), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(world->object(m).owner, a);
}

TEST_F(CondTest, ASignalWithoutAWaiterIsLost) {
  EXPECT_EQ(comes_to(b, signal()), "yes");
  EXPECT_EQ(goes_on(b).other, event::kNoThread);
  starts_to_wait(a, wake());
  EXPECT_EQ(can_go_on(a), "no");
}

TEST_F(CondTest, ASignalNeedsNoMutex) {
  starts_to_wait(a, wake());
  does(c, lock());
  EXPECT_EQ(does(b, signal()).misuse, Misuse::none);
  EXPECT_EQ(can_go_on(a), "no");
  does(c, unlock());
  EXPECT_EQ(can_go_on(a), "yes");
}

TEST_F(CondTest, ASignalWakesAnyOneWaiterInTheOrderTheyCame) {
  const ThreadId signaller = world->add_thread(a, false);
  for (const ThreadId thread : {c, a, b}) {
    starts_to_wait(thread, wake());
  }
  EXPECT_EQ(comes_to(signaller, signal()), "3 ways");
  EXPECT_EQ(goes_on(signaller, 1).other, a);
  EXPECT_EQ(can_go_on(a), "yes");
  EXPECT_EQ(can_go_on(b), "no");
  EXPECT_EQ(can_go_on(c), "no");
  // One that is woken is no waiter any more.
  EXPECT_EQ(comes_to(signaller, signal()), "2 ways");
  EXPECT_EQ(goes_on(signaller, 0).other, c);
  EXPECT_EQ(does(signaller, signal()).other, b);
  EXPECT_EQ(does(signaller, signal()).other, event::kNoThread);
}

TEST_F(CondTest, ABroadcastWakesAllOfThatConditionAndOneAfterTheOtherTakesTheMutex) {
  const ObjectId other = add(ObjectKind::cond);
  const ThreadId elsewhere = world->add_thread(a, false);
  does(elsewhere, lock());
  does(elsewhere, {.kind = OpKind::cond_wait, .object = other, .mutex = m});
  comes_to(elsewhere, {.kind = OpKind::cond_wake, .object = other, .mutex = m});
  starts_to_wait(a, wake());
  starts_to_wait(b, wake());
  EXPECT_EQ(comes_to(c, broadcast()), "yes");
  goes_on(c);
  EXPECT_EQ(can_go_on(a), "yes");
  EXPECT_EQ(can_go_on(b), "yes");
  EXPECT_EQ(can_go_on(elsewhere), "no");
  goes_on(b);
  EXPECT_EQ(can_go_on(a), "no");
  does(b, unlock());
  EXPECT_EQ(can_go_on(a), "yes");
}

TEST_F(CondTest, ATimedWaiterGoesOnByTimeIfTheMutexIsFree) {
  does(a, lock());
  does(a, wait());
  EXPECT_EQ(comes_to(a, wake_by(500)), "by time");
  does(b, lock());
  EXPECT_EQ(can_go_on(a), "no");
  does(b, unlock());
  const Effect effect = goes_on(a);
  EXPECT_EQ(effect.result, ETIMEDOUT);
  EXPECT_TRUE(effect.timed_out);
  EXPECT_TRUE(effect.yielded);
  EXPECT_EQ(clock_of(a), 500);
  EXPECT_EQ(world->object(m).owner, a);
}

TEST_F(CondTest, ASignalledTimedWaiterMayHaveTimedOutBefore) {
  for (const uint32_t alternative : {0U, 1U}) {
    set_clock(a, 0);
    starts_to_wait(a, wake_by(1'000'000));
    does(b, signal());
    EXPECT_EQ(can_go_on(a), "2 ways");
    EXPECT_FALSE(world->readiness(a).by_time);
    const Effect effect = goes_on(a, alternative);
    EXPECT_EQ(effect.result, alternative == 0 ? 0 : ETIMEDOUT);
    EXPECT_EQ(effect.yielded, alternative == 1);
    EXPECT_EQ(clock_of(a), alternative == 0 ? 0 : 1'000'000);
    EXPECT_EQ(world->object(m).owner, a);
    does(a, unlock());
  }
}

TEST_F(CondTest, AWaiterThatHasTimedOutIsNoLongerSignalled) {
  starts_to_wait(a, wake_by(500));
  goes_on(a);
  does(a, unlock());
  EXPECT_EQ(does(b, signal()).other, event::kNoThread);
}

TEST_F(CondTest, ASignalForAnEarlierWaitIsNotLeftForTheNext) {
  starts_to_wait(a, wake());
  does(b, signal());
  goes_on(a);
  does(a, wait());
  EXPECT_EQ(comes_to(a, wake()), "no");
}

TEST_F(CondTest, WaitingWithoutTheMutexIsMisuse) {
  EXPECT_EQ(does(a, wait()).misuse, Misuse::wait_without_mutex);
  does(b, lock());
  EXPECT_EQ(does(a, wait()).misuse, Misuse::wait_without_mutex);
}

TEST_F(CondTest, WaitingWithAnotherTypeOfMutexThatIsNotHeldIsAnsweredWithEperm) {
  const ObjectId checked = world->add_object({.type = MutexType::errorcheck});
  const Effect effect = does(a, {.kind = OpKind::cond_wait, .object = cond, .mutex = checked});
  EXPECT_EQ(effect.result, EPERM);
  EXPECT_EQ(effect.misuse, Misuse::none);
}

// POSIX leaves the rest to the program: the mutex is given up once.
TEST_F(CondTest, AWaitGivesUpARecursiveMutexOnce) {
  const ObjectId recursive = world->add_object({.type = MutexType::recursive});
  const Operation relock = {.kind = OpKind::mutex_lock, .object = recursive};
  does(a, relock);
  does(a, relock);
  does(a, {.kind = OpKind::cond_wait, .object = cond, .mutex = recursive});
  comes_to(a, {.kind = OpKind::cond_wake, .object = cond, .mutex = recursive});
  EXPECT_EQ(comes_to(b, relock), "no");
  does(c, signal());
  EXPECT_EQ(can_go_on(a), "yes");
  goes_on(a);
  EXPECT_EQ(world->object(recursive).count, 2U);
}

TEST_F(CondTest, WhoIsWokenIsNotEarlierThanTheSignal) {
  starts_to_wait(a, wake());
  set_clock(b, 250);
  does(b, signal());
  EXPECT_EQ(clock_of(a), 0);
  goes_on(a);
  EXPECT_EQ(clock_of(a), 250);
}

TEST_F(CondTest, WhoLocksAfterAWaitIsNotEarlierThanTheWait) {
  set_clock(a, 120);
  starts_to_wait(a, wake());
  does(b, lock());
  EXPECT_EQ(clock_of(b), 120);
}

TEST_F(CondTest, DestroyingAConditionThatIsWaitedForIsMisuse) {
  starts_to_wait(a, wake());
  EXPECT_EQ(world->destroy(cond), Misuse::destroy_waited_for);
}

// POSIX.1-2017, pthread_cond_destroy: "A condition variable can be destroyed
// immediately after all the threads that are blocked on it are awakened."
TEST_F(CondTest, AConditionMayBeDestroyedOnceItsWaitersAreWoken) {
  starts_to_wait(a, wake());
  does(b, lock());
  does(b, broadcast());
  EXPECT_EQ(world->destroy(cond), Misuse::none);
  EXPECT_EQ(can_go_on(a), "no");  // b still holds the mutex
  does(b, unlock());
  EXPECT_EQ(can_go_on(a), "yes");
  EXPECT_EQ(goes_on(a).misuse, Misuse::none);
  EXPECT_EQ(world->object(m).owner, a);
}

TEST_F(CondTest, UsingADestroyedConditionIsMisuse) {
  world->destroy(cond);
  does(a, lock());
  EXPECT_EQ(does(a, wait()).misuse, Misuse::use_destroyed);
  EXPECT_EQ(does(b, signal()).misuse, Misuse::use_destroyed);
  EXPECT_EQ(does(b, broadcast()).misuse, Misuse::use_destroyed);
}

// POSIX.1-2017, pthread_mutex_destroy: a mutex is in use while it is "referenced
// (for example, while being used in a pthread_cond_wait())".
TEST_F(CondTest, DestroyingTheMutexOfAWaiterIsMisuse) {
  starts_to_wait(a, wake());
  EXPECT_EQ(world->destroy(m), Misuse::destroy_waited_for);
}

}  // namespace
}  // namespace heddle::primitive
