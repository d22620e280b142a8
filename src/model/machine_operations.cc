// SPDX-License-Identifier: Apache-2.0
// What a thread of a program does where it is, and where it is then.
#include "model/machine.h"
#include "primitive/telling.h"

namespace heddle::model {

using event::ObjectId;
using event::Operation;
using event::OpKind;
using event::ThreadId;

namespace {

int64_t argument_of(const Op& op) {
  const OpKind kind = operation_of(op.act);
  if (event::is_memory_access(kind)) {
    return static_cast<int64_t>(event::expected_by(0));
  }
  const bool is_rwlock = kind == OpKind::rwlock_rdlock || kind == OpKind::rwlock_wrlock;
  return kind == OpKind::choose ? 2 : kind == OpKind::once_enter ? 1 : is_rwlock ? 0 : op.mutex;
}

// The second step of a call; of a loop that looks at a flag, to let others go on.
void go_on_with_call(Operation& operation) {
  if (operation.kind == OpKind::sem_getvalue) {
    operation = {.kind = OpKind::yield, .pinned = operation.pinned};
    return;
  }
  operation.kind = primitive::rest_of(operation.kind, 0).kind;
}

}  // namespace

Operation Machine::operation_at(ThreadId thread) const {
  const Op* op = op_of(thread);
  if (op == nullptr) {
    const bool exits = program_->exits && thread == event::kMainThread;
    return {.kind = exits ? OpKind::process_exit : OpKind::thread_end,
            .pinned = program_->ends_pinned};
  }
  const Place& place = places_[event::index(thread)];
  Operation operation;
  operation.kind = operation_of(op->act);
  operation.timed = is_timed(op->act);
  operation.pinned = op->pinned;
  operation.deadline = world_->time(thread) + 10;
  operation.object = has_object(op->act) ? object_of(*op) : event::kNoObject;
  operation.argument = argument_of(*op);
  if (names_thread(op->act)) {
    operation.thread = static_cast<ThreadId>(op->object);
  }
  if (operation.kind == OpKind::cond_wait) {
    operation.mutex = static_cast<ObjectId>(op->mutex);
  }
  if (event::is_memory_access(operation.kind)) {
    if (op->act == Act::spin_while_both) {
      operation.object = object_of({.act = op->act, .object = static_cast<uint8_t>(place.part)});
    }
    operation.bytes = op->object == 0 && op->act != Act::spin_while_both ? 2 * kHalf : kHalf;
  } else if (place.part != 0) {
    go_on_with_call(operation);
  } else if (operation.kind == OpKind::rwlock_wrlock &&  // as the runtime does: see rwlock.h
             world_->object(operation.object).prefers_writers) {
    operation.argument = primitive::kArrives;
  }
  return operation;
}

ObjectId Machine::object_of(const Op& op) const {
  return static_cast<ObjectId>(static_cast<size_t>(family_of(op.act)) * kObjectsPerFamily +
                               op.object);
}

// Moves `thread` on from an op of which one step has been done.
void Machine::advance(ThreadId thread, const Op& op, Step& step) {
  Place& place = places_[event::index(thread)];
  const int32_t result = step.effect.result;
  const bool is_not_zero = step.effect.value != 0;
  if (op.act == Act::spin_until_flag) {
    if (step.kind == OpKind::sem_getvalue && result != 0) {
      go_to(thread, place.op + 1);
    } else {
      place.part = 1 - place.part;
      place.was_there[0] = true;
    }
    return;
  }
  if (op.act == Act::spin_while_both && is_not_zero) {
    place.part = 1 - place.part;
    return;
  }
  if ((op.act == Act::take && result != 0) || (op.act == Act::await_zero && is_not_zero)) {
    return;
  }
  if (primitive::rest_of(step.kind, result).is_there) {
    place.part = 1;
    return;
  }
  if (step.kind == OpKind::thread_create) {
    const auto created = static_cast<ThreadId>(world_->thread_count());
    go_to(thread, place.op + 1);
    add_thread(thread);
    announce(created);
    return;
  }
  const bool loaded =
      step.kind == OpKind::atomic_load && (step.effect.value != 0 || place.part != 0);
  const bool is_zero = result == 0 && !loaded;
  step.stop = is_zero == op.stops_at_zero ? op.stop : Stop::never;
  go_to(thread, place.op + (op.guard && !is_zero ? 2 : 1));
}

// What it has noticed stays with it.
void Machine::go_to(ThreadId thread, uint32_t op) {
  Place& place = places_[event::index(thread)];
  place = {.op = op, .noticed = place.noticed};
}

}  // namespace heddle::model
