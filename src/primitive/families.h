// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/world.h"

// One pair of functions a family: can it go on, and what happens then.
// `thread`, whose number is `id`, has announced an operation of that family.
namespace heddle::primitive {

// One way in which a family's operation is to be done.
struct Turn {
  event::ThreadId thread;
  uint32_t alternative;
  uint32_t step;
  const event::Operation& operation;  // of that thread
  Object* object;                     // that it names, if it does
};

Readiness mutex_readiness(const World& world, const Thread& thread, event::ThreadId id);
Effect mutex_apply(World& world, const Turn& turn);

Readiness cond_readiness(const World& world, const Thread& thread, event::ThreadId id);
Effect cond_apply(World& world, const Turn& turn);

Readiness rwlock_readiness(const World& world, const Thread& thread, event::ThreadId id);
Effect rwlock_apply(World& world, const Turn& turn);

Readiness spin_readiness(const World& world, const Thread& thread, event::ThreadId id);
Effect spin_apply(World& world, const Turn& turn);

Readiness semaphore_readiness(const World& world, const Thread& thread, event::ThreadId id);
Effect semaphore_apply(World& world, const Turn& turn);

Readiness barrier_readiness(const World& world, const Thread& thread, event::ThreadId id);
Effect barrier_apply(World& world, const Turn& turn);
void barrier_pass_time(Thread& thread, Object& barrier, const Effect& effect);

Readiness once_readiness(const World& world, const Thread& thread, event::ThreadId id);
Effect once_apply(World& world, const Turn& turn);

Readiness futex_readiness(const World& world, const Thread& thread, event::ThreadId id);
Effect futex_apply(World& world, const Turn& turn);

Readiness choice_readiness(const World& world, const Thread& thread, event::ThreadId id);
Effect choice_apply(World& world, const Turn& turn);
Readiness reuse_readiness(const World& world, const Thread& thread, event::ThreadId id);

Readiness memory_readiness(const World& world, const Thread& thread, event::ThreadId id);
Effect memory_apply(World& world, const Turn& turn);

Readiness thread_readiness(const World& world, const Thread& thread, event::ThreadId id);
Effect thread_apply(World& world, const Turn& turn);

// A wait whose time has run out: the clock moves on to its deadline, and leaving
// it counts as a yield.
Effect timed_out(World& world, event::ThreadId thread);

// Takes a mutex or spin lock that is free.
void take_lock(World& world, event::ObjectId id, Object& lock, const Turn& turn);

}  // namespace heddle::primitive
