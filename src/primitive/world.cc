// SPDX-License-Identifier: Apache-2.0
#include "primitive/world.h"

#include "base/check.h"
#include "primitive/object_time.h"
#include "primitive/primitives.h"

#include <algorithm>
#include <cerrno>

namespace heddle::primitive {
namespace {

using event::ObjectId;
using event::ObjectKind;
using event::OpKind;
using event::ThreadId;

constexpr bool is_of_mutex(OpKind kind) {
  return kind >= OpKind::mutex_lock && kind <= OpKind::mutex_unlock;
}

constexpr bool is_of_threads(OpKind kind) {
  return kind >= OpKind::thread_create && kind <= OpKind::quiesce;
}

// Most threads use mutexes or wait for other threads: they are asked first.
[[gnu::noinline]] Effect apply_other(World& world, const Turn& turn) {
  return ask_primitive(turn.operation.kind,
                       [&](const auto& primitive) { return primitive.apply(world, turn); });
}
Effect apply_by_primitive(World& world, const Turn& turn) {
  return is_of_mutex(turn.operation.kind) ? Mutex(turn.operation.kind).apply(world, turn)
                                          : apply_other(world, turn);
}
[[gnu::noinline]] Readiness readiness_of_other(const World& world, const Thread& thread,
                                               ThreadId id) {
  return ask_primitive(thread.pending.kind, [&](const auto& primitive) {
    return primitive.readiness(world, thread, id);
  });
}
Readiness readiness_by_primitive(const World& world, const Thread& thread, ThreadId id) {
  const OpKind kind = thread.pending.kind;
  if (is_of_mutex(kind)) {
    return Mutex(kind).readiness(world, thread, id);
  }
  if (kind == OpKind::thread_join) {
    return Life(OpKind::thread_join).readiness(world, thread, id);
  }
  return readiness_of_other(world, thread, id);
}

bool uses_destroyed(const Thread& thread, const Object& object) {
  return object.destroyed && !ask_primitive(thread.pending.kind, [&](const auto& primitive) {
           return primitive.has_left_object(thread, object);
         });
}

// It is always ready, whatever has become of its object.
bool never_waits(OpKind kind) {
  return event::is_memory_access(kind) || kind == OpKind::mutex_unlock || kind == OpKind::sem_post;
}

bool is_about_to_do_something(const Thread& thread) { return thread.announced && !thread.ended; }

// Most operations never wait, or are for a mutex that is free: seen at one glance, they are ready.
bool is_plainly_ready(const World& world, const event::Operation& operation) {
  return never_waits(operation.kind) || (operation.kind == OpKind::mutex_lock &&
                                         world.object(operation.object).owner == event::kNoThread);
}

Readiness readiness_at_closer_look(const World& world, const Thread& thread, ThreadId id) {
  const event::Operation& operation = thread.pending;
  if (operation.object != event::kNoObject &&
      uses_destroyed(thread, world.object(operation.object))) {
    return kReady;  // to be told apart in apply()
  }
  return readiness_by_primitive(world, thread, id);
}

Readiness readiness_of(const World& world, const Thread& thread, ThreadId id) {
  if (!is_about_to_do_something(thread)) {
    return kBlocked;
  }
  return is_plainly_ready(world, thread.pending) ? kReady
                                                 : readiness_at_closer_look(world, thread, id);
}

// Objects that nobody has told apart do not overlap.
constexpr uint64_t kApart = 64;

constexpr size_t kFewThreads = 6;
constexpr size_t kFewObjects = 20;
constexpr size_t kFewHolds = 16;
static_assert(kFewThreads * sizeof(Thread) + kFewObjects * sizeof(Object) +
                  kFewHolds * sizeof(Hold) + 64 <=
              World::kNearBytes);

}  // namespace

size_t World::bytes_needed() {
  return kNearBytes + event::kMaxThreads * sizeof(Thread) + kMaxObjects * sizeof(Object) +
         kMaxHolds * sizeof(Hold) + sizeof(ResourceTimes) + 256;
}

World::World(base::Region& near, base::Region& far)
    : threads_(near, kFewThreads, far, event::kMaxThreads),
      objects_(near, kFewObjects, far, kMaxObjects),
      holds_(near, kFewHolds, far, kMaxHolds),
      resources_(&far.take_one<ResourceTimes>()) {
  // Written before it is read, a page of fresh memory is faulted in once, not twice.
  threads_.clear();
  objects_.clear();
  holds_.clear();
}

ThreadId World::add_thread(ThreadId creator, bool detached) {
  Thread thread;
  thread.creator = creator;
  thread.detached = detached;
  if (creator != event::kNoThread) {
    thread.time = this->thread(creator).time;
  }
  threads_.push_back(thread);
  looked_at_all_ = false;
  return static_cast<ThreadId>(threads_.size() - 1);
}

ObjectId World::add_object(const Object& object) {
  Object& added = objects_.push_back(object);
  if (added.identity == 0) {
    added.identity = objects_.size() * kApart;
  }
  added.identity |= added.prefers_writers ? event::kReadersMeet : 0;
  return static_cast<ObjectId>(objects_.size() - 1);
}

Readiness World::readiness(ThreadId id) const {
  const Thread& thread = this->thread(id);
  return readiness_of(*this, thread, id);
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
    if (is_of_threads(operation.kind)) {
      Life(operation.kind).pass_time(*this, thread, effect);
    }
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
  if (object.kind == ObjectKind::barrier) [[unlikely]] {
    Barrier(operation.kind).pass_time(thread, object, effect);
    return effect;
  }
  const Used used{.kind = operation.kind,
                  .result = effect.result,
                  .timed_out = effect.timed_out,
                  .value = effect.value,
                  .readers_meet = object.prefers_writers};
  const event::Use use = use_of_object(used);
  take_time(thread, object, use);
  if (operation.kind == OpKind::cond_wait || operation.kind == OpKind::cond_wake) [[unlikely]] {
    Object& mutex = this->object(operation.mutex);
    const event::Use of_mutex = use_of_mutex(used);
    take_time(thread, mutex, of_mutex);
    leave_time(mutex, thread.time, of_mutex);
  } else if (operation.kind == OpKind::once_finish) {
    pass_time_of_finished_once(turn.thread, object);
  }
  leave_time(object, thread.time, use);
  return effect;
}

}  // namespace heddle::primitive
