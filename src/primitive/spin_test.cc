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

class SpinTest : public testing::WorldTest {
 public:
  Operation lock() const { return {.kind = OpKind::spin_lock, .object = spin}; }
  Operation try_lock() const { return {.kind = OpKind::spin_trylock, .object = spin}; }
  Operation unlock() const { return {.kind = OpKind::spin_unlock, .object = spin}; }

  const ObjectId spin = add(ObjectKind::spin);
};

TEST_F(SpinTest, AThreadThatSpinsOnAHeldLockIsBlocked) {
  EXPECT_EQ(comes_to(a, lock()), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(comes_to(b, lock()), "no");
  EXPECT_EQ(does(a, unlock()).result, 0);
  EXPECT_EQ(can_go_on(b), "yes");
}

TEST_F(SpinTest, RelockingBlocks) {
  does(a, lock());
  EXPECT_EQ(comes_to(a, lock()), "no");
}

TEST_F(SpinTest, ATryFailsOnAHeldLock) {
  EXPECT_EQ(does(a, try_lock()).result, 0);
  EXPECT_EQ(comes_to(b, try_lock()), "yes");
  EXPECT_EQ(goes_on(b).result, EBUSY);
  EXPECT_EQ(does(a, try_lock()).result, EBUSY);
}

TEST_F(SpinTest, UnlockingWhatOneDoesNotHoldIsMisuse) {
  EXPECT_EQ(does(a, unlock()).misuse, Misuse::spin_unlock_not_held);
  does(a, lock());
  const Effect effect = does(b, unlock());
  EXPECT_EQ(effect.misuse, Misuse::spin_unlock_not_held);
  EXPECT_EQ(effect.other, a);
}

TEST_F(SpinTest, DestroyingAHeldOrWantedLockIsMisuse) {
  does(a, lock());
  EXPECT_EQ(world->destroy(spin), Misuse::destroy_locked);
  comes_to(b, lock());
  does(a, unlock());
  EXPECT_EQ(world->destroy(spin), Misuse::destroy_waited_for);
  goes_on(b);
  does(b, unlock());
  EXPECT_EQ(world->destroy(spin), Misuse::none);
}

}  // namespace
}  // namespace heddle::primitive
