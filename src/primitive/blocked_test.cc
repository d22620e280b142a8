// SPDX-License-Identifier: Apache-2.0
#include "primitive/blocked.h"

#include "primitive/testing.h"

namespace heddle::primitive {
namespace {

using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;
using event::ThreadId;

class BlockedTest : public testing::WorldTest {
 public:
  static Operation op(OpKind kind, ObjectId object) { return {.kind = kind, .object = object}; }
  static Operation lock(ObjectId mutex) { return op(OpKind::mutex_lock, mutex); }
  static Operation join(ThreadId thread) { return {.kind = OpKind::thread_join, .thread = thread}; }
  static Operation until(int64_t deadline, Operation operation) {
    operation.timed = true;
    operation.deadline = deadline;
    return operation;
  }
  bool for_good(ThreadId thread) { return blocked_for_good(*world, thread); }
  ThreadId holder(ThreadId thread) { return holder_for(*world, thread); }

  static constexpr Operation kEnd{.kind = OpKind::thread_end};
  const ObjectId m = add(ObjectKind::mutex);
  const ObjectId n = add(ObjectKind::mutex);
  const ObjectId o = add(ObjectKind::mutex);
};

TEST_F(BlockedTest, AThreadThatCanGoOnWaitsForNobody) {
  comes_to(a, lock(m));
  EXPECT_EQ(holder(a), event::kNoThread);
  EXPECT_FALSE(for_good(a));
}

TEST_F(BlockedTest, AThreadWhoseHolderCanGoOnIsNotBlockedForGood) {
  does(a, lock(m));
  comes_to(a, op(OpKind::mutex_unlock, m));
  comes_to(b, lock(m));
  EXPECT_EQ(holder(b), a);
  EXPECT_FALSE(for_good(b));
}

TEST_F(BlockedTest, ACycleOfTwoIsForGood) {
  does(a, lock(m));
  does(b, lock(n));
  comes_to(a, lock(n));
  EXPECT_FALSE(for_good(a));
  comes_to(b, lock(m));
  EXPECT_TRUE(for_good(a));
  EXPECT_TRUE(for_good(b));
}

TEST_F(BlockedTest, ACycleOfThreeIsForGoodAndSoIsWhoWaitsForIt) {
  does(a, lock(m));
  does(b, lock(n));
  does(c, lock(o));
  comes_to(a, lock(n));
  comes_to(b, lock(o));
  EXPECT_FALSE(for_good(a));
  comes_to(c, lock(m));
  const ThreadId outside = world->add_thread(a, false);
  comes_to(outside, lock(m));
  for (const ThreadId thread : {a, b, c, outside}) {
    EXPECT_TRUE(for_good(thread));
  }
}

TEST_F(BlockedTest, ACycleThatAnyoneLeavesByTimeIsNotForGood) {
  does(a, lock(m));
  does(b, lock(n));
  comes_to(a, lock(n));
  comes_to(b, until(10, lock(m)));
  EXPECT_FALSE(for_good(a));
  EXPECT_FALSE(for_good(b));
}

TEST_F(BlockedTest, RelockingOnesOwnIsForGood) {
  const ObjectId spin = add(ObjectKind::spin);
  does(a, lock(m));
  comes_to(a, lock(m));
  EXPECT_EQ(holder(a), a);
  EXPECT_TRUE(for_good(a));
  does(b, op(OpKind::spin_lock, spin));
  comes_to(b, op(OpKind::spin_lock, spin));
  EXPECT_TRUE(for_good(b));
}

TEST_F(BlockedTest, ALockWhoseOwnerHasEndedIsForGood) {
  does(a, lock(m));
  does(a, kEnd);
  comes_to(b, lock(m));
  EXPECT_TRUE(for_good(b));
}

TEST_F(BlockedTest, JoiningAThreadThatIsBlockedForGoodIsForGood) {
  does(b, lock(m));
  comes_to(a, join(b));
  comes_to(b, lock(n));
  EXPECT_EQ(holder(a), b);
  EXPECT_FALSE(for_good(a));
  comes_to(b, lock(m));
  EXPECT_TRUE(for_good(a));
}

TEST_F(BlockedTest, TwoThatJoinEachOtherAreForGood) {
  comes_to(a, join(b));
  comes_to(b, join(a));
  EXPECT_TRUE(for_good(a));
  EXPECT_TRUE(for_good(b));
}

TEST_F(BlockedTest, EnteringAOnceFromInsideIsForGood) {
  const ObjectId once = add(ObjectKind::once);
  does(a, op(OpKind::once_enter, once));
  comes_to(b, op(OpKind::once_enter, once));
  EXPECT_EQ(holder(b), a);
  comes_to(a, op(OpKind::once_enter, once));
  EXPECT_TRUE(for_good(a));
  EXPECT_TRUE(for_good(b));
}

// Anybody could post, signal, wake or arrive: not even a lone thread is judged.
TEST_F(BlockedTest, WaitersOfASemaphoreConditionFutexOrBarrierAreNotForGood) {
  const ObjectId semaphore = add(ObjectKind::semaphore);
  const ObjectId cond = add(ObjectKind::cond);
  const ObjectId word = add(ObjectKind::futex);
  const ObjectId barrier = add(ObjectKind::barrier, 2);
  does(b, lock(m));
  does(b, {.kind = OpKind::cond_wait, .object = cond, .mutex = m});
  does(c, op(OpKind::barrier_arrive, barrier));
  does(a, op(OpKind::futex_wait, word));
  const std::vector<std::pair<ThreadId, Operation>> rows = {
      {a, op(OpKind::sem_wait, semaphore)},
      {a, op(OpKind::futex_woken, word)},
      {b, {.kind = OpKind::cond_wake, .object = cond, .mutex = m}},
      {c, op(OpKind::barrier_leave, barrier)},
  };
  for (const auto& [thread, operation] : rows) {
    EXPECT_EQ(comes_to(thread, operation), "no");
    EXPECT_EQ(holder(thread), event::kNoThread);
    EXPECT_FALSE(for_good(thread));
  }
}

TEST_F(BlockedTest, ASignalledWaiterWaitsForTheHolderOfItsMutex) {
  const ObjectId cond = add(ObjectKind::cond);
  does(a, lock(m));
  does(a, {.kind = OpKind::cond_wait, .object = cond, .mutex = m});
  comes_to(a, {.kind = OpKind::cond_wake, .object = cond, .mutex = m});
  does(b, lock(m));
  EXPECT_EQ(holder(a), event::kNoThread);
  does(b, op(OpKind::cond_signal, cond));
  EXPECT_EQ(holder(a), b);
  EXPECT_FALSE(for_good(a));
  comes_to(b, lock(m));
  EXPECT_TRUE(for_good(a));
}

TEST_F(BlockedTest, AReaderThatAsksToWriteIsForGood) {
  const ObjectId rw = add(ObjectKind::rwlock);
  does(b, op(OpKind::rwlock_rdlock, rw));
  does(a, op(OpKind::rwlock_rdlock, rw));
  comes_to(a, op(OpKind::rwlock_wrlock, rw));
  comes_to(c, op(OpKind::rwlock_wrlock, rw));
  EXPECT_EQ(holder(a), a);
  EXPECT_TRUE(for_good(a));
}

TEST_F(BlockedTest, AWriterWaitsForTheReadersAndAReaderForTheWriter) {
  const ObjectId rw = add(ObjectKind::rwlock);
  does(b, op(OpKind::rwlock_rdlock, rw));
  comes_to(a, op(OpKind::rwlock_wrlock, rw));
  EXPECT_EQ(holder(a), b);
  EXPECT_FALSE(for_good(a));
  does(b, op(OpKind::rwlock_unlock, rw));
  goes_on(a);
  comes_to(c, op(OpKind::rwlock_rdlock, rw));
  EXPECT_EQ(holder(c), a);
}

// All readers must let go before a writer can go on.
TEST_F(BlockedTest, AWriterIsBlockedForGoodIfAnyReaderIs) {
  const ObjectId rw = add(ObjectKind::rwlock);
  for (const ThreadId reader : {b, c}) {
    does(reader, op(OpKind::rwlock_rdlock, rw));
  }
  comes_to(a, op(OpKind::rwlock_wrlock, rw));
  does(c, lock(m));
  comes_to(c, lock(m));
  EXPECT_TRUE(for_good(a));
}

// A writer that gives up by time lets the reader in.
TEST_F(BlockedTest, AReaderBehindATimedWriterIsNotBlockedForGood) {
  const ObjectId rw = world->add_object({.kind = ObjectKind::rwlock, .prefers_writers = true});
  does(a, op(OpKind::rwlock_rdlock, rw));
  comes_to(b, until(10, op(OpKind::rwlock_wrlock, rw)));
  EXPECT_EQ(comes_to(a, op(OpKind::rwlock_rdlock, rw)), "no");
  EXPECT_FALSE(for_good(a));
  goes_on(b);
  EXPECT_EQ(can_go_on(a), "yes");
}

TEST_F(BlockedTest, AReaderThatReadsAgainBehindAWriterIsBlockedForGood) {
  const ObjectId rw = world->add_object({.kind = ObjectKind::rwlock, .prefers_writers = true});
  does(a, op(OpKind::rwlock_rdlock, rw));
  comes_to(b, op(OpKind::rwlock_wrlock, rw));
  comes_to(a, op(OpKind::rwlock_rdlock, rw));
  EXPECT_TRUE(for_good(a));
  EXPECT_TRUE(for_good(b));
}

}  // namespace
}  // namespace heddle::primitive
