// SPDX-License-Identifier: Apache-2.0
// pthread_rwlock_* as the program under test sees them.
#include "runtime/clock.h"
#include "runtime/instrument/entry.h"
#include "runtime/instrument/try.h"
#include "runtime/objects.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cerrno>

#include <pthread.h>

namespace heddle::runtime {
namespace {

using event::OpKind;

// Padding that libc never uses.
void* token_of(pthread_rwlock_t* lock) { return &lock->__data.__pad2; }

primitive::Object fresh_rwlock(const pthread_rwlock_t* lock) {
  if (lock->__data.__shared != 0) {
    note_uncontrolled("read-write locks shared between processes");
  }
  return {.kind = event::ObjectKind::rwlock,
          .prefers_writers = lock->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP};
}

event::ObjectId rwlock_at(pthread_rwlock_t* lock) {
  return object_with_token(lock, token_of(lock), fresh_rwlock(lock));
}

// A writer first arrives, where that can matter to readers; see primitive/rwlock.h.
int perform_on(pthread_rwlock_t* lock, event::Operation operation, const void* site) {
  operation.object = rwlock_at(lock);
  if (operation.kind == OpKind::rwlock_wrlock && world().object(operation.object).prefers_writers) {
    operation.argument = primitive::kArrives;
    const int32_t result = perform(operation, site);
    if (result != primitive::kAsleep) {
      return result;
    }
    operation.argument = 0;
  }
  return perform(operation, site);
}

int take(pthread_rwlock_t* lock, OpKind kind, const void* site) {
  return perform_on(lock, {.kind = kind}, site);
}

int try_to_take(pthread_rwlock_t* lock, OpKind kind, const void* site) {
  return perform_try({.kind = kind, .object = rwlock_at(lock)}, site);
}

int take_until(pthread_rwlock_t* lock, OpKind kind, clockid_t clock, const timespec* time,
               const void* site) {
  if (!valid(*time) || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)) {
    return EINVAL;
  }
  return perform_on(lock, {.kind = kind, .timed = true, .deadline = deadline_at(clock, *time)},
                    site);
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int pthread_rwlock_init(pthread_rwlock_t* lock,
                                         const pthread_rwlockattr_t* attributes) noexcept {
  const int error = real.pthread_rwlock_init(lock, attributes);
  if (controlled() && error == 0) {
    heddle::primitive::Object fresh = fresh_rwlock(lock);
    fresh.made_by_call = true;
    new_object_with_token(lock, token_of(lock), fresh);
  }
  return error;
}

HEDDLE_INTERPOSE int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) {
    return real.pthread_rwlock_destroy(lock);
  }
  destroy_object(rwlock_at(lock));
  return 0;
}

HEDDLE_INTERPOSE int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) {
    return real.pthread_rwlock_rdlock(lock);
  }
  return take(lock, OpKind::rwlock_rdlock, __builtin_return_address(0));
}

HEDDLE_HOOK int heddle_pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) {
    return real.pthread_rwlock_tryrdlock(lock);
  }
  return try_to_take(lock, OpKind::rwlock_tryrdlock, HEDDLE_ENTRY_SITE);
}

HEDDLE_INTERPOSE int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock,
                                                const timespec* time) noexcept {
  if (!controlled()) {
    return real.pthread_rwlock_timedrdlock(lock, time);
  }
  return take_until(lock, OpKind::rwlock_rdlock, CLOCK_REALTIME, time, __builtin_return_address(0));
}

HEDDLE_INTERPOSE int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                                                const timespec* time) noexcept {
  if (!controlled()) {
    return real.pthread_rwlock_clockrdlock(lock, clock, time);
  }
  return take_until(lock, OpKind::rwlock_rdlock, clock, time, __builtin_return_address(0));
}

HEDDLE_INTERPOSE int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) {
    return real.pthread_rwlock_wrlock(lock);
  }
  return take(lock, OpKind::rwlock_wrlock, __builtin_return_address(0));
}

HEDDLE_HOOK int heddle_pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) {
    return real.pthread_rwlock_trywrlock(lock);
  }
  return try_to_take(lock, OpKind::rwlock_trywrlock, HEDDLE_ENTRY_SITE);
}

HEDDLE_INTERPOSE int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock,
                                                const timespec* time) noexcept {
  if (!controlled()) {
    return real.pthread_rwlock_timedwrlock(lock, time);
  }
  return take_until(lock, OpKind::rwlock_wrlock, CLOCK_REALTIME, time, __builtin_return_address(0));
}

HEDDLE_INTERPOSE int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                                                const timespec* time) noexcept {
  if (!controlled()) {
    return real.pthread_rwlock_clockwrlock(lock, clock, time);
  }
  return take_until(lock, OpKind::rwlock_wrlock, clock, time, __builtin_return_address(0));
}

HEDDLE_INTERPOSE int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  if (!controlled()) {
    return real.pthread_rwlock_unlock(lock);
  }
  return take(lock, OpKind::rwlock_unlock, __builtin_return_address(0));
}
