// SPDX-License-Identifier: Apache-2.0
#include "runtime/threads.h"

#include "runtime/arch/x86_64/no_trace.h"
#include "runtime/context/thread_storage.h"
#include "runtime/debugger.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/reset/worker.h"
#include "runtime/runtime.h"
#include "runtime/thread_identity.h"
#include "runtime/unwinder.h"
#include "runtime/uses.h"

#include <cerrno>
#include <climits>

namespace heddle::runtime {
namespace {

using event::OpKind;
using event::ThreadId;

// The stack that a borrowed thread must have; 0 if any will do.
size_t wanted_stack(const pthread_attr_t* attributes) {
  if (attributes == nullptr) [[likely]] {
    return 0;
  }
  size_t wanted = 0;
  size_t usual = 0;
  pthread_attr_t defaults;
  pthread_attr_init(&defaults);
  pthread_attr_getstacksize(&defaults, &usual);
  pthread_attr_destroy(&defaults);
  pthread_attr_getstacksize(attributes, &wanted);
  return wanted > usual ? wanted : 0;
}

// A fiber with a borrowed thread for the next thread of this execution.
Fiber* ready_fiber(const pthread_attr_t* attributes, int& error) {
  const size_t number = world().thread_count();
  if (number >= event::kMaxThreads) {
    refuse_with(
        "the program makes more than 1023 threads in one execution, the most that heddle "
        "can run");
  }
  Fiber& fiber = rt.fibers[number];
  const size_t stack = wanted_stack(attributes);
  if (number > rt.borrowed || stack != 0) [[unlikely]] {
    if (rt.in_place) {
      rt.cannot_be_put_back |= stack != 0;
      stop_for_more_threads();
    }
    error = borrow_thread(fiber, stack);
    if (error == EAGAIN || error == ENOMEM) {
      // It would be taken for a failure of the program's own.
      refuse_with(
          "the system lets the program have no more threads (see ulimit -u, -v and the free "
          "memory)");
    }
    if (error != 0) {
      return nullptr;
    }
    prepare_side_stack(fiber);
    rt.borrowed = number > rt.borrowed ? number : rt.borrowed;
    ++rt.borrowed_here;
  }
  return &fiber;
}

bool is_detached(const pthread_attr_t* attributes) {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) [[unlikely]] {
    pthread_attr_getdetachstate(attributes, &state);
  }
  return state == PTHREAD_CREATE_DETACHED;
}

// A new thread runs up to its first visible operation before its creator goes on;
// that is no step of its own.
void run_to_first_operation(Fiber& fiber) {
  Fiber& creator = current();
  prepare_start(fiber);
  rt.starter = &creator;
  rt.current = &fiber;
  switch_fiber(creator, fiber);
}

void run_key_destructors() {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round) {
    bool any = false;
    for (pthread_key_t key = 0; key < program.keys; ++key) {
      void (*destructor)(void*) = program.key_destructors[key];
      void* value = destructor == nullptr ? nullptr : pthread_getspecific(key);
      if (value != nullptr) {
        any = true;
        pthread_setspecific(key, nullptr);
        destructor(value);
      }
    }
    if (!any) {
      return;
    }
  }
}

bool everyone_has_ended() {
  for (const primitive::Thread& thread : world().threads()) {
    if (!thread.ended) {
      return false;
    }
  }
  return true;
}

// The last thread of a process ends it, with status 0.  Libc counts threads down atomically as
// they end, so exit handlers and static destructors come after everything that any thread did.
[[noreturn]] void end_process_as_last_thread() {
  world().thread(current().id).ended = false;
  world().follow_all(current().id);
  if (rt.watch.on) {
    watch_last_thread();
  }
  begin_taking_handlers();
  real.exit(0);
  __builtin_unreachable();
}

[[noreturn]] void end_thread() {
  Fiber& self = current();
  self.exiting = true;
  run_thread_local_destructors();
  run_key_destructors();
  if (!controlled()) [[unlikely]] {
    real.exit(0);  // the only thread of a process that the program has forked
  }
  perform({.kind = OpKind::thread_end}, __builtin_return_address(0));
  if (world().thread(event::kMainThread).ended) [[unlikely]] {
    // From now on it matters in which order threads end.
    changes({event::ResourceKind::ending});
  }
  if (everyone_has_ended()) [[unlikely]] {
    end_process_as_last_thread();
  }
  leave_for_good();
}

_Unwind_Reason_Code at_frame(int /*version*/, _Unwind_Action actions,
                             _Unwind_Exception_Class /*kind*/, _Unwind_Exception* /*exception*/,
                             _Unwind_Context* /*context*/, void* /*argument*/) {
  if ((actions & _UA_END_OF_STACK) != 0) {
    end_thread();
  }
  return _URC_NO_REASON;
}

}  // namespace

extern "C" __attribute__((used, visibility("hidden"))) void heddle_fiber_main() {
  Fiber& self = current();
  self.stack_base = __builtin_frame_address(0);
  begin_thread(self);
  if (rt.arena->settings().debug) {
    debugger_at_new_thread();
  }
  if (rt.watch.wanted) {
    leave_no_trace<kTraceOfStep>();
    self.side_stack.used_other = false;
  }
  if (rt.foreign_files.are_any_unknown()) {
    rt.foreign_files.met(reinterpret_cast<const void*>(self.routine));
  }
  self.result = self.routine(self.argument);
  end_thread();
}

void fill_pool(size_t count) {
  while (rt.borrowed < count && rt.borrowed + 1 < event::kMaxThreads) {
    if (borrow_thread(rt.fibers[rt.borrowed + 1], 0) != 0) {
      return;
    }
    prepare_side_stack(rt.fibers[rt.borrowed + 1]);
    ++rt.borrowed;
  }
}

int create_thread(pthread_t* handle, const pthread_attr_t* attributes, void* (*routine)(void*),
                  void* argument, const void* site) {
  await_turn({.kind = OpKind::thread_create}, site);
  primitive::Effect effect = apply_turn();
  Fiber* fiber = ready_fiber(attributes, effect.result);
  if (fiber == nullptr) [[unlikely]] {
    complete_turn(effect);
    return effect.result;
  }
  fiber->forget_execution();
  renew_thread_storage(*fiber);
  fiber->identity = identity_of_child(current().identity, ++current().children);
  fiber->id = world().add_thread(current().id, is_detached(attributes));
  count_company();
  if (rt.watch.on) {
    watch_new_thread(fiber->id, current().id);
  }
  fiber->routine = routine;
  fiber->argument = argument;
  *handle = fiber->handle;
  effect.other = fiber->id;
  complete_turn(effect);
  run_to_first_operation(*fiber);
  return 0;
}

// Unwinds the whole stack, so that destructors and cleanup handlers run, and ends
// the thread where the stack ends.
void exit_thread(void* result) {
  Fiber& self = current();
  self.result = result;
  if (!self.exiting) {
    self.exiting = true;
    static_assert(sizeof(_Unwind_Exception) <= sizeof self.exit_exception);
    auto* exception = reinterpret_cast<_Unwind_Exception*>(self.exit_exception);
    *exception = _Unwind_Exception{};
    const Unwinder* found = unwinder();
    if (found != nullptr) {
      found->forced_unwind(exception, at_frame, nullptr);
    }
  }
  end_thread();
}

ThreadId thread_with(pthread_t handle) {
  for (size_t i = 0; i < world().thread_count(); ++i) {
    if (rt.fibers[i].handle == handle) {
      return static_cast<ThreadId>(i);
    }
  }
  return event::kNoThread;
}

void run_thread_local_destructors() {
  Fiber& self = current();
  while (self.destructors != nullptr) {
    const ThreadDestructor first = *self.destructors;
    program.small_memory.give_back(*self.destructors);
    self.destructors = first.next;
    first.function(first.object);
  }
}

void remember_key(pthread_key_t key, void (*destructor)(void*)) {
  if (key >= PTHREAD_KEYS_MAX) {
    return;
  }
  program.key_destructors[key] = destructor;
  if (destructor != nullptr && key >= program.keys) {
    program.keys = key + 1;
  }
}

void forget_key(pthread_key_t key) { remember_key(key, nullptr); }

}  // namespace heddle::runtime
