// SPDX-License-Identifier: Apache-2.0
// sem_* (unnamed) as the program under test sees them.
#include "runtime/clock.h"
#include "runtime/effects/effects.h"
#include "runtime/instrument/entry.h"
#include "runtime/instrument/try.h"
#include "runtime/objects.h"
#include "runtime/pauses.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cerrno>
#include <cstdarg>
#include <cstddef>

#include <fcntl.h>
#include <semaphore.h>

namespace heddle::runtime {
namespace {

using event::OpKind;

// libc uses the first 16 bytes; the first word is the value.
constexpr size_t kTokenOffset = 24;

void* token_of(sem_t* semaphore) { return semaphore->__size + kTokenOffset; }

primitive::Object fresh_semaphore(const sem_t* semaphore) {
  const auto* words = reinterpret_cast<const unsigned*>(semaphore);
  return {.kind = event::ObjectKind::semaphore, .count = words[0]};
}

event::ObjectId semaphore_at(sem_t* semaphore) {
  return object_with_token(semaphore, token_of(semaphore), fresh_semaphore(semaphore));
}

int as_sem_result(int error) {
  if (error == 0) {
    return 0;
  }
  errno = error;
  return -1;
}

// In a function that is entered through hooks_entry.S.
int wait_until(sem_t* semaphore, clockid_t clock, const timespec* time, const void* site) {
  if (!valid(*time) || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)) {
    return as_sem_result(EINVAL);
  }
  const Pausing pausing(site);
  return as_sem_result(perform({.kind = OpKind::sem_wait,
                                .timed = true,
                                .object = semaphore_at(semaphore),
                                .deadline = deadline_at(clock, *time)},
                               site));
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
  const bool ours = controlled();
  const int result = real.sem_init(semaphore, shared, value);
  if (ours && result == 0) {
    if (shared != 0) {
      note_uncontrolled("semaphores shared between processes");
    }
    heddle::primitive::Object fresh = fresh_semaphore(semaphore);
    fresh.made_by_call = true;
    new_object_with_token(semaphore, token_of(semaphore), fresh);
  }
  return result;
}

HEDDLE_INTERPOSE int sem_destroy(sem_t* semaphore) noexcept {
  if (!controlled()) {
    return real.sem_destroy(semaphore);
  }
  destroy_object(semaphore_at(semaphore));
  return 0;
}

HEDDLE_INTERPOSE int sem_wait(sem_t* semaphore) {
  if (!controlled()) {
    return real.sem_wait(semaphore);
  }
  return as_sem_result(perform({.kind = OpKind::sem_wait, .object = semaphore_at(semaphore)},
                               __builtin_return_address(0)));
}

HEDDLE_HOOK int heddle_sem_trywait(sem_t* semaphore) noexcept {
  if (!controlled()) {
    return real.sem_trywait(semaphore);
  }
  return as_sem_result(perform_try({.kind = OpKind::sem_trywait, .object = semaphore_at(semaphore)},
                                   HEDDLE_ENTRY_SITE));
}

HEDDLE_HOOK int heddle_sem_timedwait(sem_t* semaphore, const timespec* time) {
  if (!controlled()) {
    return real.sem_timedwait(semaphore, time);
  }
  return wait_until(semaphore, CLOCK_REALTIME, time, HEDDLE_ENTRY_SITE);
}

HEDDLE_HOOK int heddle_sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
  if (!controlled()) {
    return real.sem_clockwait(semaphore, clock, time);
  }
  return wait_until(semaphore, clock, time, HEDDLE_ENTRY_SITE);
}

HEDDLE_INTERPOSE int sem_post(sem_t* semaphore) noexcept {
  if (!controlled()) {
    return real.sem_post(semaphore);
  }
  return as_sem_result(perform({.kind = OpKind::sem_post, .object = semaphore_at(semaphore)},
                               __builtin_return_address(0)));
}

HEDDLE_INTERPOSE int sem_getvalue(sem_t* semaphore, int* value) noexcept {
  if (!controlled()) {
    return real.sem_getvalue(semaphore, value);
  }
  *value = perform({.kind = OpKind::sem_getvalue, .object = semaphore_at(semaphore)},
                   __builtin_return_address(0));
  return 0;
}

HEDDLE_INTERPOSE sem_t* sem_open(const char* name, int flags, ...) noexcept {
  note_effect("sem_open", __builtin_return_address(0), Shared::messages,
              heddle::event::Use::changes);
  note_uncontrolled("sem_open");
  resolve_real_functions();
  if ((flags & O_CREAT) == 0) {
    return real.sem_open(name, flags);
  }
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  const unsigned value = va_arg(rest, unsigned);
  va_end(rest);
  return real.sem_open(name, flags, mode, value);
}
