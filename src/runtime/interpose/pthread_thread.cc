// SPDX-License-Identifier: Apache-2.0
// Threads as the program under test sees them: pthread_create and what follows.
// pthread_self and pthread_equal are libc's own: a fiber has a real thread's
// thread pointer, so they are right as they are.
#include "process/texts.h"
#include "runtime/clock.h"
#include "runtime/effects/effects.h"
#include "runtime/interpose/join.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/threads.h"
#include "runtime/unseen.h"

#include <cerrno>
#include <cstring>

#include <pthread.h>

namespace heddle::runtime {

using event::OpKind;
using event::ThreadId;

int join_thread(pthread_t handle, void** result, event::Operation operation, const void* site) {
  const ThreadId target = thread_with(handle);
  if (target == event::kNoThread) {
    // A thread from before main runs by itself, and ends by itself.
    return program.foreign_threads ? real.pthread_join(handle, result) : ESRCH;
  }
  operation.thread = target;
  const int error = perform(operation, site);
  if (error == 0 && result != nullptr) {
    *result = rt.fibers[event::index(target)].result;
  }
  return error;
}

int detach_thread(pthread_t handle, const void* site) {
  const ThreadId target = thread_with(handle);
  if (target == event::kNoThread) {
    return ESRCH;
  }
  return perform({.kind = OpKind::thread_detach, .thread = target}, site);
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                    void* (*routine)(void*), void* argument) noexcept {
  if (controlled()) {
    return create_thread(thread, attributes, routine, argument, __builtin_return_address(0));
  }
  if (rt.arena != nullptr) {
    program.foreign_threads = true;
    heddle::process::add_text(rt.arena->uncontrolled, "threads created before main");
  }
  note_thread_elsewhere();
  return real.pthread_create(thread, attributes, routine, argument);
}

HEDDLE_INTERPOSE int pthread_join(pthread_t thread, void** result) {
  if (!controlled()) {
    return real.pthread_join(thread, result);
  }
  return join_thread(thread, result, {.kind = OpKind::thread_join}, __builtin_return_address(0));
}

HEDDLE_INTERPOSE int pthread_tryjoin_np(pthread_t thread, void** result) noexcept {
  if (!controlled()) {
    return real.pthread_tryjoin_np(thread, result);
  }
  return join_thread(thread, result, {.kind = OpKind::thread_tryjoin}, __builtin_return_address(0));
}

HEDDLE_INTERPOSE int pthread_timedjoin_np(pthread_t thread, void** result, const timespec* time) {
  if (!controlled()) {
    return real.pthread_timedjoin_np(thread, result, time);
  }
  return join_thread(
      thread, result,
      {.kind = OpKind::thread_join, .timed = true, .deadline = deadline_at(CLOCK_REALTIME, *time)},
      __builtin_return_address(0));
}

HEDDLE_INTERPOSE int pthread_clockjoin_np(pthread_t thread, void** result, clockid_t clock,
                                          const timespec* time) {
  if (!controlled()) {
    return real.pthread_clockjoin_np(thread, result, clock, time);
  }
  return join_thread(
      thread, result,
      {.kind = OpKind::thread_join, .timed = true, .deadline = deadline_at(clock, *time)},
      __builtin_return_address(0));
}

HEDDLE_INTERPOSE int pthread_detach(pthread_t thread) noexcept {
  if (!controlled()) {
    return real.pthread_detach(thread);
  }
  return detach_thread(thread, __builtin_return_address(0));
}

HEDDLE_INTERPOSE void pthread_exit(void* result) {
  if (!controlled()) {
    real.pthread_exit(result);
  }
  exit_thread(result);
}

// The name is kept for reports; the kernel's thread is not there to be renamed.
HEDDLE_INTERPOSE int pthread_setname_np(pthread_t thread, const char* name) noexcept {
  if (!controlled()) {
    return real.pthread_setname_np(thread, name);
  }
  const ThreadId target = thread_with(thread);
  if (target == heddle::event::kNoThread) {
    return ESRCH;
  }
  Fiber& fiber = rt.fibers[heddle::event::index(target)];
  if (strlen(name) >= sizeof fiber.name) {
    return ERANGE;
  }
  strcpy(fiber.name, name);
  return 0;
}

HEDDLE_INTERPOSE int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  note_keys(__builtin_return_address(0));
  resolve_real_functions();
  const int error = real.pthread_key_create(key, destructor);
  if (error == 0) {
    remember_key(*key, destructor);
  }
  return error;
}

HEDDLE_INTERPOSE int pthread_key_delete(pthread_key_t key) noexcept {
  note_keys(__builtin_return_address(0));
  resolve_real_functions();
  forget_key(key);
  return real.pthread_key_delete(key);
}

// Registers the destructor of a thread_local object.
HEDDLE_INTERPOSE int __cxa_thread_atexit_impl(void (*function)(void*), void* object,
                                              void* module) noexcept {
  if (!controlled()) {
    return real.cxa_thread_atexit_impl(function, object, module);
  }
  auto& destructor = program.small_memory.take<ThreadDestructor>();
  destructor = {function, object, current().destructors};
  current().destructors = &destructor;
  return 0;
}
