// SPDX-License-Identifier: Apache-2.0
#include "order/dependence.h"

#include "order/trace_testing.h"

#include <gtest/gtest.h>

namespace heddle::order {
namespace {

using namespace testing;

struct Row {
  const char* why;
  Event a;
  Event b;
};

void expect(bool expected, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    EXPECT_EQ(dependent(row.a, row.b), expected) << row.why;
    EXPECT_EQ(dependent(row.b, row.a), expected) << row.why << ", the other way round";
  }
}

Event of_readers_that_meet(Event event) {
  event.identity |= event::kReadersMeet;
  return event;
}

Event held_for_reading(Event event) {
  event.value = 1;
  return event;
}

Event ends_round(Event event) {
  event.value = event::kEndsRound;
  return event;
}

TEST(Dependence, IsWithinAThreadAndOnAnObjectThatOneOfThemChanges) {
  expect(true, {{"one thread", by(kA, OpKind::yield), by(kA, OpKind::choose)},
                {"locks", does(kA, OpKind::mutex_lock), does(kB, OpKind::mutex_lock)},
                {"a failed try and an unlock", does(kA, OpKind::mutex_trylock, kX, EBUSY),
                 does(kB, OpKind::mutex_unlock)},
                {"a wait that timed out and an unlock", does(kA, OpKind::mutex_lock, kX, ETIMEDOUT),
                 does(kB, OpKind::mutex_unlock)},
                {"post and wait", does(kA, OpKind::sem_post), does(kB, OpKind::sem_wait)},
                {"post and a look", does(kA, OpKind::sem_post), does(kB, OpKind::sem_getvalue)},
                {"arrivals", does(kA, OpKind::barrier_arrive), does(kB, OpKind::barrier_arrive)},
                {"the last to arrive and leave", ends_round(does(kA, OpKind::barrier_arrive)),
                 does(kB, OpKind::barrier_leave)},
                {"once", does(kA, OpKind::once_finish), does(kB, OpKind::once_enter, kX, -1)}});
}

TEST(Dependence, IsNotWhereBothReadOrAddOrTheyUseDifferentThings) {
  expect(false,
         {{"failed tries", does(kA, OpKind::mutex_trylock, kX, EBUSY),
           does(kB, OpKind::mutex_trylock, kX, EBUSY)},
          {"a failed try and a wait that timed out", does(kA, OpKind::mutex_trylock, kX, EBUSY),
           does(kB, OpKind::mutex_lock, kX, ETIMEDOUT)},
          {"posts", does(kA, OpKind::sem_post), does(kB, OpKind::sem_post)},
          {"two mutexes", does(kA, OpKind::mutex_lock, kX), does(kB, OpKind::mutex_lock, kY)},
          {"once, long done", does(kA, OpKind::once_enter, kX, -1),
           does(kB, OpKind::once_enter, kX, -1)},
          {"leaving a barrier", does(kA, OpKind::barrier_leave), does(kB, OpKind::barrier_leave)},
          {"leaving a barrier and arriving in the next round", does(kA, OpKind::barrier_leave),
           does(kB, OpKind::barrier_arrive)},
          {"yields", by(kA, OpKind::yield), by(kB, OpKind::yield)},
          {"sleeps", by(kA, OpKind::sleep), by(kB, OpKind::sleep)},
          {"choices", chooses(kA, 1), chooses(kB, 0)},
          {"fences", by(kA, OpKind::fence), by(kB, OpKind::fence)}});
}

TEST(Dependence, OfReadLocksIsOnlyWithWritersUnlessWritersComeFirst) {
  const Event reads = does(kA, OpKind::rwlock_rdlock);
  const Event others = does(kB, OpKind::rwlock_tryrdlock);
  const Event leaves = held_for_reading(does(kB, OpKind::rwlock_unlock));
  const Event writes = does(kB, OpKind::rwlock_wrlock);
  const Event arrives = does(kB, OpKind::rwlock_wrlock, kX, kFallsAsleep);
  const Event gives_up = does(kB, OpKind::rwlock_wrlock, kX, ETIMEDOUT);
  const auto fair = of_readers_that_meet;
  expect(false, {{"readers", reads, others}, {"a reader that leaves", reads, leaves}});
  expect(true, {{"a writer", reads, writes},
                {"its end", reads, does(kB, OpKind::rwlock_unlock)},
                {"it has given up because of a reader", reads, gives_up},
                {"readers that meet", fair(reads), fair(others)},
                {"and leave", fair(reads), fair(leaves)},
                {"a writer that arrives", fair(reads), fair(arrives)},
                {"a writer that gives up", fair(does(kA, OpKind::rwlock_tryrdlock, kX, EBUSY)),
                 fair(gives_up)}});
}

TEST(Dependence, OfSignalsIsOnlyWhereSomebodyIsWokenOrComesToWait) {
  expect(false,
         {{"nobody waits", wakes(kA, OpKind::cond_signal, 0), wakes(kB, OpKind::cond_broadcast, 0)},
          {"one that was woken goes on", waits(kA, OpKind::cond_wake),
           wakes(kB, OpKind::cond_signal, 0)}});
  expect(true,
         {{"both wake", wakes(kA, OpKind::cond_signal, 1), wakes(kB, OpKind::cond_signal, 1)},
          {"the last waiter", wakes(kA, OpKind::cond_signal, 1), wakes(kB, OpKind::cond_signal, 0)},
          {"a waiter comes", waits(kA, OpKind::cond_wait), wakes(kB, OpKind::cond_signal, 0)},
          {"a waiter leaves", waits(kA, OpKind::cond_wake, ETIMEDOUT),
           wakes(kB, OpKind::cond_broadcast, 0)},
          {"the mutex", waits(kA, OpKind::cond_wait), does(kB, OpKind::mutex_lock, kY)},
          {"the mutex again", waits(kA, OpKind::cond_wake),
           does(kB, OpKind::mutex_trylock, kY, EBUSY)}});
}

TEST(Dependence, OfAFutexIsAlsoWithWritesToItsWord) {
  const auto futex = [](OpKind kind, int32_t result) {
    Event event = does(kA, kind, kX, result);
    event.identity = 0x10000;
    return event;
  };
  expect(
      true,
      {{"a write", futex(OpKind::futex_wait, kFallsAsleep),
        accesses(kB, OpKind::atomic_store, 0, 4)},
       {"to a part", futex(OpKind::futex_wait, EAGAIN), accesses(kB, OpKind::atomic_rmw, 3, 1)},
       {"a wake", futex(OpKind::futex_wait, kFallsAsleep), does(kB, OpKind::futex_wake, kX, 0)}});
  expect(
      false,
      {{"a load", futex(OpKind::futex_wait, kFallsAsleep), accesses(kB, OpKind::atomic_load, 0, 4)},
       {"next to it", futex(OpKind::futex_wait, kFallsAsleep),
        accesses(kB, OpKind::atomic_store, 4, 4)},
       {"no sleeper", does(kA, OpKind::futex_wake, kX, 0), does(kB, OpKind::futex_wake, kX, 0)}});
}

TEST(Dependence, OfAccessesIsWhereBytesOverlapAndOneWrites) {
  expect(true, {{"stores", accesses(kA, OpKind::atomic_store, 0, 4),
                 accesses(kB, OpKind::atomic_store, 0, 4)},
                {"the last byte", accesses(kA, OpKind::data_write, 0, 4),
                 accesses(kB, OpKind::data_read, 3, 1)},
                {"a part", accesses(kA, OpKind::volatile_read, 2, 1),
                 accesses(kB, OpKind::volatile_write, 0, 8)},
                {"an exchange", accesses(kA, OpKind::atomic_cas, 0, 8),
                 accesses(kB, OpKind::atomic_load, 0, 8)}});
  expect(false,
         {{"loads", accesses(kA, OpKind::atomic_load, 0, 4), accesses(kB, OpKind::data_read, 0, 8)},
          {"halves", accesses(kA, OpKind::atomic_store, 0, 4),
           accesses(kB, OpKind::atomic_store, 4, 4)},
          {"failed exchanges", accesses(kA, OpKind::atomic_cas, 0, 8, EAGAIN),
           accesses(kB, OpKind::atomic_cas, 0, 8, EAGAIN)}});
}

TEST(Dependence, OfThreadsIsOnTheirBeginningAndTheirEnd) {
  expect(true, {{"creates", with(by(kA, OpKind::thread_create), kB), by(kB, OpKind::yield)},
                {"numbers are given in order", with(by(kA, OpKind::thread_create), kC),
                 by(kB, OpKind::thread_create)},
                {"joins", with(by(kA, OpKind::thread_join), kB), by(kB, OpKind::thread_end)},
                {"it has not ended yet",
                 with(does(kA, OpKind::thread_tryjoin, event::kNoObject, EBUSY), kB),
                 by(kB, OpKind::thread_end)},
                {"the process ends", by(kA, OpKind::process_exit), by(kB, OpKind::yield)},
                {"all is quiet", by(kA, OpKind::quiesce), by(kB, OpKind::fence)}});
  expect(false,
         {{"creates another", with(by(kA, OpKind::thread_create), kC), by(kB, OpKind::yield)},
          {"ends", by(kA, OpKind::thread_end), by(kB, OpKind::thread_end)},
          {"joins another", with(by(kA, OpKind::thread_join), kC), by(kB, OpKind::thread_end)}});
}

}  // namespace
}  // namespace heddle::order
