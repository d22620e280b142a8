// SPDX-License-Identifier: Apache-2.0
#include "primitive/world.h"

#include "base/check.h"
#include "primitive/families.h"

#include <algorithm>
#include <cerrno>

namespace heddle::primitive {
namespace {

using event::ObjectId;
using event::ObjectKind;
using event::OpKind;
using event::ThreadId;

struct Family {
  Readiness (*readiness)(const World&, const Thread&, ThreadId);
  Effect (*apply)(World&, const Turn&);
};

constexpr Family family_of(OpKind kind) {
  switch (kind) {
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::mutex_unlock:
      return {mutex_readiness, mutex_apply};
    case OpKind::cond_wait:
    case OpKind::cond_wake:
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
      return {cond_readiness, cond_apply};
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::rwlock_unlock:
      return {rwlock_readiness, rwlock_apply};
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
    case OpKind::spin_unlock:
      return {spin_readiness, spin_apply};
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_post:
    case OpKind::sem_getvalue:
      return {semaphore_readiness, semaphore_apply};
    case OpKind::barrier_arrive:
    case OpKind::barrier_leave:
      return {barrier_readiness, barrier_apply};
    case OpKind::once_enter:
    case OpKind::once_finish:
      return {once_readiness, once_apply};
    case OpKind::futex_wait:
    case OpKind::futex_woken:
    case OpKind::futex_wake:
      return {futex_readiness, futex_apply};
    case OpKind::choose:
      return {choice_readiness, choice_apply};
    case OpKind::reuse:
      return {reuse_readiness, choice_apply};
    case OpKind::atomic_load:
    case OpKind::atomic_store:
    case OpKind::atomic_rmw:
    case OpKind::atomic_cas:
    case OpKind::fence:
    case OpKind::volatile_read:
    case OpKind::volatile_write:
    case OpKind::data_read:
    case OpKind::data_write:
      return {memory_readiness, memory_apply};
    case OpKind::thread_create:
    case OpKind::thread_join:
    case OpKind::thread_tryjoin:
    case OpKind::thread_detach:
    case OpKind::thread_end:
    case OpKind::process_exit:
    case OpKind::quiesce:
    case OpKind::yield:
    case OpKind::sleep:
    case OpKind::effect:
      return {thread_readiness, thread_apply};
  }
  HEDDLE_CHECK(false, "every kind of operation should belong to a family");
}

struct Families {
  Family by_kind[event::kOpKinds];
};

constexpr Families table_of_families() {
  Families all{};
  for (size_t i = 0; i < event::kOpKinds; ++i) {
    all.by_kind[i] = family_of(static_cast<OpKind>(i));
  }
  return all;
}

constexpr Families kFamilies = table_of_families();

const Family& family(const event::Operation& operation) {
  return kFamilies.by_kind[static_cast<size_t>(operation.kind)];
}

constexpr bool is_of_mutex(OpKind kind) {
  return kind >= OpKind::mutex_lock && kind <= OpKind::mutex_unlock;
}

// Most threads use mutexes or wait for other threads: called by its name, a function costs less.
Effect apply_by_family(World& world, const Turn& turn) {
  return is_of_mutex(turn.operation.kind) ? mutex_apply(world, turn)
                                          : family(turn.operation).apply(world, turn);
}
Readiness readiness_by_family(const World& world, const Thread& thread, ThreadId id) {
  if (is_of_mutex(thread.pending.kind)) {
    return mutex_readiness(world, thread, id);
  }
  if (thread.pending.kind == OpKind::thread_join) {
    return thread_readiness(world, thread, id);
  }
  return family(thread.pending).readiness(world, thread, id);
}

// Time goes where causality goes: a step is not earlier than the steps that it depends on.  So what
// a thread reads from its clock is a function of what it can know, and independent steps still
// commute: those that only read, and those that only add, do not take over each other's time.
void take_time(Thread& thread, const Object& object, event::Use use) {
  if (use == event::Use::none) [[unlikely]] {
    return;
  }
  int64_t time = std::max(thread.time, object.time);
  time = use == event::Use::adds ? time : std::max(time, object.added_time);
  thread.time = use == event::Use::reads ? time : std::max(time, object.read_time);
}

void leave_time(Object& object, int64_t time, event::Use use) {
  if (use == event::Use::changes) [[likely]] {
    object.time = time;
    return;
  }
  switch (use) {
    case event::Use::none:
      break;
    case event::Use::reads:
      object.read_time = std::max(object.read_time, time);
      break;
    case event::Use::adds:
      object.added_time = std::max(object.added_time, time);
      break;
    case event::Use::changes:
      object.time = time;
      break;
  }
}

// A waiter that was woken, and a thread that leaves a barrier whose round is over,
// do not touch the object again: it may be gone by then.
bool has_left(const Thread& thread, const Object& object) {
  switch (thread.pending.kind) {
    case OpKind::cond_wake:
      return thread.signalled;
    case OpKind::barrier_leave:
      return object.generation != thread.generation;
    default:
      return false;
  }
}

bool uses_destroyed(const Thread& thread, const Object& object) {
  return object.destroyed && !has_left(thread, object);
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
  return readiness_by_family(world, thread, id);
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
    const Effect effect =
        family(operation).apply(*this, {id, alternative, step, operation, nullptr});
    pass_time(thread, effect);
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
  const Effect effect = apply_by_family(*this, turn);
  if (object.kind == ObjectKind::barrier) [[unlikely]] {
    barrier_pass_time(thread, object, effect);
    return effect;
  }
  const event::Used used{.kind = operation.kind,
                         .result = effect.result,
                         .timed_out = effect.timed_out,
                         .value = effect.value,
                         .readers_meet = object.prefers_writers};
  const event::Use use = event::use_of_object(used);
  take_time(thread, object, use);
  if (operation.kind == OpKind::cond_wait || operation.kind == OpKind::cond_wake) [[unlikely]] {
    Object& mutex = this->object(operation.mutex);
    const event::Use of_mutex = event::use_of_mutex(used);
    take_time(thread, mutex, of_mutex);
    leave_time(mutex, thread.time, of_mutex);
  } else if (operation.kind == OpKind::once_finish) {
    pass_time_of_finished_once(turn.thread, object);
  }
  leave_time(object, thread.time, use);
  return effect;
}

void World::use(ThreadId id, ObjectId of, event::Use how) {
  Thread& thread = this->thread(id);
  take_time(thread, object(of), how);
  leave_time(object(of), thread.time, how);
}

void World::use(ThreadId id, const event::Resource& resource, event::Use how) {
  if (resource.kind == event::ResourceKind::ending) {
    pass_time_of_ending(thread(id), how);
    return;
  }
  if (!resources_used_) {
    resources_used_ = true;
    resources_->clear();
  }
  Thread& thread = this->thread(id);
  thread.time = resources_->use(resource, how, thread.time);
}

// What a step without an object depends on: see order/dependence.cc.
void World::pass_time(Thread& thread, const Effect& effect) {
  const event::Operation& operation = thread.pending;
  switch (operation.kind) {
    case OpKind::thread_create:
      thread.time = std::max(thread.time, creation_time_);
      creation_time_ = thread.time;
      break;
    case OpKind::thread_end:
      pass_time_of_life(thread, thread, true);
      pass_time_of_ending(thread, event::Use::reads);
      break;
    case OpKind::thread_join:
    case OpKind::thread_tryjoin:
    case OpKind::thread_detach:
      pass_time_of_life(thread, this->thread(operation.thread), effect.result == 0);
      break;
    case OpKind::process_exit:
    case OpKind::quiesce:
      for (const Thread& other : threads_) {
        thread.time = std::max(thread.time, other.time);
      }
      for (Thread& other : threads_) {  // all that they do now comes after it
        other.time = thread.time;
      }
      break;
    default:
      break;
  }
}

void World::exchanged(ThreadId id) {
  Thread& thread = this->thread(id);
  Object& object = this->object(thread.pending.object);
  thread.time = std::max(thread.time, object.read_time);
  object.time = thread.time;
}

}  // namespace heddle::primitive
