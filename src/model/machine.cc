// SPDX-License-Identifier: Apache-2.0
#include "model/machine.h"

#include "base/check.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace heddle::model {

using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;
using event::ThreadId;

namespace {

// Objects of the families in their order, kObjectsPerFamily of each.
std::vector<primitive::Object> objects_of(const Program& program) {
  std::vector<primitive::Object> objects;
  const auto add = [&objects](const primitive::Object& object) { objects.push_back(object); };
  for (const primitive::MutexType type : program.mutex_types) {
    add({.kind = ObjectKind::mutex, .type = type});
  }
  add({.kind = ObjectKind::cond});
  add({.kind = ObjectKind::cond});
  for (const bool prefers_writers : program.prefers_writers) {
    add({.kind = ObjectKind::rwlock, .prefers_writers = prefers_writers});
  }
  add({.kind = ObjectKind::spin});
  add({.kind = ObjectKind::spin});
  for (const uint8_t value : program.semaphore_values) {
    add({.kind = ObjectKind::semaphore, .count = value});
  }
  for (const uint8_t size : program.barrier_sizes) {
    add({.kind = ObjectKind::barrier, .count = size});
  }
  add({.kind = ObjectKind::once, .identity = kOnces});
  add({.kind = ObjectKind::once, .identity = kOnces + 16});
  add({.kind = ObjectKind::futex});
  add({.kind = ObjectKind::futex});
  add({.kind = ObjectKind::memory, .identity = kMemory});
  add({.kind = ObjectKind::memory, .identity = kMemory + kHalf});
  add({.kind = ObjectKind::semaphore});
  add({.kind = ObjectKind::semaphore});
  return objects;
}

}  // namespace

Machine::Machine(const Program& program) : program_(&program) { restart(); }

void Machine::restart() {
  world_.reset();
  places_.clear();
  memory_ = {};
  things_ = {};
  last_ = 0;
  uses_.clear();
  for (const primitive::Object& object : objects_of(*program_)) {
    world_->add_object(object);
  }
  const size_t threads = program_->creates ? 1 : program_->threads.size();
  for (size_t i = 0; i < threads; ++i) {
    add_thread(event::kNoThread);
  }
  // Announced when all are there, since one may join another.
  for (size_t i = 0; i < threads; ++i) {
    announce(static_cast<ThreadId>(i));
  }
}

void Machine::copy_from(const Machine& other) {
  const primitive::World& from = *other.world_;
  if (world_->thread_count() > from.thread_count()) {
    restart();
  }
  while (world_->thread_count() < from.thread_count()) {
    world_->add_thread(event::kNoThread, false);
  }
  uint64_t last_order = 0;
  for (size_t i = 0; i < from.thread_count(); ++i) {
    const auto id = static_cast<ThreadId>(i);
    world_->thread(id) = from.thread(id);
    last_order = std::max(last_order, from.thread(id).wait_order);
  }
  for (size_t i = 0; i < from.object_count(); ++i) {
    world_->object(static_cast<ObjectId>(i)) = from.object(static_cast<ObjectId>(i));
  }
  while (!world_->holds().empty()) {
    world_->release(world_->holds().back().object, world_->holds().back().thread);
  }
  for (const primitive::Hold& hold : from.holds()) {
    for (uint32_t i = 0; i < hold.count; ++i) {
      world_->hold(hold.object, hold.thread, hold.since);
    }
  }
  while (world_->next_wait_order() < last_order) {
  }
  places_ = other.places_;
  memory_ = other.memory_;
  things_ = other.things_;
  last_ = other.last_;
  uses_ = other.uses_;
}

Machine::Step Machine::step(ThreadId thread, uint32_t alternative, uint32_t number) {
  const OpKind kind = world_->thread(thread).pending.kind;
  uses_.clear();
  Step step{.kind = kind, .effect = world_->apply(thread, alternative, number)};
  if (kind == OpKind::thread_create) {
    step.effect.other = static_cast<ThreadId>(world_->thread_count());
  }
  if (event::is_memory_access(kind)) {
    access(thread, step.effect);
  }
  step.clock = world_->thread(thread).time;
  const Op* op = op_of(thread);
  const bool looks =
      op != nullptr && ((op->act == Act::take && step.effect.result != 0) ||
                        op->act == Act::spin_while_both || op->act == Act::await_zero);
  if (looks) {
    step.effect.yielded = looks_again(places_[event::index(thread)], step.effect.value);
  }
  const bool over = kind == OpKind::thread_end || kind == OpKind::process_exit ||
                    step.effect.misuse != event::Misuse::none;
  if (!over) {
    const Op done = *op_of(thread);
    const bool skips = run_code_after(thread, done, step.effect);
    const uint32_t before = places_[event::index(thread)].op;
    advance(thread, done, step);
    if (skips && places_[event::index(thread)].op != before) {
      go_to(thread, places_[event::index(thread)].op + 1);
    }
  }
  if (!over && step.stop == Stop::never) {
    announce(thread);
  } else if (kind == OpKind::thread_end && program_->last_ends) {
    end_thread(thread);
  }
  return step;
}

// What the program's own instructions do.
void Machine::access(ThreadId thread, primitive::Effect& effect) {
  const Operation& operation = world_->thread(thread).pending;
  uint8_t* bytes = memory_.data() + (operation.identity - kMemory);
  const bool gives = op_of(thread)->act == Act::give;
  const auto own = static_cast<uint8_t>(gives ? 0 : event::index(thread) + 1);
  const auto value = [&] { return read(operation); };
  effect.value = value();
  switch (operation.kind) {
    case OpKind::atomic_store:
      effect.other = event::expected_by(effect.value);
      std::fill(bytes, bytes + operation.bytes, own);
      effect.value = value();
      break;
    case OpKind::atomic_rmw:
      effect.other = event::expected_by(effect.value);
      ++bytes[0];
      effect.value = value();
      break;
    case OpKind::atomic_cas:
      effect.result = effect.value == 0 ? 0 : EAGAIN;
      if (effect.result != 0) {
        effect.other = event::expected_by(0);
      } else {
        world_->exchanged(thread);
        bytes[operation.bytes - 1] = own;
        effect.other = event::expected_by(value());
      }
      break;
    default:
      break;
  }
}

void Machine::add_thread(ThreadId creator) {
  world_->add_thread(creator, false);
  places_.emplace_back();
}

void Machine::announce(ThreadId thread) {
  const Op* op = op_of(thread);
  while (op != nullptr && (left_out(thread, *op) || passes_once(thread, *op))) {
    ++places_[event::index(thread)].op;
    op = op_of(thread);
  }
  world_->announce(thread, operation_at(thread));
}

// A shrunk program may speak of threads that are not there.
bool Machine::left_out(ThreadId thread, const Op& op) const {
  switch (op.act) {
    case Act::create:
      return !program_->creates || thread != event::kMainThread ||
             world_->thread_count() == program_->threads.size();
    case Act::join:
    case Act::try_join:
    case Act::timed_join:
    case Act::detach:
      // Who has not created the others does not know of them.
      return op.object >= world_->thread_count() ||
             (program_->creates && thread != event::kMainThread);
    default:
      return false;
  }
}

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
  operation.deadline = world_->thread(thread).time + 10;
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
    default:
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
    default:
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

const Op* Machine::op_of(ThreadId thread) const {
  const std::vector<Op>& ops = program_->threads[event::index(thread)];
  const size_t at = places_[event::index(thread)].op;
  return at < ops.size() ? &ops[at] : nullptr;
}

}  // namespace heddle::model
