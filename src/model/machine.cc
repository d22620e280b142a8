// SPDX-License-Identifier: Apache-2.0
#include "model/machine.h"

#include "base/check.h"
#include "primitive/memory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace heddle::model {

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
  world_->assign(*other.world_);
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
  step.clock = world_->time(thread);
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
  using Kind = primitive::Memory::Op;
  switch (primitive::Memory(operation.kind).op) {
    case Kind::atomic_store:
      effect.other = event::expected_by(effect.value);
      std::fill(bytes, bytes + operation.bytes, own);
      effect.value = value();
      break;
    case Kind::atomic_rmw:
      effect.other = event::expected_by(effect.value);
      ++bytes[0];
      effect.value = value();
      break;
    case Kind::atomic_cas:
      effect.result = effect.value == 0 ? 0 : EAGAIN;
      if (effect.result != 0) {
        effect.other = event::expected_by(0);
      } else {
        world_->exchanged(thread);
        bytes[operation.bytes - 1] = own;
        effect.other = event::expected_by(value());
      }
      break;
    case Kind::atomic_load:
    case Kind::fence:
    case Kind::volatile_read:
    case Kind::volatile_write:
    case Kind::data_read:
    case Kind::data_write:
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

const Op* Machine::op_of(ThreadId thread) const {
  const std::vector<Op>& ops = program_->threads[event::index(thread)];
  const size_t at = places_[event::index(thread)].op;
  return at < ops.size() ? &ops[at] : nullptr;
}

}  // namespace heddle::model
