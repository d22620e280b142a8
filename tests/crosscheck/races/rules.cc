// SPDX-License-Identifier: Apache-2.0
#include "rules.h"

#include <cerrno>

namespace heddle::crosscheck::races {

using event::OpKind;

namespace {

primitive::Object made(event::ObjectKind kind) {
  primitive::Object object;
  object.kind = kind;
  object.count = kind == event::ObjectKind::barrier ? kBarrierSize : 0;
  return object;
}

bool holds(primitive::World& world, event::ObjectId object, event::ThreadId thread) {
  return world.find_hold(object, thread) != nullptr;
}

}  // namespace

primitive::testing::TestWorld& Rules::ground() {
  static primitive::testing::TestWorld world;
  return world;
}

Rules::Rules() {
  ground().reset();
#define X(name, kind) world().add_object(made(event::ObjectKind::kind));
  HEDDLE_HISTORY_OBJECTS(X)
#undef X
  world().add_thread(event::kNoThread, false);
}

Rules::~Rules() = default;

std::optional<event::Operation> Rules::due(event::ThreadId thread) const {
  return due_[event::index(thread)];
}

bool Rules::is_misuse(const Act& act) {
  const event::Operation& operation = act.operation;
  switch (operation.kind) {
    case OpKind::mutex_unlock:
    case OpKind::rwlock_unlock:
    case OpKind::spin_unlock:
      return !holds(world(), operation.object, act.thread);
    case OpKind::cond_wait:
      return !holds(world(), operation.mutex, act.thread);
    case OpKind::once_enter:
    case OpKind::once_finish: {
      const bool inside = world().object(operation.object).owner == act.thread;
      return inside != (operation.kind == OpKind::once_finish);
    }
    case OpKind::thread_join:
    case OpKind::thread_tryjoin: {
      if (event::index(operation.thread) >= world().thread_count()) {
        return true;
      }
      const primitive::Thread& target = world().thread(operation.thread);
      return operation.thread == act.thread || target.joined || target.detached;
    }
    case OpKind::thread_create:
      return world().thread_count() == kMostThreads;
    default:
      return false;
  }
}

bool Rules::allow(const Act& act) {
  if (event::index(act.thread) >= world().thread_count() || world().thread(act.thread).ended) {
    return false;
  }
  const std::optional<event::Operation>& due = due_[event::index(act.thread)];
  if (act.what != What::step) {
    return !due;
  }
  if (due) {
    return act.operation.kind == due->kind && world().readiness(act.thread).alternatives > 0;
  }
  const bool is_second_half = act.operation.kind == OpKind::cond_wake ||
                              act.operation.kind == OpKind::barrier_leave ||
                              act.operation.kind == OpKind::futex_woken;
  if (is_second_half || is_misuse(act)) {
    return false;
  }
  world().announce(act.thread, act.operation);
  const bool ready = world().readiness(act.thread).alternatives > 0;
  world().thread(act.thread).announced = false;
  return ready;
}

void Rules::apply(Act& act) {
  if (act.what != What::step) {
    return;
  }
  const event::Operation operation = act.operation;
  act.was_writer = operation.kind == OpKind::rwlock_unlock &&
                   world().object(operation.object).owner == act.thread;
  if (!due_[event::index(act.thread)]) {
    world().announce(act.thread, operation);
  }
  const primitive::Effect effect = world().apply(act.thread, 0, ++steps_);
  due_[event::index(act.thread)].reset();
  act.done = {.result = act.fails ? EAGAIN : effect.result,
              .timed_out = effect.timed_out,
              .other = effect.other,
              .round = world().clocks().of(act.thread).round};
  event::Operation next = operation;
  if (operation.kind == OpKind::thread_create) {
    act.done.other = world().add_thread(act.thread, false);
  } else if (operation.kind == OpKind::cond_wait) {
    next.kind = OpKind::cond_wake;
  } else if (operation.kind == OpKind::barrier_arrive) {
    next.kind = OpKind::barrier_leave;
  } else if (operation.kind == OpKind::futex_wait) {
    next.kind = OpKind::futex_woken;
  }
  if (next.kind != operation.kind) {
    due_[event::index(act.thread)] = next;
    world().announce(act.thread, next);
  }
}

}  // namespace heddle::crosscheck::races
