// SPDX-License-Identifier: Apache-2.0
// What a thread of a program does where it is, and where it is then.
#include "model/machine.h"

namespace heddle::model {

using event::ObjectId;
using event::Operation;
using event::OpKind;
using event::ThreadId;

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
  operation.argument = op->mutex;
  switch (operation.kind) {
    case OpKind::thread_join:
    case OpKind::thread_tryjoin:
    case OpKind::thread_detach:
      operation.thread = static_cast<ThreadId>(op->object);
      break;
    case OpKind::choose:
      operation.argument = 2;
      break;
    case OpKind::atomic_load:
    case OpKind::atomic_store:
    case OpKind::atomic_rmw:
    case OpKind::atomic_cas:
      if (op->act == Act::spin_while_both) {
        operation.object = object_of({.act = op->act, .object = static_cast<uint8_t>(place.part)});
      }
      operation.bytes = op->object == 0 && op->act != Act::spin_while_both ? 2 * kHalf : kHalf;
      operation.argument = static_cast<int64_t>(event::expected_by(0));
      break;
    case OpKind::rwlock_rdlock:
      operation.argument = 0;
      break;
    case OpKind::rwlock_wrlock:  // as the runtime does, see src/primitive/rwlock.h
      operation.argument = world_->object(operation.object).prefers_writers && place.part == 0
                               ? primitive::kArrives
                               : 0;
      break;
    case OpKind::cond_wait:
      operation.kind = place.part == 0 ? OpKind::cond_wait : OpKind::cond_wake;
      operation.mutex = static_cast<ObjectId>(op->mutex);
      break;
    case OpKind::barrier_arrive:
      operation.kind = place.part == 0 ? OpKind::barrier_arrive : OpKind::barrier_leave;
      break;
    case OpKind::once_enter:
      operation.kind = place.part == 0 ? OpKind::once_enter : OpKind::once_finish;
      operation.argument = 1;
      break;
    case OpKind::futex_wait:
      operation.kind = place.part == 0 ? OpKind::futex_wait : OpKind::futex_woken;
      break;
    case OpKind::sem_getvalue:
      if (place.part != 0) {
        return {.kind = OpKind::yield, .pinned = op->pinned};
      }
      break;
    case OpKind::thread_create:
    case OpKind::thread_end:
    case OpKind::process_exit:
    case OpKind::quiesce:
    case OpKind::cond_wake:
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::rwlock_unlock:
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_post:
    case OpKind::barrier_leave:
    case OpKind::once_finish:
    case OpKind::futex_woken:
    case OpKind::futex_wake:
    case OpKind::fence:
    case OpKind::volatile_read:
    case OpKind::volatile_write:
    case OpKind::data_read:
    case OpKind::data_write:
      HEDDLE_MUTEX_OPERATIONS(HEDDLE_CASE)
      HEDDLE_SPIN_OPERATIONS(HEDDLE_CASE)
      HEDDLE_PAUSE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_OUTSIDE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_REUSE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_DESCRIPTOR_OPERATIONS(HEDDLE_CASE)
      break;
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
  switch (step.kind) {
    case OpKind::barrier_arrive:
    case OpKind::futex_wait:  // there is no memory here, so the word is what it was
      place.part = 1;
      return;
    case OpKind::cond_wait:
    case OpKind::once_enter:
      if (result == 0) {
        place.part = 1;
        return;
      }
      break;
    case OpKind::rwlock_wrlock:
      if (result == primitive::kAsleep) {
        place.part = 1;
        return;
      }
      break;
    case OpKind::sem_getvalue:  // spin_until_flag
      if (result == 0) {
        place.part = 1;
        place.was_there[0] = true;
        return;
      }
      go_to(thread, place.op + 1);
      return;
    case OpKind::yield:
      if (op.act == Act::spin_until_flag) {
        place.part = 0;
        return;
      }
      go_to(thread, place.op + 1);
      return;
    case OpKind::atomic_cas:
      if (op.act == Act::take && result != 0) {
        return;
      }
      break;
    case OpKind::atomic_load:
      if (op.act == Act::await_zero && step.effect.value != 0) {
        return;
      }
      if (op.act == Act::spin_while_both && step.effect.value != 0) {
        place.part = 1 - place.part;
        return;
      }
      break;
    case OpKind::thread_create: {
      const auto created = static_cast<ThreadId>(world_->thread_count());
      go_to(thread, place.op + 1);
      add_thread(thread);
      announce(created);
      return;
    }
    case OpKind::thread_join:
    case OpKind::thread_tryjoin:
    case OpKind::thread_detach:
    case OpKind::thread_end:
    case OpKind::process_exit:
    case OpKind::quiesce:
    case OpKind::cond_wake:
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::rwlock_unlock:
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_post:
    case OpKind::barrier_leave:
    case OpKind::once_finish:
    case OpKind::futex_woken:
    case OpKind::futex_wake:
    case OpKind::sleep:
    case OpKind::atomic_store:
    case OpKind::atomic_rmw:
    case OpKind::fence:
    case OpKind::volatile_read:
    case OpKind::volatile_write:
    case OpKind::data_read:
    case OpKind::data_write:
      HEDDLE_MUTEX_OPERATIONS(HEDDLE_CASE)
      HEDDLE_SPIN_OPERATIONS(HEDDLE_CASE)
      HEDDLE_CHOICE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_OUTSIDE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_REUSE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_DESCRIPTOR_OPERATIONS(HEDDLE_CASE)
      break;
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
