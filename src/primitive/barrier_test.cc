// SPDX-License-Identifier: Apache-2.0
#include "primitive/testing.h"

namespace heddle::primitive {
namespace {

using event::Misuse;
using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;

class BarrierTest : public testing::WorldTest {
 public:
  Operation arrive() const { return {.kind = OpKind::barrier_arrive, .object = barrier}; }
  Operation leave() const { return {.kind = OpKind::barrier_leave, .object = barrier}; }

  const ObjectId barrier = add(ObjectKind::barrier, 2);
};

TEST_F(BarrierTest, NobodyLeavesBeforeAllHaveArrived) {
  EXPECT_EQ(comes_to(a, arrive()), "yes");
  goes_on(a);
  EXPECT_EQ(comes_to(a, leave()), "no");
  does(b, arrive());
  EXPECT_EQ(comes_to(b, leave()), "yes");
  EXPECT_EQ(can_go_on(a), "yes");
}

TEST_F(BarrierTest, TheLastToArriveIsTheSerialThread) {
  does(a, arrive());
  does(b, arrive());
  EXPECT_EQ(does(a, leave()).result, 0);
  EXPECT_EQ(does(b, leave()).result, kSerialThread);
}

// The next round fills up while a thread of the last one has not left yet.
TEST_F(BarrierTest, RoundsDoNotMix) {
  does(a, arrive());
  comes_to(a, leave());
  does(b, arrive());
  does(b, leave());
  does(b, arrive());
  EXPECT_EQ(comes_to(b, leave()), "no");
  EXPECT_EQ(can_go_on(a), "yes");
  does(c, arrive());
  EXPECT_EQ(can_go_on(a), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(goes_on(b).result, 0);
  EXPECT_EQ(does(c, leave()).result, kSerialThread);
}

TEST_F(BarrierTest, ABarrierForOneLetsEveryoneThrough) {
  const ObjectId one = add(ObjectKind::barrier, 1);
  does(a, {.kind = OpKind::barrier_arrive, .object = one});
  EXPECT_EQ(does(a, {.kind = OpKind::barrier_leave, .object = one}).result, kSerialThread);
}

TEST_F(BarrierTest, WhoLeavesIsNotEarlierThanTheLastArrival) {
  set_clock(b, 60);
  does(a, arrive());
  does(b, arrive());
  does(a, leave());
  EXPECT_EQ(clock_of(a), 60);
}

// They do not depend on each other, unless that round is over.
TEST_F(BarrierTest, WhoLeavesAndWhoArrivesInTheNextRoundDoNotMeetInTime) {
  does(a, arrive());
  comes_to(a, leave());
  does(b, arrive());
  comes_to(b, leave());
  goes_on(a);
  set_clock(a, 60);
  does(a, arrive());
  set_clock(b, 20);
  goes_on(b);
  EXPECT_EQ(clock_of(b), 20);
}

TEST_F(BarrierTest, WhoArrivesIsNotEarlierThanThoseThatLeftOnlyIfThatEndsItsRound) {
  does(a, arrive());
  comes_to(a, leave());
  does(b, arrive());
  does(b, leave());
  set_clock(a, 60);
  goes_on(a);
  does(b, arrive());
  EXPECT_EQ(clock_of(b), 0);
  does(c, arrive());
  EXPECT_EQ(clock_of(c), 60);
}

TEST_F(BarrierTest, DestroyingOneThatIsWaitedForIsMisuse) {
  does(a, arrive());
  comes_to(a, leave());
  EXPECT_EQ(world->destroy(barrier), Misuse::destroy_waited_for);
}

// POSIX.1-2017 forbids a destroy while a thread is blocked on the barrier.  Once
// all have arrived nobody is, so one of them may destroy it at once, as glibc
// documents in pthread_barrier_destroy.c.
TEST_F(BarrierTest, ABarrierMayBeDestroyedByTheFirstToLeave) {
  does(a, arrive());
  comes_to(a, leave());
  does(b, arrive());
  does(b, leave());
  EXPECT_EQ(world->destroy(barrier), Misuse::none);
  EXPECT_EQ(can_go_on(a), "yes");
  EXPECT_EQ(goes_on(a).misuse, Misuse::none);
}

}  // namespace
}  // namespace heddle::primitive
