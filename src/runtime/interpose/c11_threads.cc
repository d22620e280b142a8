// SPDX-License-Identifier: Apache-2.0
// C11 <threads.h>.  libc does not route these through pthread_*, so they are stood
// in for on their own; the objects are laid out as their pthread relatives are.
#include "runtime/clock.h"
#include "runtime/effects/effects.h"
#include "runtime/instrument/entry.h"
#include "runtime/interpose/cond.h"
#include "runtime/interpose/join.h"
#include "runtime/interpose/mutex.h"
#include "runtime/objects.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/threads.h"
#include "runtime/unseen.h"

#include <cerrno>
#include <cstdint>

#include <threads.h>

namespace heddle::runtime {
namespace {

using event::OpKind;

static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t));
static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t));

pthread_mutex_t* as_pthread(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* as_pthread(cnd_t* cond) { return reinterpret_cast<pthread_cond_t*>(cond); }

int as_c11(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case ENOMEM:
    case EAGAIN:
      return thrd_nomem;
    case ETIMEDOUT:
      return thrd_timedout;
    case EBUSY:
      return thrd_busy;
    default:
      return thrd_error;
  }
}

// A C11 thread returns an int; its fiber is one that returns a pointer.
using C11Routine = int (*)(void*);
using PthreadRoutine = void* (*)(void*);

struct C11Start {
  C11Routine routine;
  void* argument;
};

void* run_c11(void* start_pointer) {
  auto& given = *static_cast<C11Start*>(start_pointer);
  const C11Start start = given;
  program.small_memory.give_back(given);
  return reinterpret_cast<void*>(static_cast<intptr_t>(start.routine(start.argument)));
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int thrd_create(thrd_t* thread, thrd_start_t routine, void* argument) {
  if (!controlled()) {
    note_thread_elsewhere();
    return real.thrd_create(thread, routine, argument);
  }
  auto& start = program.small_memory.take<C11Start>();
  start = {routine, argument};
  const int error = create_thread(thread, nullptr, run_c11, &start, __builtin_return_address(0));
  if (error != 0) {
    program.small_memory.give_back(start);
  }
  return as_c11(error);
}

HEDDLE_INTERPOSE int thrd_join(thrd_t thread, int* result) {
  if (!controlled()) {
    return real.thrd_join(thread, result);
  }
  void* value = nullptr;
  const int error =
      join_thread(thread, &value, {.kind = OpKind::thread_join}, __builtin_return_address(0));
  if (error == 0 && result != nullptr) {
    *result = static_cast<int>(reinterpret_cast<intptr_t>(value));
  }
  return as_c11(error);
}

HEDDLE_INTERPOSE int thrd_detach(thrd_t thread) {
  if (!controlled()) {
    return real.thrd_detach(thread);
  }
  return as_c11(detach_thread(thread, __builtin_return_address(0)));
}

HEDDLE_INTERPOSE void thrd_exit(int result) {
  if (!controlled()) {
    real.thrd_exit(result);
  }
  exit_thread(reinterpret_cast<void*>(static_cast<intptr_t>(result)));
}

HEDDLE_INTERPOSE int mtx_init(mtx_t* mutex, int type) {
  const bool ours = controlled();
  const int result = real.mtx_init(mutex, type);
  if (ours && result == thrd_success) {
    new_mutex_at(as_pthread(mutex));
  }
  return result;
}

HEDDLE_INTERPOSE void mtx_destroy(mtx_t* mutex) {
  if (!controlled()) {
    real.mtx_destroy(mutex);
    return;
  }
  destroy_object(mutex_at(as_pthread(mutex)));
}

HEDDLE_INTERPOSE int mtx_lock(mtx_t* mutex) {
  if (!controlled()) {
    return real.mtx_lock(mutex);
  }
  return as_c11(lock_mutex(as_pthread(mutex), __builtin_return_address(0)));
}

HEDDLE_HOOK int heddle_mtx_trylock(mtx_t* mutex) {
  if (!controlled()) {
    return real.mtx_trylock(mutex);
  }
  return as_c11(try_mutex(as_pthread(mutex), HEDDLE_ENTRY_SITE));
}

HEDDLE_INTERPOSE int mtx_timedlock(mtx_t* mutex, const timespec* time) {
  if (!controlled()) {
    return real.mtx_timedlock(mutex, time);
  }
  return as_c11(
      lock_mutex_until(as_pthread(mutex), CLOCK_REALTIME, *time, __builtin_return_address(0)));
}

HEDDLE_INTERPOSE int mtx_unlock(mtx_t* mutex) {
  if (!controlled()) {
    return real.mtx_unlock(mutex);
  }
  return as_c11(unlock_mutex(as_pthread(mutex), __builtin_return_address(0)));
}

HEDDLE_INTERPOSE int cnd_init(cnd_t* cond) {
  const bool ours = controlled();
  const int result = real.cnd_init(cond);
  if (ours && result == thrd_success) {
    new_cond_at(as_pthread(cond));
  }
  return result;
}

HEDDLE_INTERPOSE void cnd_destroy(cnd_t* cond) {
  if (!controlled()) {
    real.cnd_destroy(cond);
    return;
  }
  destroy_object(cond_at(as_pthread(cond)));
}

HEDDLE_INTERPOSE int cnd_wait(cnd_t* cond, mtx_t* mutex) {
  if (!controlled()) {
    return real.cnd_wait(cond, mutex);
  }
  return as_c11(wait_cond(as_pthread(cond), as_pthread(mutex), __builtin_return_address(0)));
}

HEDDLE_HOOK int heddle_cnd_timedwait(cnd_t* cond, mtx_t* mutex, const timespec* time) {
  if (!controlled()) {
    return real.cnd_timedwait(cond, mutex, time);
  }
  return as_c11(wait_cond_until(as_pthread(cond), as_pthread(mutex), CLOCK_REALTIME, *time,
                                HEDDLE_ENTRY_SITE));
}

HEDDLE_INTERPOSE int cnd_signal(cnd_t* cond) {
  if (!controlled()) {
    return real.cnd_signal(cond);
  }
  return as_c11(signal_cond(as_pthread(cond), __builtin_return_address(0)));
}

HEDDLE_INTERPOSE int cnd_broadcast(cnd_t* cond) {
  if (!controlled()) {
    return real.cnd_broadcast(cond);
  }
  return as_c11(broadcast_cond(as_pthread(cond), __builtin_return_address(0)));
}

HEDDLE_INTERPOSE int tss_create(tss_t* key, tss_dtor_t destructor) {
  note_keys(__builtin_return_address(0));
  resolve_real_functions();
  const int result = real.tss_create(key, destructor);
  if (result == thrd_success) {
    remember_key(*key, destructor);
  }
  return result;
}

HEDDLE_INTERPOSE void tss_delete(tss_t key) {
  note_keys(__builtin_return_address(0));
  resolve_real_functions();
  forget_key(key);
  real.tss_delete(key);
}
