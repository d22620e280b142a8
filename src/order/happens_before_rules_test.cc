// SPDX-License-Identifier: Apache-2.0
// What orders two threads and what does not, a row for each rule.
#include "order/testing.h"

#include <cerrno>
#include <string>

#include <gtest/gtest.h>

namespace heddle::order {
namespace {

using namespace testing;
using enum MemoryOrder;

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

}  // namespace
}  // namespace heddle::order
