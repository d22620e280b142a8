// SPDX-License-Identifier: Apache-2.0
// Barriers: `count` threads arrive, then each of them leaves.  One of a round,
// the last to arrive, is told that it is the serial thread.
#include "event/event.h"
#include "primitive/families.h"

#include <algorithm>

namespace heddle::primitive {

using event::OpKind;
using event::ThreadId;

Readiness barrier_readiness(const World& world, const Thread& thread, ThreadId /*id*/) {
  if (thread.pending.kind == OpKind::barrier_arrive) {
    return kReady;
  }
  const bool round_over = world.object(thread.pending.object).generation != thread.generation;
  return round_over ? kReady : kBlocked;
}

Effect barrier_apply(World& world, const Turn& turn) {
  Thread& thread = world.thread(turn.thread);
  Object& barrier = world.object(thread.pending.object);
  if (thread.pending.kind == OpKind::barrier_leave) {
    return {.result = thread.serial ? kSerialThread : 0};
  }
  thread.generation = barrier.generation;
  thread.serial = ++barrier.arrived == barrier.count;
  if (thread.serial) {
    barrier.arrived = 0;
    ++barrier.generation;
  }
  return {.value = thread.serial ? event::kEndsRound : 0};
}

// Leaving does not depend on those that arrive in the next round, so it takes over nothing of their
// time, nor they of its, unless they end that round.
void barrier_pass_time(Thread& thread, Object& barrier, const Effect& effect) {
  if (thread.pending.kind == OpKind::barrier_leave) {
    thread.time = std::max(thread.time, barrier.added_time);
    barrier.read_time = std::max(barrier.read_time, thread.time);
    return;
  }
  thread.time = std::max(thread.time, barrier.time);
  if (effect.value == event::kEndsRound) {
    thread.time = std::max(thread.time, barrier.read_time);
    barrier.added_time = thread.time;
  }
  barrier.time = thread.time;
}

}  // namespace heddle::primitive
