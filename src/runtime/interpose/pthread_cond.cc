// SPDX-License-Identifier: Apache-2.0
// pthread_cond_* as the program under test sees them: a wait is two steps, release
// and wait, then wake and relock.
#include "runtime/clock.h"
#include "runtime/instrument/entry.h"
#include "runtime/interpose/cond.h"
#include "runtime/interpose/mutex.h"
#include "runtime/objects.h"
#include "runtime/pauses.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cerrno>

namespace heddle::runtime {
namespace {

using event::OpKind;

// glibc keeps the attributes in the low bits of __wrefs.
constexpr unsigned kProcessSharedBit = 1;
constexpr unsigned kMonotonicBit = 2;

// The sequence number of waiters; unused while nobody waits for real.
void* token_of(pthread_cond_t* cond) { return &cond->__data.__wseq; }

clockid_t clock_of(const pthread_cond_t* cond) {
  return (cond->__data.__wrefs & kMonotonicBit) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

int wait(event::Operation operation, const void* site) {
  operation.kind = OpKind::cond_wait;
  const int error = perform(operation, site);
  if (error != 0) {
    return error;
  }
  operation.kind = OpKind::cond_wake;
  return perform(operation, site);
}

}  // namespace

event::ObjectId cond_at(pthread_cond_t* cond) {
  if ((cond->__data.__wrefs & kProcessSharedBit) != 0) {
    note_uncontrolled("condition variables shared between processes");
  }
  return object_with_token(cond, token_of(cond), {.kind = event::ObjectKind::cond});
}

void new_cond_at(pthread_cond_t* cond) {
  new_object_with_token(cond, token_of(cond),
                        {.kind = event::ObjectKind::cond, .made_by_call = true});
}

int wait_cond(pthread_cond_t* cond, pthread_mutex_t* mutex, const void* site) {
  return wait({.object = cond_at(cond), .mutex = mutex_at(mutex)}, site);
}

int wait_cond_until(pthread_cond_t* cond, pthread_mutex_t* mutex, clockid_t clock,
                    const timespec& time, const void* site) {
  const Pausing pausing(site);
  return wait({.timed = true,
               .object = cond_at(cond),
               .mutex = mutex_at(mutex),
               .deadline = deadline_at(clock, time)},
              site);
}

int signal_cond(pthread_cond_t* cond, const void* site) {
  return perform({.kind = OpKind::cond_signal, .object = cond_at(cond)}, site);
}

int broadcast_cond(pthread_cond_t* cond, const void* site) {
  return perform({.kind = OpKind::cond_broadcast, .object = cond_at(cond)}, site);
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int pthread_cond_init(pthread_cond_t* cond,
                                       const pthread_condattr_t* attributes) noexcept {
  const int error = real.pthread_cond_init(cond, attributes);
  if (controlled() && error == 0) {
    new_cond_at(cond);
  }
  return error;
}

HEDDLE_INTERPOSE int pthread_cond_destroy(pthread_cond_t* cond) noexcept {
  if (!controlled()) {
    return real.pthread_cond_destroy(cond);
  }
  destroy_object(cond_at(cond));
  return 0;
}

HEDDLE_INTERPOSE int pthread_cond_wait(pthread_cond_t* cond, pthread_mutex_t* mutex) {
  if (!controlled()) {
    return real.pthread_cond_wait(cond, mutex);
  }
  return wait_cond(cond, mutex, __builtin_return_address(0));
}

HEDDLE_HOOK int heddle_pthread_cond_timedwait(pthread_cond_t* cond, pthread_mutex_t* mutex,
                                              const timespec* time) {
  if (!controlled()) {
    return real.pthread_cond_timedwait(cond, mutex, time);
  }
  if (!valid(*time)) {
    return EINVAL;
  }
  return wait_cond_until(cond, mutex, clock_of(cond), *time, HEDDLE_ENTRY_SITE);
}

HEDDLE_HOOK int heddle_pthread_cond_clockwait(pthread_cond_t* cond, pthread_mutex_t* mutex,
                                              clockid_t clock, const timespec* time) {
  if (!controlled()) {
    return real.pthread_cond_clockwait(cond, mutex, clock, time);
  }
  if (!valid(*time) || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)) {
    return EINVAL;
  }
  return wait_cond_until(cond, mutex, clock, *time, HEDDLE_ENTRY_SITE);
}

HEDDLE_INTERPOSE int pthread_cond_signal(pthread_cond_t* cond) noexcept {
  if (!controlled()) {
    return real.pthread_cond_signal(cond);
  }
  return signal_cond(cond, __builtin_return_address(0));
}

HEDDLE_INTERPOSE int pthread_cond_broadcast(pthread_cond_t* cond) noexcept {
  if (!controlled()) {
    return real.pthread_cond_broadcast(cond);
  }
  return broadcast_cond(cond, __builtin_return_address(0));
}
