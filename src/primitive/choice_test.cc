// SPDX-License-Identifier: Apache-2.0
#include "primitive/testing.h"

namespace heddle::primitive {
namespace {

using event::Operation;
using event::OpKind;

class ChoiceTest : public testing::WorldTest {
 public:
  static Operation choose(int64_t values) { return {.kind = OpKind::choose, .argument = values}; }
};

TEST_F(ChoiceTest, EachValueIsAWayToGoOn) {
  EXPECT_EQ(comes_to(a, choose(3)), "3 ways");
  EXPECT_EQ(goes_on(a, 2).result, 2);
  EXPECT_EQ(comes_to(a, choose(3)), "3 ways");
  EXPECT_EQ(goes_on(a, 0).result, 0);
}

TEST_F(ChoiceTest, ItIsNoYieldAndTakesNoTime) {
  set_clock(a, 100);
  comes_to(a, choose(2));
  const Effect effect = goes_on(a, 1);
  EXPECT_FALSE(effect.yielded);
  EXPECT_FALSE(effect.timed_out);
  EXPECT_EQ(clock_of(a), 100);
}

TEST_F(ChoiceTest, ThreadsChooseIndependently) {
  comes_to(a, choose(2));
  comes_to(b, choose(5));
  EXPECT_EQ(goes_on(b, 4).result, 4);
  EXPECT_EQ(can_go_on(a), "2 ways");
}

// Fresh memory is always to be had.
TEST_F(ChoiceTest, AMallocHasAWayForEachFreedBlock) {
  const event::ObjectId heap = world->add_object({.kind = event::ObjectKind::heap});
  const Operation reuse{.kind = OpKind::reuse, .object = heap};
  EXPECT_EQ(comes_to(a, reuse), "yes");
  world->set_reusable(heap, 2);
  EXPECT_EQ(can_go_on(a), "3 ways");
  EXPECT_EQ(goes_on(a, 2).result, 2);
}

TEST_F(ChoiceTest, AMallocIsNotEarlierThanTheFree) {
  const event::ObjectId heap = world->add_object({.kind = event::ObjectKind::heap});
  set_clock(b, 100);
  world->set_reusable(heap, 1);
  world->use(b, heap, event::Use::changes);
  comes_to(a, {.kind = OpKind::reuse, .object = heap});
  goes_on(a, 1);
  EXPECT_EQ(clock_of(a), 100);
}

TEST_F(ChoiceTest, MoreValuesThanCanBeNumberedAreNotPassedOverInSilence) {
  comes_to(a, choose(kMostAlternatives));
  EXPECT_EQ(world->readiness(a).alternatives, kMostAlternatives);
  EXPECT_FALSE(world->readiness(a).truncated);
  comes_to(a, choose(int64_t{kMostAlternatives} + 1));
  EXPECT_EQ(world->readiness(a).alternatives, kMostAlternatives);
  EXPECT_TRUE(world->readiness(a).truncated);
}

}  // namespace
}  // namespace heddle::primitive
