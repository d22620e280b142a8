// SPDX-License-Identifier: Apache-2.0
#include "primitive/testing.h"
#include "primitive/world.h"

#include <gtest/gtest.h>

namespace heddle::primitive {
namespace {

using event::ObjectKind;
using event::Operation;
using event::OpKind;
using event::ThreadId;

// A step is not earlier than the steps that it depends on: those that read before a write, too.
class ClocksTest : public testing::WorldTest {
 protected:
  [[nodiscard]] Operation access(OpKind kind) const {
    return {.kind = kind, .bytes = 4, .object = memory};
  }

  const event::ObjectId mutex = add(ObjectKind::mutex);
  const event::ObjectId memory = add(ObjectKind::memory);
};

TEST_F(ClocksTest, OfAWriteAreNotBeforeTheReadsBeforeIt) {
  set_clock(a, 300);
  does(a, access(OpKind::atomic_load));
  does(b, access(OpKind::atomic_load));
  EXPECT_EQ(clock_of(b), 0);  // reads can be swapped
  does(b, access(OpKind::atomic_store));
  EXPECT_EQ(clock_of(b), 300);
  does(c, access(OpKind::atomic_load));
  EXPECT_EQ(clock_of(c), 300);
}

TEST_F(ClocksTest, OfACompareExchangeGoByWhetherItSucceeds) {
  set_clock(a, 300);
  does(a, access(OpKind::atomic_cas));
  does(b, access(OpKind::atomic_cas));
  EXPECT_EQ(clock_of(b), 0);
  world->exchanged(b);
  EXPECT_EQ(clock_of(b), 300);
}

TEST_F(ClocksTest, OfAnUnlockAreNotBeforeATryThatFailed) {
  does(a, {.kind = OpKind::mutex_lock, .object = mutex});
  set_clock(b, 300);
  does(b, {.kind = OpKind::mutex_trylock, .object = mutex});
  does(c, {.kind = OpKind::mutex_trylock, .object = mutex});
  EXPECT_EQ(clock_of(c), 0);
  does(a, {.kind = OpKind::mutex_unlock, .object = mutex});
  EXPECT_EQ(clock_of(a), 300);
}

TEST_F(ClocksTest, OfAnUnlockAreNotBeforeAWaitForItThatTimedOut) {
  does(a, {.kind = OpKind::mutex_lock, .object = mutex});
  does(b, {.kind = OpKind::mutex_lock, .timed = true, .object = mutex, .deadline = 700});
  EXPECT_EQ(clock_of(b), 700);
  does(a, {.kind = OpKind::mutex_unlock, .object = mutex});
  EXPECT_EQ(clock_of(a), 700);
}

TEST_F(ClocksTest, OfAConditionsMutexGoWithTheWait) {
  const event::ObjectId cond = add(ObjectKind::cond);
  does(a, {.kind = OpKind::mutex_lock, .object = mutex});
  set_clock(b, 300);
  does(b, {.kind = OpKind::mutex_trylock, .object = mutex});
  does(a, {.kind = OpKind::cond_wait, .object = cond, .mutex = mutex});
  EXPECT_EQ(clock_of(a), 300);
  does(c, {.kind = OpKind::mutex_lock, .object = mutex});
  EXPECT_EQ(clock_of(c), 300);
}

TEST_F(ClocksTest, OfTheEndOfAThreadAreNotBeforeThoseWhoAskedForIt) {
  set_clock(a, 300);
  does(a, {.kind = OpKind::thread_tryjoin, .thread = b});
  does(b, {.kind = OpKind::thread_end});
  EXPECT_EQ(clock_of(b), 300);
  set_clock(b, 400);
  does(c, {.kind = OpKind::thread_join, .thread = b});
  EXPECT_EQ(clock_of(c), 300);  // that of its end
}

TEST_F(ClocksTest, OfCreationsGoByTheirOrder) {
  set_clock(a, 300);
  does(a, {.kind = OpKind::thread_create});
  does(b, {.kind = OpKind::thread_create});
  EXPECT_EQ(clock_of(b), 300);
}

TEST_F(ClocksTest, OfTheEndOfTheProcessAreNotBeforeAnything) {
  set_clock(b, 300);
  does(a, {.kind = OpKind::process_exit});
  EXPECT_EQ(clock_of(a), 300);
}

TEST_F(ClocksTest, GoByUsesBesidesTheOperation) {
  set_clock(a, 300);
  world->use(a, memory, event::Use::reads);
  world->use(b, memory, event::Use::reads);
  EXPECT_EQ(clock_of(b), 0);
  world->use(b, memory, event::Use::changes);
  EXPECT_EQ(clock_of(b), 300);
}

TEST_F(ClocksTest, GoByResources) {
  using event::ResourceKind;
  const auto use = [&](ThreadId thread, uint64_t name, event::Use how) {
    world->use(thread, event::Resource{ResourceKind::once, name}, how);
  };
  set_clock(a, 300);
  use(a, 1, event::Use::changes);
  use(b, 2, event::Use::changes);
  EXPECT_EQ(clock_of(b), 0);
  use(b, 1, event::Use::reads);
  EXPECT_EQ(clock_of(b), 300);
  use(c, event::kWholeKind, event::Use::reads);
  EXPECT_EQ(clock_of(c), 300);
  set_clock(c, 400);
  use(c, event::kWholeKind, event::Use::changes);
  use(a, 3, event::Use::reads);
  EXPECT_EQ(clock_of(a), 400);
}

// Who finds a once done does no step on it, but looks at its flag.
TEST_F(ClocksTest, OfWhoFindsAOnceDoneAreNotBeforeItsEnd) {
  const event::ObjectId once = add(ObjectKind::once);
  const event::Resource flag{event::ResourceKind::once, world->object(once).identity};
  world->use(c, flag, event::Use::reads);
  does(a, {.kind = OpKind::once_enter, .object = once});
  set_clock(a, 300);
  does(a, {.kind = OpKind::once_finish, .object = once, .argument = 1});
  world->use(b, flag, event::Use::reads);
  EXPECT_EQ(clock_of(b), 300);
  EXPECT_EQ(clock_of(c), 0);
}

TEST_F(ClocksTest, OfTheEndOfAOnceAreNotBeforeThoseWhoFoundItNotDone) {
  const event::ObjectId once = add(ObjectKind::once);
  set_clock(b, 300);
  world->use(b, {event::ResourceKind::once, world->object(once).identity}, event::Use::reads);
  does(a, {.kind = OpKind::once_enter, .object = once});
  does(a, {.kind = OpKind::once_finish, .object = once, .argument = 1});
  EXPECT_EQ(clock_of(a), 300);
}

}  // namespace
}  // namespace heddle::primitive
