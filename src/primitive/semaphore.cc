// SPDX-License-Identifier: Apache-2.0
// Counting semaphores: `count` is the value.
#include "primitive/families.h"

#include <cerrno>
#include <climits>

namespace heddle::primitive {

using event::OpKind;
using event::ThreadId;

Readiness semaphore_readiness(const World& world, const Thread& thread, ThreadId /*id*/) {
  const event::Operation& operation = thread.pending;
  if (operation.kind != OpKind::sem_wait || world.object(operation.object).count > 0) {
    return kReady;
  }
  return operation.timed ? kReadyByTime : kBlocked;
}

Effect semaphore_apply(World& world, const Turn& turn) {
  const event::Operation& operation = world.thread(turn.thread).pending;
  Object& semaphore = world.object(operation.object);
  switch (operation.kind) {
    case OpKind::sem_post:
      if (semaphore.count == INT_MAX) {
        return {.result = EOVERFLOW};
      }
      ++semaphore.count;
      return {};
    case OpKind::sem_getvalue:
      return {.result = static_cast<int32_t>(semaphore.count)};
    default:
      break;
  }
  if (semaphore.count > 0) {
    --semaphore.count;
    return {.value = semaphore.count};
  }
  return operation.kind == OpKind::sem_trywait ? Effect{.result = EAGAIN}
                                               : timed_out(world, turn.thread);
}

}  // namespace heddle::primitive
