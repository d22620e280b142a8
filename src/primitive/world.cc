// SPDX-License-Identifier: Apache-2.0
#include "primitive/world.h"

#include "base/check.h"
#include "primitive/step.h"

namespace heddle::primitive {

using event::ObjectId;
using event::ObjectKind;
using event::OpKind;
using event::ThreadId;

namespace {

constexpr bool is_of_threads(OpKind kind) {
  return kind >= OpKind::thread_create && kind <= OpKind::quiesce;
}

// Of a step that names no object.
void pass_time_of_other(Clocks& clocks, ThreadId id, const event::Operation& operation,
                        const Effect& effect) {
  if (effect.timed_out || facts_of(operation.kind).lets_time_pass) {
    clocks.pass_deadline(id, operation.deadline);
  }
  if (is_of_threads(operation.kind)) {
    Life(operation.kind).pass_time(clocks, clocks.of(id), operation, effect);
  }
}

// Who finds it done does no step on it, but looks at its flag: see once.h.
void pass_time_of_finished_once(Clocks& clocks, ThreadId id, const Object& once) {
  clocks.use(id, event::Resource{event::ResourceKind::once, once.identity}, event::Use::changes);
}

}  // namespace

size_t World::bytes_needed() { return State::bytes_needed() + Clocks::bytes_needed(); }

World::World(base::Region& near, base::Region& far) : State(near, far), clocks_(near, far) {}

ThreadId World::add_thread(ThreadId creator, bool detached) {
  clocks_.add_thread(creator);
  looked_at_all_ = false;
  return State::add_thread(creator, detached);
}

ObjectId World::add_object(const Object& object) {
  clocks_.add_object();
  return State::add_object(object);
}

void World::look_at_all(event::Candidate* room) {
  event::Candidate* next = room;
  uint32_t index = 0;
  for (Thread& thread : threads_) {
    const auto id = static_cast<ThreadId>(index++);
    thread.ways = 0;
    thread.is_plain_candidate = false;
    if (!is_about_to_do_something(thread)) {
      continue;
    }
    if (is_plainly_ready(*this, thread.pending)) {
      thread.ways = 1;
      thread.is_plain_candidate = true;
      *next++ = {.thread = id, .operation = &thread.pending};
      continue;
    }
    const Readiness ready = readiness_at_closer_look(*this, thread, id);
    thread.ways = ready.alternatives;
    if (ready.alternatives > 0) {
      *next++ = {.thread = id,
                 .alternatives = ready.alternatives,
                 .by_time = ready.by_time,
                 .truncated = ready.truncated,
                 .operation = &thread.pending};
    }
  }
  looked_at_all_ = true;
  candidate_count_ = static_cast<size_t>(next - room);
}

void World::look_at_all_aside(event::Candidate* room) { look_at_all(room); }

Effect World::apply(ThreadId id, uint32_t alternative, uint32_t step) {
  Thread& thread = this->thread(id);
  HEDDLE_CHECK(alternative < ways(id), "only what is ready should be done");
  const event::Operation& operation = thread.pending;
  if (event::is_memory_access(operation.kind)) {
    return apply_access(id);
  }
  looked_at_all_ = false;
  thread.announced = false;
  if (operation.object == event::kNoObject) {
    const Effect effect = apply_other(*this, {id, alternative, step, operation, nullptr});
    pass_time_of_other(clocks_, id, operation, effect);
    return effect;
  }
  Object& object = this->object(operation.object);
  if (uses_destroyed(thread, object)) {
    return use_of_destroyed();
  }
  return apply_to(object, thread, {id, alternative, step, operation, &object});
}

// One variable is all that it returns, so that it is written where the caller reads it, and not
// copied.
Effect World::apply_to(Object& object, Thread& thread, const Turn& turn) {
  const event::Operation& operation = thread.pending;
  const Effect effect = apply_by_primitive(*this, turn);
  ThreadClocks& time = clocks_.of(turn.thread);
  ObjectClocks& left = clocks_.of(operation.object);
  if (object.kind == ObjectKind::barrier) [[unlikely]] {
    Barrier(operation.kind).pass_time(time, left, effect);
    return effect;
  }
  if (effect.timed_out) [[unlikely]] {
    clocks_.pass_deadline(turn.thread, operation.deadline);
  }
  const Used used{.kind = operation.kind,
                  .result = effect.result,
                  .timed_out = effect.timed_out,
                  .value = effect.value,
                  .readers_meet = object.prefers_writers};
  const event::Use use = use_of_object(used);
  take_time(time, left, use);
  if (operation.kind == OpKind::cond_wait || operation.kind == OpKind::cond_wake) [[unlikely]] {
    clocks_.use(turn.thread, operation.mutex, use_of_mutex(used));
  } else if (operation.kind == OpKind::once_finish) {
    pass_time_of_finished_once(clocks_, turn.thread, object);
  }
  leave_time(left, time.time, use);
  return effect;
}

event::Misuse World::destroy(ObjectId object) {
  looked_at_all_ = false;
  return State::destroy(object);
}

void World::assign(const World& other) {
  State::assign(other);
  clocks_.assign(other.clocks_);
  looked_at_all_ = false;
}

}  // namespace heddle::primitive
