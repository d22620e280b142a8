// SPDX-License-Identifier: Apache-2.0
#include "model/machine.h"

#include <gtest/gtest.h>

namespace heddle::model {
namespace {

using event::OpKind;

constexpr event::ThreadId kFirst{0};
constexpr event::ThreadId kSecond{1};

bool can_go_on(const Machine& machine, event::ThreadId thread) {
  return machine.world().readiness(thread).alternatives > 0;
}

TEST(Machine, APrimitiveMeansWhatItMeansInALiveProgram) {
  const Program program{.threads = {{{.act = Act::lock}, {.act = Act::unlock}},
                                    {{.act = Act::lock}, {.act = Act::unlock}}}};
  Machine machine(program);
  EXPECT_EQ(machine.step(kFirst, 0).kind, OpKind::mutex_lock);
  EXPECT_FALSE(can_go_on(machine, kSecond));
  EXPECT_EQ(machine.step(kFirst, 0).kind, OpKind::mutex_unlock);
  EXPECT_TRUE(can_go_on(machine, kSecond));
}

TEST(Machine, StatesAreEqualHoweverTheyWereReached) {
  const Program program{
      .threads = {{{.act = Act::post, .object = 0}}, {{.act = Act::post, .object = 1}}}};
  Machine one(program);
  one.step(kFirst, 0);
  const std::string between = one.state();
  one.step(kSecond, 0);
  Machine other(program);
  other.step(kSecond, 0);
  EXPECT_NE(other.state(), between);
  other.step(kFirst, 0);
  EXPECT_EQ(one.state(), other.state());
}

TEST(Machine, ACopyGoesOnByItself) {
  const Program program{.threads = {{{.act = Act::increment}, {.act = Act::load}}, {}}};
  Machine one(program);
  one.step(kFirst, 0);
  Machine copy(program);
  copy.copy_from(one);
  EXPECT_EQ(copy.state(), one.state());
  EXPECT_EQ(copy.step(kFirst, 0).effect.value, 1U);
  EXPECT_NE(copy.state(), one.state());
  one.restart();
  EXPECT_EQ(one.state(), Machine(program).state());
}

TEST(Machine, ThreadsAreThereOnceTheyAreCreated) {
  const Program program{.threads = {{{.act = Act::create}, {.act = Act::join, .object = 1}}, {}},
                        .creates = true};
  Machine machine(program);
  EXPECT_EQ(machine.world().thread_count(), 1U);
  EXPECT_EQ(machine.step(kFirst, 0).effect.other, kSecond);
  EXPECT_FALSE(can_go_on(machine, kFirst));
  EXPECT_EQ(machine.step(kSecond, 0).kind, OpKind::thread_end);
  EXPECT_EQ(machine.step(kFirst, 0).kind, OpKind::thread_join);
}

TEST(Machine, AGuardLeavesOutTheNextOp) {
  const Program program{
      .threads = {{{.act = Act::try_acquire, .guard = true}, {.act = Act::post}}}};
  Machine machine(program);
  EXPECT_NE(machine.step(kFirst, 0).effect.result, 0);
  EXPECT_EQ(machine.world().thread(kFirst).pending.kind, OpKind::thread_end);
}

TEST(Machine, AFailedAssertionStopsIt) {
  const Program program{
      .threads = {{{.act = Act::load, .stop = Stop::abort, .stops_at_zero = true}}}};
  Machine machine(program);
  EXPECT_EQ(machine.step(kFirst, 0).stop, Stop::abort);
}

}  // namespace
}  // namespace heddle::model
