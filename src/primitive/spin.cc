// SPDX-License-Identifier: Apache-2.0
// Spin locks: a mutex without types.  A thread that spins on a lock that is held
// is blocked, not running in circles.
#include "primitive/families.h"

#include <cerrno>

namespace heddle::primitive {

using event::Misuse;
using event::OpKind;
using event::ThreadId;

Readiness spin_readiness(const World& world, const Thread& thread, ThreadId /*id*/) {
  const event::Operation& operation = thread.pending;
  const bool held = world.object(operation.object).owner != event::kNoThread;
  return operation.kind == OpKind::spin_lock && held ? kBlocked : kReady;
}

Effect spin_apply(World& world, const Turn& turn) {
  const event::Operation& operation = turn.operation;
  Object& lock = *turn.object;
  if (operation.kind != OpKind::spin_unlock) {
    if (lock.owner != event::kNoThread) {
      return {.result = EBUSY};
    }
    take_lock(world, operation.object, lock, turn);
    return {};
  }
  if (lock.owner != turn.thread) {
    return {.result = EPERM, .misuse = Misuse::spin_unlock_not_held, .other = lock.owner};
  }
  world.release(operation.object, turn.thread);
  lock.owner = event::kNoThread;
  lock.count = 0;
  return {};
}

}  // namespace heddle::primitive
