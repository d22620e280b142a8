// SPDX-License-Identifier: Apache-2.0
// Threads that wait in loops.
#include "base/hash.h"
#include "model/machine.h"

#include <cstring>

namespace heddle::model {

using event::Operation;
using event::ThreadId;

namespace {

// Of the first variable.
Operation half(uint32_t number) { return {.bytes = kHalf, .identity = kMemory + number * kHalf}; }

}  // namespace

// As the runtime does: who reads what it has read there before lets others go on.
bool Machine::looks_again(Place& place, uint64_t value) {
  const uint32_t part = place.part;
  const bool again = place.was_there[part] && place.seen[part] == value;
  place.was_there[part] = true;
  place.seen[part] = value;
  place.in_vain = again ? place.in_vain + 1 : 0;
  return again;
}

bool Machine::is_idle(ThreadId thread) const {
  const Op* op = op_of(thread);
  const Place& place = places_[event::index(thread)];
  if (op == nullptr) {
    return false;
  }
  switch (op->act) {
    case Act::spin_until_flag:
      return place.part == 0 && place.was_there[0] && world_->object(object_of(*op)).count == 0;
    case Act::take:
    case Act::await_zero:
      return place.in_vain >= 1 && read(world_->thread(thread).pending) == place.seen[0];
    case Act::spin_while_both:
      return place.in_vain >= 2 && read(half(0)) == place.seen[0] && read(half(1)) == place.seen[1];
    default:
      return false;
  }
}

uint64_t Machine::awaits_in(ThreadId thread) const {
  const Op* op = op_of(thread);
  if (op == nullptr || (op->act != Act::take && op->act != Act::await_zero)) {
    return 0;
  }
  return base::combine(event::index(thread) + 1, places_[event::index(thread)].op) | 1;
}

void Machine::number_awaits(const order::Awaits& awaits) {
  for (size_t i = 0; i < world_->thread_count(); ++i) {
    const auto id = static_cast<ThreadId>(i);
    const uint32_t number = awaits_in(id) == 0 ? 0 : awaits.number_of(awaits_in(id));
    if (number != 0) {
      world_->thread(id).pending.mutex = static_cast<event::ObjectId>(number);
    }
  }
}

uint64_t Machine::read(const Operation& operation) const {
  uint64_t value = 0;
  std::memcpy(&value, memory_.data() + (operation.identity - kMemory), operation.bytes);
  return value;
}

}  // namespace heddle::model
