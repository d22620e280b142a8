// SPDX-License-Identifier: Apache-2.0
#include "primitive/testing.h"

#include <cerrno>
#include <climits>
#include <set>

namespace heddle::primitive {
namespace {

using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;
using event::ThreadId;

class FutexTest : public testing::WorldTest {
 public:
  Operation wait() const { return {.kind = OpKind::futex_wait, .object = word}; }
  Operation woken() const { return {.kind = OpKind::futex_woken, .object = word}; }
  Operation woken_by(int64_t deadline) const {
    return {.kind = OpKind::futex_woken, .timed = true, .object = word, .deadline = deadline};
  }
  Operation wake(int64_t count) const {
    return {.kind = OpKind::futex_wake, .object = word, .argument = count};
  }

  // `thread` finds the word as it expects it, and sleeps.
  void falls_asleep(ThreadId thread, const Operation& wake_up) {
    Operation waits = wake_up;
    waits.kind = OpKind::futex_wait;
    EXPECT_EQ(does(thread, waits).result, kAsleep);
    comes_to(thread, wake_up);
  }

  // So many more threads that sleep.
  std::vector<ThreadId> sleepers(size_t count) {
    std::vector<ThreadId> threads;
    for (size_t i = 0; i < count; ++i) {
      threads.push_back(world->add_thread(a, false));
      falls_asleep(threads.back(), woken());
    }
    return threads;
  }

  const ObjectId word = add(ObjectKind::futex);
};

TEST_F(FutexTest, AWaitGoesToSleepAndIsThenBlockedUntilItIsWoken) {
  EXPECT_EQ(comes_to(a, wait()), "yes");
  EXPECT_EQ(goes_on(a).result, kAsleep);
  EXPECT_EQ(comes_to(a, woken()), "no");
  EXPECT_EQ(comes_to(b, wake(1)), "yes");
  const Effect effect = goes_on(b);
  EXPECT_EQ(effect.result, 1);
  EXPECT_EQ(effect.other, a);
  EXPECT_EQ(can_go_on(a), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
}

TEST_F(FutexTest, AWakeBeforeTheThreadSleepsIsLost) {
  comes_to(a, wait());
  EXPECT_EQ(comes_to(b, wake(1)), "yes");
  EXPECT_EQ(goes_on(b).result, 0);
  goes_on(a);
  EXPECT_EQ(comes_to(a, woken()), "no");
}

TEST_F(FutexTest, AWordThatHasChangedIsAnsweredWithEagain) {
  comes_to(a, wait());
  world->thread(a).futex_changed = true;
  EXPECT_EQ(goes_on(a).result, EAGAIN);
  EXPECT_EQ(does(b, wake(1)).result, 0);
}

TEST_F(FutexTest, ATimedSleeperGoesOnByTime) {
  falls_asleep(a, woken_by(90));
  EXPECT_EQ(can_go_on(a), "by time");
  const Effect effect = goes_on(a);
  EXPECT_EQ(effect.result, ETIMEDOUT);
  EXPECT_TRUE(effect.yielded);
  EXPECT_EQ(clock_of(a), 90);
}

TEST_F(FutexTest, ATimedSleeperThatIsWokenDoesNotTimeOut) {
  falls_asleep(a, woken_by(90));
  does(b, wake(1));
  EXPECT_EQ(can_go_on(a), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(clock_of(a), 0);
}

// n out of k waiters can be picked in C(k, n) ways: C(4, 2) = 6.
TEST_F(FutexTest, AWakeOfTwoOutOfFourHasSixWaysAllDifferent) {
  std::set<std::set<ThreadId>> woken_sets;
  for (uint32_t alternative = 0; alternative < 6; ++alternative) {
    const std::vector<ThreadId> threads = sleepers(4);
    EXPECT_EQ(comes_to(a, wake(2)), "6 ways");
    EXPECT_EQ(goes_on(a, alternative).result, 2);
    std::set<ThreadId> woken;
    for (const ThreadId thread : threads) {
      if (can_go_on(thread) == "yes") {
        woken.insert(static_cast<ThreadId>(event::index(thread) - event::index(threads[0])));
        goes_on(thread);
      }
    }
    EXPECT_EQ(woken.size(), 2U);
    woken_sets.insert(woken);
    does(a, wake(INT_MAX));
    for (const ThreadId thread : threads) {
      if (!woken.contains(static_cast<ThreadId>(event::index(thread) - event::index(threads[0])))) {
        goes_on(thread);
      }
    }
  }
  EXPECT_EQ(woken_sets.size(), 6U);
}

TEST_F(FutexTest, TheNumberOfWaysIsTheBinomial) {
  sleepers(5);
  const std::vector<std::pair<int64_t, std::string>> rows = {
      {0, "yes"},    {1, "5 ways"}, {2, "10 ways"}, {3, "10 ways"},
      {4, "5 ways"}, {5, "yes"},    {6, "yes"},     {INT_MAX, "yes"},
  };
  for (const auto& [count, ways] : rows) {
    EXPECT_EQ(comes_to(a, wake(count)), ways) << count;
  }
}

TEST_F(FutexTest, AWakeOfNoneWakesNobody) {
  sleepers(2);
  EXPECT_EQ(does(a, wake(0)).result, 0);
  EXPECT_EQ(does(a, wake(-1)).result, 0);
  EXPECT_EQ(comes_to(a, wake(1)), "2 ways");
}

TEST_F(FutexTest, AWakeOfAllIsOneWay) {
  const std::vector<ThreadId> threads = sleepers(3);
  EXPECT_EQ(comes_to(a, wake(INT_MAX)), "yes");
  EXPECT_EQ(goes_on(a).result, 3);
  for (const ThreadId thread : threads) {
    EXPECT_EQ(can_go_on(thread), "yes");
  }
}

TEST_F(FutexTest, OneThatIsWokenIsNotWokenAgain) {
  sleepers(2);
  does(a, wake(1));
  EXPECT_EQ(comes_to(a, wake(1)), "yes");
  EXPECT_EQ(goes_on(a).result, 1);
  EXPECT_EQ(does(a, wake(1)).result, 0);
}

TEST_F(FutexTest, AWakeReachesOnlyWaitersThatShareABitOfItsMask) {
  Operation sleeps = woken();
  sleeps.mask = 0b01;
  falls_asleep(b, sleeps);
  sleeps.mask = 0b10;
  falls_asleep(c, sleeps);
  Operation wakes = wake(INT_MAX);
  wakes.mask = 0b10;
  EXPECT_EQ(does(a, wakes).result, 1);
  EXPECT_EQ(can_go_on(b), "no");
  EXPECT_EQ(can_go_on(c), "yes");
}

TEST_F(FutexTest, AWakeWithMoreWaysThanCanBeNumberedSaysSo) {
  sleepers(20);
  comes_to(a, wake(2));
  EXPECT_FALSE(world->readiness(a).truncated);  // C(20, 2) = 190
  comes_to(a, wake(10));
  EXPECT_TRUE(world->readiness(a).truncated);  // C(20, 10) = 184756
}

TEST_F(FutexTest, WordsDoNotMix) {
  falls_asleep(b, woken());
  const ObjectId other = add(ObjectKind::futex);
  EXPECT_EQ(does(a, {.kind = OpKind::futex_wake, .object = other, .argument = 1}).result, 0);
  EXPECT_EQ(can_go_on(b), "no");
}

TEST_F(FutexTest, WhoIsWokenIsNotEarlierThanTheWake) {
  falls_asleep(a, woken());
  set_clock(b, 35);
  does(b, wake(1));
  goes_on(a);
  EXPECT_EQ(clock_of(a), 35);
}

}  // namespace
}  // namespace heddle::primitive
