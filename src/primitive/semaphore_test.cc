// SPDX-License-Identifier: Apache-2.0
#include "primitive/testing.h"

#include <cerrno>
#include <climits>

namespace heddle::primitive {
namespace {

using event::Misuse;
using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;

class SemaphoreTest : public testing::WorldTest {
 public:
  Operation wait() const { return {.kind = OpKind::sem_wait, .object = semaphore}; }
  Operation try_wait() const { return {.kind = OpKind::sem_trywait, .object = semaphore}; }
  Operation post() const { return {.kind = OpKind::sem_post, .object = semaphore}; }
  Operation value() const { return {.kind = OpKind::sem_getvalue, .object = semaphore}; }
  Operation wait_until(int64_t deadline) const {
    return {.kind = OpKind::sem_wait, .timed = true, .object = semaphore, .deadline = deadline};
  }

  const ObjectId semaphore = add(ObjectKind::semaphore, 1);
};

TEST_F(SemaphoreTest, AWaitTakesOneAndBlocksAtNone) {
  EXPECT_EQ(comes_to(a, wait()), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(comes_to(b, wait()), "no");
  EXPECT_EQ(does(a, post()).result, 0);
  EXPECT_EQ(can_go_on(b), "yes");
}

TEST_F(SemaphoreTest, APostIsThereForAnyWaiterAndForOneOnly) {
  does(a, wait());
  comes_to(b, wait());
  comes_to(c, wait());
  does(a, post());
  EXPECT_EQ(can_go_on(b), "yes");
  EXPECT_EQ(can_go_on(c), "yes");
  goes_on(c);
  EXPECT_EQ(can_go_on(b), "no");
}

TEST_F(SemaphoreTest, AnybodyMayPostAndPostsAddUp) {
  does(b, post());
  does(c, post());
  EXPECT_EQ(does(a, value()).result, 3);
}

TEST_F(SemaphoreTest, ATryFailsAtNone) {
  EXPECT_EQ(does(a, try_wait()).result, 0);
  EXPECT_EQ(comes_to(b, try_wait()), "yes");
  EXPECT_EQ(goes_on(b).result, EAGAIN);
  EXPECT_EQ(does(b, value()).result, 0);
}

TEST_F(SemaphoreTest, ATimedWaitGoesOnByTimeAtNoneOnly) {
  EXPECT_EQ(comes_to(a, wait_until(80)), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(clock_of(a), 0);
  EXPECT_EQ(comes_to(a, wait_until(80)), "by time");
  const Effect effect = goes_on(a);
  EXPECT_EQ(effect.result, ETIMEDOUT);
  EXPECT_TRUE(effect.yielded);
  EXPECT_EQ(clock_of(a), 80);
}

TEST_F(SemaphoreTest, APostBeyondTheHighestValueIsAnsweredWithEoverflow) {
  world->object(semaphore).count = INT_MAX;
  EXPECT_EQ(does(a, post()).result, EOVERFLOW);
  EXPECT_EQ(world->object(semaphore).count, uint32_t{INT_MAX});
}

TEST_F(SemaphoreTest, DestroyingOneThatIsWaitedForIsMisuse) {
  does(a, wait());
  comes_to(b, wait());
  EXPECT_EQ(world->destroy(semaphore), Misuse::destroy_waited_for);
}

TEST_F(SemaphoreTest, WhoTakesAPostIsNotEarlierThanThePost) {
  does(a, wait());
  set_clock(b, 70);
  does(b, post());
  does(a, wait());
  EXPECT_EQ(clock_of(a), 70);
}

}  // namespace
}  // namespace heddle::primitive
