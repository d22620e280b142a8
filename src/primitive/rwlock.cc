// SPDX-License-Identifier: Apache-2.0
// Read-write locks, as glibc has them: readers share; a writer is alone; the
// writer that asks again is told EDEADLK; a reader that asks to write waits for
// all readers, itself included.
//
// Some locks let no reader past a writer that waits.  Whether it waits already or
// has yet to come makes a difference there, so on such a lock a writer arrives in a
// step of its own (kArrives) if it cannot have the lock at once.
#include "primitive/families.h"

#include <cerrno>

namespace heddle::primitive {
namespace {

using event::Misuse;
using event::ObjectId;
using event::OpKind;
using event::ThreadId;

bool is_read(OpKind kind) {
  return kind == OpKind::rwlock_rdlock || kind == OpKind::rwlock_tryrdlock;
}

bool writer_waits(const World& world, ObjectId lock) {
  for (const Thread& thread : world.threads()) {
    if (thread.announced && thread.pending.kind == OpKind::rwlock_wrlock &&
        thread.pending.object == lock && thread.pending.argument != kArrives) {
      return true;
    }
  }
  return false;
}

bool available(const World& world, const event::Operation& operation) {
  const Object& lock = world.object(operation.object);
  if (lock.owner != event::kNoThread) {
    return false;
  }
  if (is_read(operation.kind)) {
    return !(lock.prefers_writers && lock.count > 0 && writer_waits(world, operation.object));
  }
  return lock.count == 0;
}

Effect acquire(World& world, const Turn& turn) {
  const event::Operation& operation = world.thread(turn.thread).pending;
  Object& lock = world.object(operation.object);
  if (available(world, operation)) {
    if (is_read(operation.kind)) {
      ++lock.count;
    } else {
      lock.owner = turn.thread;
    }
    world.hold(operation.object, turn.thread, turn.step);
    return {};
  }
  const bool tries =
      operation.kind == OpKind::rwlock_tryrdlock || operation.kind == OpKind::rwlock_trywrlock;
  if (tries) {
    return {.result = EBUSY};
  }
  if (lock.owner == turn.thread) {
    return {.result = EDEADLK};
  }
  if (operation.argument == kArrives) {
    return {.result = kAsleep};
  }
  return timed_out(world, turn.thread);
}

Effect unlock(World& world, const Turn& turn) {
  const ObjectId id = world.thread(turn.thread).pending.object;
  Object& lock = world.object(id);
  if (world.find_hold(id, turn.thread) == nullptr) {
    return {.result = EPERM, .misuse = Misuse::rwlock_unlock_not_held, .other = lock.owner};
  }
  world.release(id, turn.thread);
  if (lock.owner == turn.thread) {
    lock.owner = event::kNoThread;
    return {};
  }
  --lock.count;
  return {.value = 1};
}

}  // namespace

Readiness rwlock_readiness(const World& world, const Thread& thread, ThreadId id) {
  const event::Operation& operation = thread.pending;
  if (operation.kind != OpKind::rwlock_rdlock && operation.kind != OpKind::rwlock_wrlock) {
    return kReady;
  }
  const bool told_edeadlk = world.object(operation.object).owner == id;
  if (told_edeadlk || operation.argument == kArrives || available(world, operation)) {
    return kReady;
  }
  return operation.timed ? kReadyByTime : kBlocked;
}

Effect rwlock_apply(World& world, const Turn& turn) {
  const bool unlocks = world.thread(turn.thread).pending.kind == OpKind::rwlock_unlock;
  return unlocks ? unlock(world, turn) : acquire(world, turn);
}

}  // namespace heddle::primitive
