// SPDX-License-Identifier: Apache-2.0
// Mutexes: normal, recursive and error-checking; and what spin locks share with
// them.  POSIX.1-2017, pthread_mutex_lock, table "Mutex behavior".
#include "primitive/families.h"

#include <cerrno>

namespace heddle::primitive {
namespace {

using event::Misuse;
using event::ObjectId;
using event::OpKind;
using event::ThreadId;

// Whether asking again for a mutex that the thread holds is answered at once: by
// counting, or with EDEADLK.  A normal one blocks for good.
bool answers_owner(const Object& mutex) { return mutex.type != MutexType::normal; }

Effect lock(World& world, const Turn& turn) {
  const ObjectId id = turn.operation.object;
  Object& mutex = *turn.object;
  if (mutex.owner == event::kNoThread) {
    take_lock(world, id, mutex, turn);
    return {};
  }
  if (mutex.owner == turn.thread && mutex.type == MutexType::recursive) {
    ++mutex.count;
    world.hold(id, turn.thread, turn.step);
    return {};
  }
  if (mutex.owner == turn.thread && mutex.type == MutexType::errorcheck) {
    return {.result = EDEADLK};
  }
  return timed_out(world, turn.thread);
}

Effect try_lock(World& world, const Turn& turn) {
  const ObjectId id = turn.operation.object;
  Object& mutex = *turn.object;
  if (mutex.owner == event::kNoThread) {
    take_lock(world, id, mutex, turn);
    return {};
  }
  if (mutex.owner == turn.thread && mutex.type == MutexType::recursive) {
    ++mutex.count;
    world.hold(id, turn.thread, turn.step);
    return {};
  }
  return {.result = EBUSY};
}

}  // namespace

Readiness mutex_readiness(const World& world, const Thread& thread, ThreadId id) {
  const event::Operation& operation = thread.pending;
  const Object& mutex = world.object(operation.object);
  if (operation.kind != OpKind::mutex_lock || mutex.owner == event::kNoThread) {
    return kReady;
  }
  if (mutex.owner == id && answers_owner(mutex)) {
    return kReady;
  }
  return operation.timed ? kReadyByTime : kBlocked;
}

Effect mutex_apply(World& world, const Turn& turn) {
  const event::Operation& operation = turn.operation;
  switch (operation.kind) {
    case OpKind::mutex_lock:
      return lock(world, turn);
    case OpKind::mutex_trylock:
      return try_lock(world, turn);
    default:
      break;
  }
  Object& mutex = *turn.object;
  if (mutex.owner != turn.thread) {
    if (answers_owner(mutex)) {
      return {.result = EPERM};
    }
    return {.result = EPERM,
            .misuse = mutex.owner == event::kNoThread ? Misuse::unlock_not_locked
                                                      : Misuse::unlock_not_owner,
            .other = mutex.owner};
  }
  world.release(operation.object, turn.thread);
  if (--mutex.count == 0) {
    mutex.owner = event::kNoThread;
  }
  return {};
}

void take_lock(World& world, ObjectId id, Object& lock, const Turn& turn) {
  lock.owner = turn.thread;
  lock.count = 1;
  world.hold(id, turn.thread, turn.step);
}

Effect timed_out(World& world, ThreadId id) {
  Thread& thread = world.thread(id);
  if (thread.time < thread.pending.deadline) {
    thread.time = thread.pending.deadline;
  }
  return {.result = ETIMEDOUT, .yielded = true, .timed_out = true};
}

}  // namespace heddle::primitive
