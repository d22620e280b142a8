// SPDX-License-Identifier: Apache-2.0
#include "primitive/testing.h"

namespace heddle::primitive {
namespace {

using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;

class OnceTest : public testing::WorldTest {
 public:
  Operation enter() const { return {.kind = OpKind::once_enter, .object = once}; }
  Operation finish() const { return {.kind = OpKind::once_finish, .object = once, .argument = 1}; }
  Operation give_up() const { return {.kind = OpKind::once_finish, .object = once, .argument = 0}; }

  const ObjectId once = add(ObjectKind::once);
};

TEST_F(OnceTest, OneIsInsideAndTheOthersWaitUntilItHasFinished) {
  EXPECT_EQ(comes_to(a, enter()), "yes");
  EXPECT_EQ(goes_on(a).result, 0);
  EXPECT_EQ(comes_to(b, enter()), "no");
  does(a, finish());
  EXPECT_EQ(can_go_on(b), "yes");
  EXPECT_EQ(goes_on(b).result, kAlreadyDone);
}

TEST_F(OnceTest, WhoComesLaterFindsItDone) {
  does(a, enter());
  does(a, finish());
  EXPECT_EQ(does(b, enter()).result, kAlreadyDone);
  EXPECT_EQ(does(a, enter()).result, kAlreadyDone);
}

// An exception has left the function.
TEST_F(OnceTest, AfterOneGivesUpAnotherEnters) {
  does(a, enter());
  comes_to(b, enter());
  does(a, give_up());
  EXPECT_EQ(can_go_on(b), "yes");
  EXPECT_EQ(goes_on(b).result, 0);
  EXPECT_EQ(world->object(once).owner, b);
}

TEST_F(OnceTest, EnteringAgainFromInsideBlocks) {
  does(a, enter());
  EXPECT_EQ(comes_to(a, enter()), "no");
}

TEST_F(OnceTest, WhoFindsItDoneIsNotEarlierThanItsEnd) {
  does(a, enter());
  set_clock(a, 45);
  does(a, finish());
  does(b, enter());
  EXPECT_EQ(clock_of(b), 45);
}

}  // namespace
}  // namespace heddle::primitive
