// SPDX-License-Identifier: Apache-2.0
// pthread_once, call_once and the guards of static locals: one thread is inside,
// the others wait until it has finished or, by an exception, given up.
#include "primitive/families.h"

namespace heddle::primitive {

using event::OpKind;
using event::ThreadId;

Readiness once_readiness(const World& world, const Thread& thread, ThreadId /*id*/) {
  const event::Operation& operation = thread.pending;
  const bool inside = world.object(operation.object).once == OnceState::inside;
  return operation.kind == OpKind::once_enter && inside ? kBlocked : kReady;
}

Effect once_apply(World& world, const Turn& turn) {
  const event::Operation& operation = world.thread(turn.thread).pending;
  Object& once = world.object(operation.object);
  if (operation.kind == OpKind::once_finish) {
    once.once = operation.argument != 0 ? OnceState::done : OnceState::fresh;
    once.owner = event::kNoThread;
    return {};
  }
  if (once.once == OnceState::done) {
    return {.result = kAlreadyDone};
  }
  once.once = OnceState::inside;
  once.owner = turn.thread;
  return {};
}

// Who finds it done does no step on it, but looks at its flag: see order/dependence.cc.
void World::pass_time_of_finished_once(ThreadId thread, const Object& once) {
  use(thread, event::Resource{event::ResourceKind::once, once.identity}, event::Use::changes);
}

}  // namespace heddle::primitive
