// SPDX-License-Identifier: Apache-2.0
#include "order/happens_before.h"

#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace heddle::order {
namespace {

using event::MemoryOrder;
using event::ObjectId;
using event::Operation;
using event::OpKind;
using event::ThreadId;
using enum MemoryOrder;

constexpr ThreadId kA{1};
constexpr ThreadId kB{2};
constexpr ThreadId kC{3};
constexpr ObjectId kX{7};
constexpr ObjectId kY{8};

struct Step {
  ThreadId thread;
  Operation operation;
  Done done;
};
using Steps = std::vector<Step>;

Step does(ThreadId thread, OpKind kind, ObjectId object = kX, int32_t result = 0) {
  return {thread, {.kind = kind, .object = object}, {.result = result}};
}
Step in_round(ThreadId thread, OpKind kind, uint32_t round) {
  return {thread, {.kind = kind, .object = kX}, {.round = round}};
}
Step waits(ThreadId thread, OpKind kind, int32_t result = 0) {
  return {thread,
          {.kind = kind, .object = kY, .mutex = kX},
          {.result = result, .timed_out = result == ETIMEDOUT}};
}
Step accesses(ThreadId thread, OpKind kind, MemoryOrder order, ObjectId object = kX) {
  return {thread, {.kind = kind, .order = order, .object = object}, {}};
}
Step loads(ThreadId thread, MemoryOrder order, ObjectId object = kX) {
  return accesses(thread, OpKind::atomic_load, order, object);
}
Step stores(ThreadId thread, MemoryOrder order, ObjectId object = kX) {
  return accesses(thread, OpKind::atomic_store, order, object);
}
Step updates(ThreadId thread, MemoryOrder order) {
  return accesses(thread, OpKind::atomic_rmw, order);
}
Step exchanges(ThreadId thread, MemoryOrder order, MemoryOrder failure, bool fails) {
  return {thread,
          {.kind = OpKind::atomic_cas, .order = order, .failure = failure, .object = kX},
          {.result = fails ? EAGAIN : 0}};
}
Step fences(ThreadId thread, MemoryOrder order) {
  return accesses(thread, OpKind::fence, order, event::kNoObject);
}
Step of(ThreadId thread, OpKind kind, ThreadId target, int32_t result = 0) {
  return {thread, {.kind = kind, .thread = target}, {.result = result, .other = target}};
}

// In memory that is taken as it is touched.
class Ground {
 public:
  Ground() = default;
  ~Ground() { munmap(memory_, bytes_); }
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;

  // Main creates a number of threads one after the other.
  void begin(uint32_t threads) {
    order.begin_execution();
    order.add_thread(event::kMainThread, event::kNoThread);
    for (uint32_t i = 1; i <= threads; ++i) {
      create(event::kMainThread, ThreadId{i});
    }
  }
  void create(ThreadId creator, ThreadId thread) {
    const Operation operation{.kind = OpKind::thread_create};
    order.arrive(creator, operation, {});
    order.add_thread(thread, creator);
    order.depart(creator, operation, {.other = thread});
  }
  void step(const Step& step) {
    order.arrive(step.thread, step.operation, step.done);
    order.depart(step.thread, step.operation, step.done);
  }

 private:
  const size_t bytes_ = HappensBefore::bytes_needed();
  void* const memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  base::Region region_{memory_, bytes_};

 public:
  HappensBefore order{region_};
};

// The thread a does something, then the steps are done.  Is it before what b does now?
struct Row {
  std::string why;
  bool ordered;
  Steps steps;
};

const Row kRows[] = {
    {"nothing orders threads", false, {}},
    {"yields do not", false, {does(kA, OpKind::yield), does(kB, OpKind::yield)}},

    {"unlock, lock", true, {does(kA, OpKind::mutex_unlock), does(kB, OpKind::mutex_lock)}},
    {"only a lock", false, {does(kA, OpKind::mutex_lock), does(kB, OpKind::mutex_lock)}},
    {"lock before the unlock",
     false,
     {does(kB, OpKind::mutex_lock), does(kB, OpKind::mutex_unlock), does(kA, OpKind::mutex_lock),
      does(kA, OpKind::mutex_unlock)}},
    {"unlock, lock of another",
     false,
     {does(kA, OpKind::mutex_unlock), does(kB, OpKind::mutex_lock, kY)}},
    {"unlock, try-lock", true, {does(kA, OpKind::mutex_unlock), does(kB, OpKind::mutex_trylock)}},
    {"unlock, failed try-lock",
     false,
     {does(kA, OpKind::mutex_unlock), does(kB, OpKind::mutex_trylock, kX, EBUSY)}},
    {"unlock, lock that times out",
     false,
     {does(kA, OpKind::mutex_unlock), does(kB, OpKind::mutex_lock, kX, ETIMEDOUT)}},
    {"lock of a dead owner's mutex",
     true,
     {does(kA, OpKind::mutex_unlock), does(kB, OpKind::mutex_lock, kX, EOWNERDEAD)}},
    {"failed unlock",
     false,
     {does(kA, OpKind::mutex_unlock, kX, EPERM), does(kB, OpKind::mutex_lock)}},
    {"through a third thread",
     true,
     {does(kA, OpKind::mutex_unlock), does(kC, OpKind::mutex_lock),
      does(kC, OpKind::mutex_unlock, kY), does(kB, OpKind::mutex_lock, kY)}},
    {"unlocks add up",
     true,
     {does(kA, OpKind::mutex_unlock), does(kC, OpKind::mutex_unlock),
      does(kB, OpKind::mutex_lock)}},
    {"spin unlock, lock", true, {does(kA, OpKind::spin_unlock), does(kB, OpKind::spin_lock)}},
    {"spin unlock, try-lock",
     true,
     {does(kA, OpKind::spin_unlock), does(kB, OpKind::spin_trylock)}},
    {"spin unlock, failed try-lock",
     false,
     {does(kA, OpKind::spin_unlock), does(kB, OpKind::spin_trylock, kX, EBUSY)}},

    {"a wait unlocks", true, {waits(kA, OpKind::cond_wait), does(kB, OpKind::mutex_lock)}},
    {"a wait that is refused",
     false,
     {waits(kA, OpKind::cond_wait, EPERM), does(kB, OpKind::mutex_lock)}},
    {"a wake-up locks", true, {does(kA, OpKind::mutex_unlock), waits(kB, OpKind::cond_wake)}},
    {"a wake-up by time locks",
     true,
     {does(kA, OpKind::mutex_unlock), waits(kB, OpKind::cond_wake, ETIMEDOUT)}},
    {"a signal is no edge",
     false,
     {does(kA, OpKind::cond_signal, kY), waits(kB, OpKind::cond_wake)}},
    {"a broadcast is no edge",
     false,
     {does(kA, OpKind::cond_broadcast, kY), waits(kB, OpKind::cond_wake)}},

    {"write unlock, read lock",
     true,
     {does(kA, OpKind::rwlock_wrlock), does(kA, OpKind::rwlock_unlock),
      does(kB, OpKind::rwlock_rdlock)}},
    {"write unlock, write lock",
     true,
     {does(kA, OpKind::rwlock_trywrlock), does(kA, OpKind::rwlock_unlock),
      does(kB, OpKind::rwlock_wrlock)}},
    {"write unlock, try-locks",
     true,
     {does(kA, OpKind::rwlock_wrlock), does(kA, OpKind::rwlock_unlock),
      does(kB, OpKind::rwlock_tryrdlock)}},
    {"write unlock, failed locks",
     false,
     {does(kA, OpKind::rwlock_wrlock), does(kA, OpKind::rwlock_unlock),
      does(kB, OpKind::rwlock_tryrdlock, kX, EBUSY), does(kB, OpKind::rwlock_trywrlock, kX, EBUSY),
      does(kB, OpKind::rwlock_wrlock, kX, ETIMEDOUT), does(kB, OpKind::rwlock_wrlock, kX, -1)}},
    {"read unlock, write lock",
     true,
     {does(kA, OpKind::rwlock_rdlock), does(kA, OpKind::rwlock_unlock),
      does(kB, OpKind::rwlock_wrlock)}},
    {"read unlock, read lock",
     false,
     {does(kA, OpKind::rwlock_rdlock), does(kA, OpKind::rwlock_unlock),
      does(kB, OpKind::rwlock_rdlock)}},
    {"read unlock, a writer, read lock",
     true,
     {does(kA, OpKind::rwlock_rdlock), does(kA, OpKind::rwlock_unlock),
      does(kC, OpKind::rwlock_wrlock), does(kC, OpKind::rwlock_unlock),
      does(kB, OpKind::rwlock_rdlock)}},
    {"who wrote once and reads now is a reader",
     false,
     {does(kC, OpKind::rwlock_wrlock), does(kC, OpKind::rwlock_unlock),
      does(kA, OpKind::mutex_unlock, kY), does(kC, OpKind::mutex_lock, kY),
      does(kC, OpKind::rwlock_rdlock), does(kC, OpKind::rwlock_unlock),
      does(kB, OpKind::rwlock_rdlock)}},
    {"failed unlock of a read-write lock",
     false,
     {does(kA, OpKind::rwlock_unlock, kX, EPERM), does(kB, OpKind::rwlock_wrlock)}},

    {"post, wait", true, {does(kA, OpKind::sem_post), does(kB, OpKind::sem_wait)}},
    {"post, try-wait", true, {does(kA, OpKind::sem_post), does(kB, OpKind::sem_trywait)}},
    {"post, failed try-wait",
     false,
     {does(kA, OpKind::sem_post), does(kB, OpKind::sem_trywait, kX, EAGAIN)}},
    {"post, wait that times out",
     false,
     {does(kA, OpKind::sem_post), does(kB, OpKind::sem_wait, kX, ETIMEDOUT)}},
    {"posts add up",
     true,
     {does(kA, OpKind::sem_post), does(kC, OpKind::sem_post), does(kB, OpKind::sem_wait)}},
    {"reading the value is no edge",
     false,
     {does(kA, OpKind::sem_post), does(kB, OpKind::sem_getvalue)}},

    {"arrive, leave",
     true,
     {in_round(kA, OpKind::barrier_arrive, 0), in_round(kB, OpKind::barrier_arrive, 0),
      in_round(kB, OpKind::barrier_leave, 0)}},
    {"arrive is not enough",
     false,
     {in_round(kA, OpKind::barrier_arrive, 0), in_round(kB, OpKind::barrier_arrive, 0)}},
    {"arrivals of a later round",
     false,
     {in_round(kB, OpKind::barrier_arrive, 0), in_round(kC, OpKind::barrier_arrive, 0),
      in_round(kC, OpKind::barrier_leave, 0), in_round(kA, OpKind::barrier_arrive, 1),
      in_round(kB, OpKind::barrier_leave, 0)}},
    {"arrivals of an earlier round are not those of this one",
     false,
     {in_round(kA, OpKind::barrier_arrive, 0), in_round(kB, OpKind::barrier_arrive, 2),
      in_round(kC, OpKind::barrier_arrive, 2), in_round(kB, OpKind::barrier_leave, 2)}},
    {"who leaves late, when the second round after has begun",
     true,
     {in_round(kA, OpKind::barrier_arrive, 0), in_round(kB, OpKind::barrier_arrive, 0),
      in_round(kC, OpKind::barrier_arrive, 2), in_round(kB, OpKind::barrier_leave, 0)}},
    {"and gets nothing of that round",
     false,
     {in_round(kC, OpKind::barrier_arrive, 0), in_round(kB, OpKind::barrier_arrive, 0),
      in_round(kA, OpKind::barrier_arrive, 2), in_round(kB, OpKind::barrier_leave, 0)}},

    {"finish once, enter",
     true,
     {does(kA, OpKind::once_finish), does(kB, OpKind::once_enter, kX, -1)}},
    {"finish once by giving up, enter",
     true,
     {does(kA, OpKind::once_finish), does(kB, OpKind::once_enter)}},
    {"enter is not enough",
     false,
     {does(kA, OpKind::once_enter), does(kB, OpKind::once_enter, kX, -1)}},

    {"futex wake, wake-up", true, {does(kA, OpKind::futex_wake), does(kB, OpKind::futex_woken)}},
    {"futex wake, wake-up by time",
     false,
     {does(kA, OpKind::futex_wake), does(kB, OpKind::futex_woken, kX, ETIMEDOUT)}},
    {"futex wake, wait",
     false,
     {does(kA, OpKind::futex_wake), does(kB, OpKind::futex_wait, kX, EAGAIN)}},
    {"futex wake, load of the word", false, {does(kA, OpKind::futex_wake), loads(kB, seq_cst)}},

    {"end, join", true, {does(kA, OpKind::thread_end), of(kB, OpKind::thread_join, kA)}},
    {"end, try-join", true, {does(kA, OpKind::thread_end), of(kB, OpKind::thread_tryjoin, kA)}},
    {"failed try-join", false, {of(kB, OpKind::thread_tryjoin, kA, EBUSY)}},
    {"join that times out", false, {of(kB, OpKind::thread_join, kA, ETIMEDOUT)}},
    {"end, join of another",
     false,
     {does(kA, OpKind::thread_end), of(kB, OpKind::thread_join, kC)}},
    {"end, detach", false, {does(kA, OpKind::thread_end), of(kB, OpKind::thread_detach, kA)}},
    {"end, quiet", true, {does(kA, OpKind::thread_end), does(kB, OpKind::quiesce)}},
    {"quiet with a thread that has not ended", false, {does(kB, OpKind::quiesce)}},
    {"exit", false, {does(kA, OpKind::thread_end), does(kB, OpKind::process_exit)}},

    {"release, acquire", true, {stores(kA, release), loads(kB, acquire)}},
    {"seq-cst", true, {stores(kA, seq_cst), loads(kB, seq_cst)}},
    {"release, consume", true, {stores(kA, release), loads(kB, consume)}},
    {"release, acquire of another", false, {stores(kA, release), loads(kB, acquire, kY)}},
    {"release, relaxed", false, {stores(kA, release), loads(kB, relaxed)}},
    {"relaxed, acquire", false, {stores(kA, relaxed), loads(kB, acquire)}},
    {"acquire, then release", false, {loads(kB, acquire), stores(kA, release)}},
    {"loads release nothing", false, {loads(kA, seq_cst), loads(kB, seq_cst)}},
    {"stores acquire nothing", false, {stores(kA, seq_cst), stores(kB, seq_cst)}},
    {"updates do both", true, {updates(kA, acq_rel), updates(kB, acq_rel)}},
    {"update that only acquires", false, {updates(kA, acquire), updates(kB, acquire)}},
    {"update that only releases", false, {updates(kA, release), updates(kB, release)}},

    {"a release sequence goes on through updates, relaxed ones too",
     true,
     {stores(kA, release), updates(kC, relaxed), loads(kB, acquire)}},
    {"updates add to it", true, {stores(kC, release), updates(kA, release), loads(kB, acquire)}},
    {"a store by another thread ends it",
     false,
     {stores(kA, release), stores(kC, release), loads(kB, acquire)}},
    {"a relaxed store by the same thread ends it, too",
     false,
     {stores(kA, release), stores(kA, relaxed), loads(kB, acquire)}},
    {"an update after that does not bring it back",
     false,
     {stores(kA, release), stores(kC, relaxed), updates(kC, release), loads(kB, acquire)}},

    {"a compare-exchange is an update",
     true,
     {exchanges(kA, release, relaxed, false), exchanges(kB, acquire, relaxed, false)}},
    {"one that fails releases nothing",
     false,
     {exchanges(kA, seq_cst, seq_cst, true), loads(kB, acquire)}},
    {"one that fails acquires by its other order",
     true,
     {stores(kA, release), exchanges(kB, relaxed, acquire, true)}},
    {"and not by the first", false, {stores(kA, release), exchanges(kB, acquire, relaxed, true)}},
    {"one that fails does not end a sequence",
     true,
     {stores(kA, release), exchanges(kC, seq_cst, seq_cst, true), loads(kB, acquire)}},

    {"release fence before a relaxed store",
     true,
     {fences(kA, release), stores(kA, relaxed), loads(kB, acquire)}},
    {"release fence before a relaxed update",
     true,
     {fences(kA, release), updates(kA, relaxed), loads(kB, acquire)}},
    {"release fence after it",
     false,
     {stores(kA, relaxed), fences(kA, release), loads(kB, acquire)}},
    {"acquire fence before the store",
     false,
     {fences(kA, acquire), stores(kA, relaxed), loads(kB, acquire)}},
    {"acquire fence after a relaxed load",
     true,
     {stores(kA, release), loads(kB, relaxed), fences(kB, acquire)}},
    {"acquire fence after a relaxed update",
     true,
     {stores(kA, release), updates(kB, relaxed), fences(kB, acquire)}},
    {"acquire fence after a failed compare-exchange",
     true,
     {stores(kA, release), exchanges(kB, relaxed, relaxed, true), fences(kB, acquire)}},
    {"consume fence", true, {stores(kA, release), loads(kB, relaxed), fences(kB, consume)}},
    {"acquire fence before the load",
     false,
     {stores(kA, release), fences(kB, acquire), loads(kB, relaxed)}},
    {"release fence after the load",
     false,
     {stores(kA, release), loads(kB, relaxed), fences(kB, release)}},
    {"fences on both sides",
     true,
     {fences(kA, acq_rel), stores(kA, relaxed), loads(kB, relaxed), fences(kB, seq_cst)}},
    {"a relaxed fence",
     false,
     {fences(kA, relaxed), stores(kA, relaxed), loads(kB, relaxed), fences(kB, relaxed)}},
    {"another thread's fence",
     false,
     {fences(kA, seq_cst), fences(kB, seq_cst), stores(kA, relaxed), fences(kB, seq_cst)}},

    {"volatile accesses",
     false,
     {accesses(kA, OpKind::volatile_write, relaxed), accesses(kB, OpKind::volatile_read, relaxed),
      fences(kB, seq_cst)}},
    {"relaxed volatile accesses are not what fences act on",
     false,
     {fences(kA, seq_cst), accesses(kA, OpKind::volatile_write, relaxed), loads(kB, acquire)}},
    {"volatile accesses that synchronize",
     true,
     {accesses(kA, OpKind::volatile_write, release), accesses(kC, OpKind::volatile_write, release),
      accesses(kB, OpKind::volatile_read, acquire)}},
    {"data",
     false,
     {accesses(kA, OpKind::data_write, seq_cst), accesses(kB, OpKind::data_read, seq_cst)}},
    {"sleep and choose", false, {does(kA, OpKind::sleep), does(kB, OpKind::choose)}},
};

TEST(HappensBefore, IsWhatTheStandardSays) {
  Ground ground;
  for (const Row& row : kRows) {
    ground.begin(3);
    const uint32_t then = ground.order.now(kA);
    for (const Step& step : row.steps) {
      ground.step(step);
    }
    EXPECT_EQ(ground.order.before(kA, then, kB), row.ordered) << row.why;
    EXPECT_TRUE(ground.order.before(kA, then, kA)) << row.why;
  }
}

// What a thread does after it has released something stays unknown.
TEST(HappensBefore, AReleaseDoesNotCoverWhatComesAfterIt) {
  Ground ground;
  for (const Row& row : kRows) {
    if (!row.ordered || row.steps.front().operation.kind == OpKind::thread_end) {
      continue;
    }
    ground.begin(3);
    for (const Step& step : row.steps) {
      ground.step(step);
    }
    EXPECT_FALSE(ground.order.before(kA, ground.order.now(kA), kB)) << row.why;
  }
}

// Between the halves of a step lies its access: after what it acquires, before what it
// releases.
TEST(HappensBefore, TheAccessOfAStepComesBetweenItsHalves) {
  Ground ground;
  ground.begin(2);
  const Operation update = updates(kA, acq_rel).operation;
  const uint32_t then = ground.order.now(kA);
  ground.order.arrive(kA, update, {});
  EXPECT_EQ(ground.order.now(kA), then);
  ground.order.depart(kA, update, {});
  EXPECT_EQ(ground.order.now(kA), then + 1);
  ground.order.arrive(kB, update, {});
  EXPECT_TRUE(ground.order.before(kA, then, kB));
  EXPECT_FALSE(ground.order.before(kA, then + 1, kB));
}

TEST(HappensBefore, AThreadComesAfterWhatItsCreatorDidUntilThen) {
  Ground ground;
  ground.begin(1);
  const uint32_t before = ground.order.now(kA);
  ground.create(kA, kB);
  EXPECT_TRUE(ground.order.before(kA, before, kB));
  EXPECT_FALSE(ground.order.before(kA, ground.order.now(kA), kB));
  EXPECT_FALSE(ground.order.before(kB, ground.order.now(kB), kA));
  // Main made a before it made this one; nothing a did is known to main's other threads.
  ground.create(event::kMainThread, kC);
  EXPECT_FALSE(ground.order.before(kA, before, kC));
}

// A release fence is for stores of the same thread, and a creation is no store.
TEST(HappensBefore, AThreadDoesNotInheritItsCreatorsFence) {
  Ground ground;
  ground.begin(1);
  const uint32_t before = ground.order.now(kA);
  ground.step(fences(kA, release));
  ground.create(kA, kB);
  ground.create(event::kMainThread, kC);
  ground.step(stores(kB, relaxed));
  ground.step(loads(kC, acquire));
  EXPECT_FALSE(ground.order.before(kA, before, kC));
}

TEST(HappensBefore, AcquireAndReleaseAreAnEdgeByOtherMeans) {
  Ground ground;
  ground.begin(2);
  const uint32_t before = ground.order.now(kA);
  ground.order.release(kA, kX);
  const uint32_t after = ground.order.now(kA);
  ground.order.acquire(kB, kY);
  EXPECT_FALSE(ground.order.before(kA, before, kB));
  ground.order.acquire(kB, kX);
  EXPECT_TRUE(ground.order.before(kA, before, kB));
  EXPECT_FALSE(ground.order.before(kA, after, kB));
}

TEST(HappensBefore, NothingIsKnownOfEarlierExecutions) {
  Ground ground;
  for (int i = 0; i < 100; ++i) {
    ground.begin(2);
    ground.step(does(kB, OpKind::mutex_lock));
    ASSERT_FALSE(ground.order.before(kA, ground.order.now(kA), kB));
    if (i == 0) {
      ground.step(does(kA, OpKind::mutex_unlock));
      ground.step(stores(kA, release, ObjectId{HappensBefore::kMaxObjects - 1}));
    }
    ground.step(loads(kB, acquire, ObjectId{HappensBefore::kMaxObjects - 1}));
    ASSERT_EQ(ground.order.before(kA, 1, kB), i == 0);
  }
}

// Objects that were met in one execution alone are met again one by one, in the executions
// around the one that has the same number.
TEST(HappensBefore, WhatIsOldDoesNotComeBackWhenGenerationsStartOver) {
  constexpr uint32_t kObjects = 16;
  Ground ground;
  ground.begin(2);
  for (uint32_t i = 0; i < kObjects; ++i) {
    ground.step(does(kA, OpKind::mutex_unlock, ObjectId{i}));
  }
  for (uint32_t i = 0; i < HappensBefore::kGenerations - kObjects / 2; ++i) {
    ground.order.begin_execution();
  }
  for (uint32_t i = 0; i < kObjects; ++i) {
    ground.begin(2);
    ground.step(does(kB, OpKind::mutex_lock, ObjectId{i}));
    EXPECT_FALSE(ground.order.before(kA, 1, kB));
  }
}

// Clocks grow as threads come, whoever holds them.
TEST(HappensBefore, AllThreadsThereMayBeAreKnown) {
  Ground ground;
  for (int round = 0; round < 2; ++round) {
    ground.begin(event::kMaxThreads - 1);
    ASSERT_EQ(ground.order.thread_count(), event::kMaxThreads);
    for (uint32_t i = 1; i < event::kMaxThreads; ++i) {
      const ThreadId thread{i};
      ground.step(does(thread, OpKind::mutex_lock));
      if (i > 1) {
        EXPECT_TRUE(ground.order.before(ThreadId{i - 1}, 2, thread));
        EXPECT_FALSE(ground.order.before(ThreadId{i - 1}, 3, thread));
        EXPECT_TRUE(ground.order.before(kA, 2, thread));
      }
      ground.step(does(thread, OpKind::mutex_unlock));
    }
    EXPECT_FALSE(ground.order.before(kA, 1, event::kMainThread));
    ground.step(does(event::kMainThread, OpKind::mutex_lock));
    for (uint32_t i = 1; i < event::kMaxThreads; ++i) {
      EXPECT_TRUE(ground.order.before(ThreadId{i}, 2, event::kMainThread));
    }
  }
}

// The one with the high number knows nothing of the other, whose post must not be lost when
// the semaphore's clock grows.
TEST(HappensBefore, AClockThatGrowsKeepsWhatItHad) {
  Ground ground;
  for (const uint32_t high : {5U, 6U, 20U, 100U, 1000U}) {
    ground.begin(high);
    ground.step(does(kA, OpKind::sem_post));
    ground.step(does(ThreadId{high}, OpKind::sem_post));
    ground.step(does(kB, OpKind::sem_wait));
    EXPECT_TRUE(ground.order.before(kA, 1, kB)) << high;
    EXPECT_TRUE(ground.order.before(ThreadId{high}, 1, kB)) << high;
    EXPECT_FALSE(ground.order.before(ThreadId{high - 1}, 1, kB)) << high;
  }
}

TEST(HappensBefore, ThreadsOutOfOrderAreABugInHeddle) {
  Ground ground;
  ground.begin(1);
  EXPECT_EXIT(ground.order.add_thread(ThreadId{5}, event::kMainThread),
              ::testing::ExitedWithCode(base::kInternalErrorStatus), "order of their numbers");
}

}  // namespace
}  // namespace heddle::order
