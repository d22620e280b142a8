// SPDX-License-Identifier: Apache-2.0
#include "primitive/state.h"

#include "primitive/clocks.h"
#include "primitive/step.h"

#include <cerrno>

namespace heddle::primitive {

using event::ObjectId;
using event::ObjectKind;
using event::ThreadId;

namespace {

// Objects that nobody has told apart do not overlap.
constexpr uint64_t kApart = 64;

constexpr size_t kFewHolds = 16;

bool someone_waits_for(const State& state, ObjectId object) {
  for (const Thread& thread : state.threads()) {
    if (!is_about_to_do_something(thread)) {
      continue;
    }
    const bool waits = ask_primitive(thread.pending.kind, [&](const auto& primitive) {
      return primitive.is_waiting_at(thread, object);
    });
    if (waits) {
      return true;
    }
  }
  return false;
}

}  // namespace

size_t State::bytes_needed() {
  return (Clocks::kFewThreads + event::kMaxThreads) * sizeof(Thread) +
         (Clocks::kFewObjects + kMaxObjects) * sizeof(Object) +
         (kFewHolds + kMaxHolds) * sizeof(Hold) + 128;
}

State::State(base::Region& near, base::Region& far)
    : threads_(near, Clocks::kFewThreads, far, event::kMaxThreads),
      objects_(near, Clocks::kFewObjects, far, kMaxObjects),
      holds_(near, kFewHolds, far, kMaxHolds) {
  // Written before it is read, a page of fresh memory is faulted in once, not twice.
  threads_.clear();
  objects_.clear();
  holds_.clear();
}

ThreadId State::add_thread(ThreadId creator, bool detached) {
  Thread thread;
  thread.creator = creator;
  thread.detached = detached;
  threads_.push_back(thread);
  return static_cast<ThreadId>(threads_.size() - 1);
}

ObjectId State::add_object(const Object& object) {
  Object& added = objects_.push_back(object);
  if (added.identity == 0) {
    added.identity = objects_.size() * kApart;
  }
  added.identity |= added.prefers_writers ? event::kReadersMeet : 0;
  return static_cast<ObjectId>(objects_.size() - 1);
}

Readiness State::readiness(ThreadId id) const {
  const Thread& thread = this->thread(id);
  if (!is_about_to_do_something(thread)) {
    return kBlocked;
  }
  return is_plainly_ready(*this, thread.pending) ? kReady
                                                 : readiness_at_closer_look(*this, thread, id);
}

Effect State::apply(ThreadId id, uint32_t alternative, uint32_t step) {
  Thread& thread = this->thread(id);
  HEDDLE_CHECK(alternative < readiness(id).alternatives, "only what is ready should be done");
  thread.announced = false;
  const event::Operation& operation = thread.pending;
  if (operation.object == event::kNoObject) {
    return apply_other(*this, {id, alternative, step, operation, nullptr});
  }
  Object& object = this->object(operation.object);
  if (uses_destroyed(thread, object)) {
    return use_of_destroyed();
  }
  return apply_by_primitive(*this, {id, alternative, step, operation, &object});
}

Effect State::use_of_destroyed() {
  return {.result = EINVAL, .misuse = event::Misuse::use_destroyed};
}

event::Misuse State::destroy(ObjectId id) {
  Object& object = this->object(id);
  if (object.destroyed) {
    return event::Misuse::use_destroyed;
  }
  const bool held = object.kind != ObjectKind::once && object.owner != event::kNoThread;
  const bool read = object.kind == ObjectKind::rwlock && object.count > 0;
  if (held || read) {
    return event::Misuse::destroy_locked;
  }
  if (object.arrived > 0 || someone_waits_for(*this, id)) {
    return event::Misuse::destroy_waited_for;
  }
  object.destroyed = true;
  return event::Misuse::none;
}

void State::resize(size_t threads, size_t objects) {
  while (threads_.size() < threads) {
    add_thread(event::kNoThread, false);
  }
  while (objects_.size() < objects) {
    add_object({});
  }
  threads_.truncate(threads);
  objects_.truncate(objects);
}

void State::assign(const State& other) {
  threads_.assign(other.threads_.items());
  objects_.assign(other.objects_.items());
  holds_.assign(other.holds_.items());
}

uint64_t value_of(const State& state, const event::Operation& operation) {
  return ask_primitive(operation.kind, [&](const auto& primitive) {
    return primitive.value_before(state, operation);
  });
}

}  // namespace heddle::primitive
