// SPDX-License-Identifier: Apache-2.0
// pthread_mutex_* as the program under test sees them.
//
// A controlled thread announces what it wants and goes on when the strategy has
// picked it, which happens only when primitive/ says that the lock is free.  The real
// lock is never taken: what the mutex means is ours.  A thread that heddle does
// not control goes straight to libc.
#include "runtime/clock.h"
#include "runtime/instrument/entry.h"
#include "runtime/instrument/try.h"
#include "runtime/interpose/mutex.h"
#include "runtime/objects.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/unwinder.h"

#include <cerrno>

namespace heddle::runtime {
namespace {

// Bits of glibc's __kind.
constexpr int kTypeBits = 3;
constexpr int kRobustBit = 16;
constexpr int kProcessSharedBit = 128;

primitive::Object fresh_mutex(const pthread_mutex_t* mutex) {
  const int kind = mutex->__data.__kind;
  if ((kind & kRobustBit) != 0) {
    refuse("robust mutexes");
  }
  if ((kind & kProcessSharedBit) != 0) {
    note_uncontrolled("mutexes shared between processes");
  }
  primitive::Object object{.kind = event::ObjectKind::mutex};
  switch (kind & kTypeBits) {
    case PTHREAD_MUTEX_RECURSIVE_NP:
      object.type = primitive::MutexType::recursive;
      break;
    case PTHREAD_MUTEX_ERRORCHECK_NP:
      object.type = primitive::MutexType::errorcheck;
      break;
    default:
      break;
  }
  return object;
}

// Where libc links robust mutexes; unused in all that we stand in for.
void* token_of(pthread_mutex_t* mutex) { return &mutex->__data.__list; }

}  // namespace

event::ObjectId mutex_at(pthread_mutex_t* mutex) {
  const event::ObjectId known = known_by_token(mutex, token_of(mutex), event::ObjectKind::mutex);
  return known != event::kNoObject
             ? known
             : new_object_with_token(mutex, token_of(mutex), fresh_mutex(mutex));
}

void new_mutex_at(pthread_mutex_t* mutex) {
  primitive::Object fresh = fresh_mutex(mutex);
  fresh.made_by_call = true;
  new_object_with_token(mutex, token_of(mutex), fresh);
}

int lock_mutex(pthread_mutex_t* mutex, const void* site) {
  return perform({.kind = event::OpKind::mutex_lock, .object = mutex_at(mutex)}, site);
}

int lock_mutex_until(pthread_mutex_t* mutex, clockid_t clock, const timespec& time,
                     const void* site) {
  return perform({.kind = event::OpKind::mutex_lock,
                  .timed = true,
                  .object = mutex_at(mutex),
                  .deadline = deadline_at(clock, time)},
                 site);
}

int try_mutex(pthread_mutex_t* mutex, const void* site) {
  return perform_try({.kind = event::OpKind::mutex_trylock, .object = mutex_at(mutex)}, site);
}

int unlock_mutex(pthread_mutex_t* mutex, const void* site) {
  return perform({.kind = event::OpKind::mutex_unlock, .object = mutex_at(mutex)}, site);
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int pthread_mutex_init(pthread_mutex_t* mutex,
                                        const pthread_mutexattr_t* attributes) noexcept {
  const int error = real.pthread_mutex_init(mutex, attributes);
  if (controlled() && error == 0) {
    new_mutex_at(mutex);
  }
  return error;
}

HEDDLE_INTERPOSE int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) {
    return real.pthread_mutex_destroy(mutex);
  }
  destroy_object(mutex_at(mutex));
  return 0;
}

HEDDLE_INTERPOSE int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  if (!controlled() || is_unwinder(__builtin_return_address(0))) {
    return real.pthread_mutex_lock(mutex);
  }
  return lock_mutex(mutex, __builtin_return_address(0));
}

HEDDLE_HOOK int heddle_pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) {
    return real.pthread_mutex_trylock(mutex);
  }
  return try_mutex(mutex, HEDDLE_ENTRY_SITE);
}

HEDDLE_INTERPOSE int pthread_mutex_timedlock(pthread_mutex_t* mutex,
                                             const timespec* time) noexcept {
  if (!controlled()) {
    return real.pthread_mutex_timedlock(mutex, time);
  }
  if (!valid(*time)) {
    return EINVAL;
  }
  return lock_mutex_until(mutex, CLOCK_REALTIME, *time, __builtin_return_address(0));
}

HEDDLE_INTERPOSE int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                             const timespec* time) noexcept {
  if (!controlled()) {
    return real.pthread_mutex_clocklock(mutex, clock, time);
  }
  if (!valid(*time) || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)) {
    return EINVAL;
  }
  return lock_mutex_until(mutex, clock, *time, __builtin_return_address(0));
}

HEDDLE_INTERPOSE int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  if (!controlled() || is_unwinder(__builtin_return_address(0))) {
    return real.pthread_mutex_unlock(mutex);
  }
  return unlock_mutex(mutex, __builtin_return_address(0));
}
