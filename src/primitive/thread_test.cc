// SPDX-License-Identifier: Apache-2.0
#include "primitive/testing.h"

#include <cerrno>

namespace heddle::primitive {
namespace {

using event::Misuse;
using event::Operation;
using event::OpKind;
using event::ThreadId;

class ThreadTest : public testing::WorldTest {
 public:
  static Operation join(ThreadId thread) { return {.kind = OpKind::thread_join, .thread = thread}; }
  static Operation join_until(ThreadId thread, int64_t deadline) {
    return {.kind = OpKind::thread_join, .timed = true, .thread = thread, .deadline = deadline};
  }
  static Operation try_join(ThreadId thread) {
    return {.kind = OpKind::thread_tryjoin, .thread = thread};
  }
  static Operation detach(ThreadId thread) {
    return {.kind = OpKind::thread_detach, .thread = thread};
  }
  static Operation sleep_until(int64_t deadline) {
    return {.kind = OpKind::sleep, .deadline = deadline};
  }

  static constexpr Operation kEnd{.kind = OpKind::thread_end};
  static constexpr Operation kYield{.kind = OpKind::yield};
};

TEST_F(ThreadTest, AThreadThatHasAnnouncedNothingCannotGoOn) { EXPECT_EQ(can_go_on(a), "no"); }

TEST_F(ThreadTest, AJoinWaitsForTheEnd) {
  EXPECT_EQ(comes_to(a, join(b)), "no");
  EXPECT_EQ(comes_to(b, kEnd), "yes");
  EXPECT_EQ(can_go_on(a), "no");
  goes_on(b);
  EXPECT_EQ(can_go_on(a), "yes");
  const Effect effect = goes_on(a);
  EXPECT_EQ(effect.result, 0);
  EXPECT_EQ(effect.other, b);
  EXPECT_TRUE(world->thread(b).joined);
}

TEST_F(ThreadTest, AThreadThatHasEndedDoesNotGoOn) {
  does(b, kEnd);
  EXPECT_EQ(can_go_on(b), "no");
  EXPECT_EQ(comes_to(b, kYield), "no");
}

TEST_F(ThreadTest, JoiningOrDetachingTwiceIsMisuse) {
  does(b, kEnd);
  does(a, join(b));
  EXPECT_EQ(comes_to(a, join(b)), "yes");
  EXPECT_EQ(goes_on(a).misuse, Misuse::join_not_joinable);
  EXPECT_EQ(does(a, detach(b)).misuse, Misuse::join_not_joinable);
  EXPECT_EQ(does(a, detach(c)).misuse, Misuse::none);
  EXPECT_EQ(does(a, detach(c)).misuse, Misuse::join_not_joinable);
}

// The join would wait for ever on a real system, or find another thread's id.
TEST_F(ThreadTest, JoiningADetachedThreadIsMisuseAtOnce) {
  comes_to(a, join(b));
  does(c, detach(b));
  EXPECT_EQ(can_go_on(a), "yes");
  EXPECT_EQ(goes_on(a).misuse, Misuse::join_not_joinable);
  const ThreadId born_detached = world->add_thread(a, true);
  EXPECT_EQ(does(a, join(born_detached)).misuse, Misuse::join_not_joinable);
}

TEST_F(ThreadTest, OfTwoThatJoinTheSameThreadOneIsWrong) {
  comes_to(a, join(c));
  comes_to(b, join(c));
  does(c, kEnd);
  EXPECT_EQ(goes_on(b).misuse, Misuse::none);
  EXPECT_EQ(goes_on(a).misuse, Misuse::join_not_joinable);
}

TEST_F(ThreadTest, JoiningOneselfIsAnsweredWithEdeadlk) {
  EXPECT_EQ(comes_to(a, join(a)), "yes");
  EXPECT_EQ(goes_on(a).result, EDEADLK);
}

TEST_F(ThreadTest, ATryJoinFailsWhileTheThreadRuns) {
  EXPECT_EQ(comes_to(a, try_join(b)), "yes");
  EXPECT_EQ(goes_on(a).result, EBUSY);
  does(b, kEnd);
  EXPECT_EQ(does(a, try_join(b)).result, 0);
}

TEST_F(ThreadTest, ATimedJoinGoesOnByTimeWhileTheThreadRuns) {
  EXPECT_EQ(comes_to(a, join_until(b, 110)), "by time");
  EXPECT_EQ(goes_on(a).result, ETIMEDOUT);
  EXPECT_EQ(clock_of(a), 110);
  EXPECT_FALSE(world->thread(b).joined);
  does(b, kEnd);
  EXPECT_EQ(comes_to(a, join_until(b, 110)), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
}

TEST_F(ThreadTest, WhoJoinsIsNotEarlierThanTheEnd) {
  set_clock(b, 400);
  does(b, kEnd);
  does(a, join(b));
  EXPECT_EQ(clock_of(a), 400);
}

TEST_F(ThreadTest, ANewThreadIsNotEarlierThanItsCreator) {
  set_clock(a, 75);
  EXPECT_EQ(clock_of(world->add_thread(a, false)), 75);
}

TEST_F(ThreadTest, ASleepIsAlwaysReadyByTimeAndEndsAtItsDeadline) {
  EXPECT_EQ(comes_to(a, sleep_until(1000)), "by time");
  const Effect effect = goes_on(a);
  EXPECT_EQ(effect.result, 0);
  EXPECT_TRUE(effect.yielded);
  EXPECT_FALSE(effect.timed_out);
  EXPECT_EQ(clock_of(a), 1000);
  does(a, sleep_until(500));
  EXPECT_EQ(clock_of(a), 1000);
}

TEST_F(ThreadTest, SleepersNeedNotWakeInTheOrderOfTheirDeadlines) {
  comes_to(a, sleep_until(1));
  EXPECT_EQ(comes_to(b, sleep_until(1'000'000)), "by time");
  goes_on(b);
  EXPECT_EQ(clock_of(a), 0);
}

TEST_F(ThreadTest, AYieldIsReadyAndTakesNoTime) {
  EXPECT_EQ(comes_to(a, kYield), "yes");
  EXPECT_TRUE(goes_on(a).yielded);
  EXPECT_EQ(clock_of(a), 0);
}

TEST_F(ThreadTest, ProcessExitAndCreateAreAlwaysReady) {
  EXPECT_EQ(comes_to(a, {.kind = OpKind::thread_create}), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(comes_to(a, {.kind = OpKind::process_exit}), "yes");
}

}  // namespace
}  // namespace heddle::primitive
