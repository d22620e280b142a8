// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"

#include <cstddef>
#include <cstdint>

#include <pthread.h>

// Threads under test as fibers.
//
// Each fiber borrows the stack and the thread-local storage of a real thread that
// is parked for good; one carrier, the thread that runs `main`, takes them up in
// turn by switching registers and the thread pointer.  So errno, thread_local,
// pthread_self, exceptions and the stack protector are those of a real thread,
// at the price of a function call.
namespace heddle::runtime {

// A destructor of a thread_local object, to be run when its thread ends.
struct ThreadDestructor {
  void (*function)(void*);
  void* object;
  ThreadDestructor* next;
};

struct Fiber {
  void* sp = nullptr;  // where it was left; meaningless while it runs
  uintptr_t thread_pointer = 0;
  pthread_t handle = 0;  // of the borrowed thread; what pthread_self() says
  void* stack_top = nullptr;
  uint32_t parked = 0;

  event::ThreadId id = event::kNoThread;
  void* (*routine)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  ThreadDestructor* destructors = nullptr;

  uint32_t alternative = 0;         // how its announced operation is to be done
  uint32_t stack = 0;               // where it announced it, if stacks are recorded
  const void* site = nullptr;       // the call that announced it
  const uint32_t* futex = nullptr;  // the word of a futex wait, and what it expects
  uint32_t futex_expects = 0;
  uint64_t random_state = 0;
  bool exiting = false;      // it has begun to end, by return or pthread_exit
  bool terminating = false;  // it is in std::terminate
  char name[16] = {};

  // It is about to be another thread of another execution.
  void forget_execution();

  alignas(16) std::byte exit_exception[64] = {};  // what pthread_exit unwinds with
  alignas(16) std::byte park_stack[512] = {};
};

extern constinit thread_local Fiber* t_fiber;

// The fiber whose thread-local storage is current, or null in a thread that
// heddle does not control.
[[nodiscard]] inline Fiber* this_fiber() { return t_fiber; }

// Makes the calling thread, which runs `main`, a fiber: the carrier's own.
void adopt_main_thread(Fiber& fiber);

// Borrows a real thread for `fiber`, with at least `stack_bytes` of stack (0: the
// default).  Returns 0 or what pthread_create said.
int borrow_thread(Fiber& fiber, size_t stack_bytes);

// Lays out the first frame: the fiber will start in `entry`, by default where a
// thread's routine is called.
void prepare_start(Fiber& fiber);
void prepare_start(Fiber& fiber, void (*entry)());

// Leaves `from`, which is running, and goes on with `to`.  Returns when somebody
// switches back.
void switch_fiber(Fiber& from, Fiber& to);

}  // namespace heddle::runtime
