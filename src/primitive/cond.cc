// SPDX-License-Identifier: Apache-2.0
// Condition variables.  A wait is two steps (Yang, Chen, Gopalakrishnan and Kirby,
// "Inspect", section 4.3): release the mutex and wait;
// then, once a signal has picked the thread or its time has run out, and the
// mutex is free, wake and take the mutex again.
//
// A timed waiter that has been signalled may still come back with ETIMEDOUT: its
// time can have run out just before the signal, while somebody held the mutex.
#include "primitive/families.h"

#include <cerrno>

namespace heddle::primitive {
namespace {

using event::Misuse;
using event::ObjectId;
using event::OpKind;
using event::ThreadId;

constexpr uint32_t kTimeOutAfterSignal = 1;

bool waits_for(const Thread& thread, ObjectId cond) {
  return thread.announced && !thread.signalled && thread.pending.kind == OpKind::cond_wake &&
         thread.pending.object == cond;
}

uint16_t waiters(const World& world, ObjectId cond) {
  uint16_t count = 0;
  for (const Thread& thread : world.threads()) {
    count = static_cast<uint16_t>(count + (waits_for(thread, cond) ? 1 : 0));
  }
  return count;
}

// The waiter that came `rank` places after the first.
ThreadId waiter_by_rank(const World& world, ObjectId cond, uint32_t rank) {
  const std::span<const Thread> threads = world.threads();
  for (size_t i = 0; i < threads.size(); ++i) {
    if (!waits_for(threads[i], cond)) {
      continue;
    }
    uint32_t before = 0;
    for (const Thread& other : threads) {
      before += waits_for(other, cond) && other.wait_order < threads[i].wait_order ? 1 : 0;
    }
    if (before == rank) {
      return static_cast<ThreadId>(i);
    }
  }
  return event::kNoThread;
}

bool can_relock(const Object& mutex, ThreadId thread) {
  return mutex.owner == event::kNoThread ||
         (mutex.owner == thread && mutex.type == MutexType::recursive);
}

Readiness wake_readiness(const World& world, const Thread& thread, ThreadId id) {
  if (!can_relock(world.object(thread.pending.mutex), id)) {
    return kBlocked;
  }
  if (thread.signalled) {
    return thread.pending.timed ? Readiness{2, false, false} : kReady;
  }
  return thread.pending.timed ? kReadyByTime : kBlocked;
}

Effect wait(World& world, const Turn& turn) {
  Thread& thread = world.thread(turn.thread);
  const ObjectId mutex_id = thread.pending.mutex;
  Object& mutex = world.object(mutex_id);
  if (mutex.owner != turn.thread) {
    const bool answered = mutex.type != MutexType::normal;
    return {.result = EPERM,
            .misuse = answered ? Misuse::none : Misuse::wait_without_mutex,
            .value = mutex.identity};
  }
  world.release(mutex_id, turn.thread);
  if (--mutex.count == 0) {
    mutex.owner = event::kNoThread;
  }
  thread.signalled = false;
  thread.wait_order = world.next_wait_order();
  return {.value = mutex.identity};
}

Effect wake(World& world, const Turn& turn) {
  Thread& thread = world.thread(turn.thread);
  const ObjectId mutex_id = thread.pending.mutex;
  Effect effect;
  if (!thread.signalled || turn.alternative == kTimeOutAfterSignal) {
    effect = timed_out(world, turn.thread);
  }
  thread.signalled = false;
  Object& mutex = world.object(mutex_id);
  if (mutex.owner == turn.thread) {
    ++mutex.count;
    world.hold(mutex_id, turn.thread, turn.step);
  } else {
    take_lock(world, mutex_id, mutex, turn);
  }
  effect.value = mutex.identity;
  return effect;
}

}  // namespace

Readiness cond_readiness(const World& world, const Thread& thread, ThreadId id) {
  const event::Operation& operation = thread.pending;
  switch (operation.kind) {
    case OpKind::cond_wake:
      return wake_readiness(world, thread, id);
    case OpKind::cond_signal: {
      const uint16_t count = waiters(world, operation.object);
      return {count == 0 ? uint16_t{1} : count, false, false};
    }
    default:
      return kReady;
  }
}

Effect cond_apply(World& world, const Turn& turn) {
  const event::Operation& operation = world.thread(turn.thread).pending;
  switch (operation.kind) {
    case OpKind::cond_wait:
      return wait(world, turn);
    case OpKind::cond_wake:
      return wake(world, turn);
    case OpKind::cond_signal: {
      const ThreadId woken = waiter_by_rank(world, operation.object, turn.alternative);
      if (woken != event::kNoThread) {
        world.thread(woken).signalled = true;
      }
      return {.other = woken, .value = woken != event::kNoThread ? uint64_t{1} : 0};
    }
    default:
      break;
  }
  uint64_t woken = 0;
  for (size_t i = 0; i < world.thread_count(); ++i) {
    Thread& thread = world.thread(static_cast<ThreadId>(i));
    if (waits_for(thread, operation.object)) {
      thread.signalled = true;
      ++woken;
    }
  }
  return {.value = woken};
}

}  // namespace heddle::primitive
