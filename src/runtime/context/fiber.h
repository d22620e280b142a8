// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"
#include "runtime/instrument/side_stack.h"
#include "runtime/instrument/spin.h"
#include "runtime/pauses.h"

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <poll.h>
#include <pthread.h>

// Threads under test, of which one runs at a time: as fibers, or as OS threads.
//
// Each borrows the stack and the thread-local storage of a real thread that was made
// beforehand, so errno, thread_local, pthread_self, exceptions, the stack protector
// and all addresses are those of a real thread, and the same in both ways:
//
//   fibers (fiber.cc)  the real thread is parked for good; one carrier, the thread
//       that runs `main`, takes the stacks up in turn by switching registers and the
//       thread pointer, at the price of a function call
//   OS threads (os_thread.cc)  the real thread runs itself, when it is handed the
//       baton; slower, and what a debugger understands
extern "C" void heddle_switch_fsgsbase(void** save_sp, void* sp, uintptr_t thread_pointer);

namespace heddle::runtime {

class Pool;
struct CallWait;

// A destructor of a thread_local object, to be run when its thread ends.
struct ThreadDestructor {
  void (*function)(void*);
  void* object;
  ThreadDestructor* next;
};

struct Fiber {
  void* sp = nullptr;           // fibers: where it was left; meaningless while it runs
  SideStack side_stack;         // if accesses to memory are watched
  uint32_t baton = 0;           // OS threads: 1 when it is to go on
  int32_t process = 0;          // in which its real thread was made
  int32_t kernel_thread = 0;    // that runs it; OS threads only
  bool absent = false;          // nobody runs it yet in this process
  bool dismissed = false;       // its real thread is to end, as there is another for it
  uint64_t signal_mask = 0;     // that it starts with, or goes on with; see own_signals.h
  stack_t signal_stack = {};    // the same of its alternate stack; fibers only
  uint64_t floating_point = 0;  // that it starts with, see arch/x86_64/floating_point.h
  uintptr_t thread_pointer = 0;
  pthread_t handle = 0;  // of the borrowed thread; what pthread_self() says
  void* stack_top = nullptr;
  size_t stack_bytes = 0;            // below it; at most
  const void* stack_base = nullptr;  // where the program's own frames begin
  uint32_t parked = 0;

  event::ThreadId id = event::kNoThread;
  uint64_t identity = 0;  // see thread_identity.h
  uint32_t children = 0;  // threads that it has made
  Pool* pool = nullptr;   // what it allocates from, if it has allocated anything
  void* (*routine)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  ThreadDestructor* destructors = nullptr;

  uint32_t alternative = 0;         // how its announced operation is to be done
  uint32_t stack = 0;               // where it announced it, if stacks are recorded
  const void* site = nullptr;       // the call that announced it
  const uint32_t* futex = nullptr;  // the word of a futex wait, and what it expects
  uint32_t futex_expects = 0;
  std::span<const pollfd> awaited;      // descriptors that it waits for, see descriptor_waits.h
  CallWait* awaited_call = nullptr;     // or a call that would not block
  std::optional<int64_t> awaits_until;  // on its own clock
  int closed = -1;                      // one of these that another thread has closed,
  int kept = 0;                         // and a duplicate of what was behind it
  const void* reads_stream = nullptr;   // see effects/stream_waits.h
  uint64_t random_state = 0;
  bool exiting = false;       // it has begun to end, by return or pthread_exit
  bool terminating = false;   // it is in std::terminate
  uint64_t when = 0;          // its time, as the race detector wants it
  int32_t ignored = 0;        // accesses, as long as this is not 0
  uint32_t atomic_depth = 0;  // sections that it is in, see pins.h
  bool atomic_begun = false;  // it has announced something since it is in one
  Visits visits;              // where it has read memory
  Pauses pauses;              // where it has slept
  char name[16] = {};

  // Where its stack ends; 0, if that is not known.
  [[nodiscard]] uint64_t stack_end() const {
    return reinterpret_cast<uint64_t>(stack_top) - stack_bytes;
  }

  // And not on one that the program has made: by makecontext, for signals, by code of its own.
  [[nodiscard]] bool is_on_own_stack(uint64_t address) const {
    constexpr uint64_t kFirstStackBytes = uint64_t{64} << 20;
    const auto base = reinterpret_cast<uint64_t>(stack_base);
    const uint64_t end = stack_top == nullptr ? base - kFirstStackBytes : stack_end();
    return address - end < base - end;
  }

  // Nothing of the program's is so close below `address`, where a function of heddle's is.
  [[nodiscard]] bool has_room_below(uint64_t address, uint64_t bytes) const {
    return side_stack.contains(address) ||
           (is_on_own_stack(address) && address - stack_end() > bytes);
  }

  // It is about to be another thread of another execution.
  void forget_execution();

  alignas(16) std::byte exit_exception[64] = {};  // what pthread_exit unwinds with
  alignas(16) std::byte park_stack[512] = {};
};

extern constinit thread_local Fiber* t_fiber;

// A switch exchanges registers and nothing else, by instructions that every recent processor has.
// NOLINTNEXTLINE(bugprone-dynamic-static-initializers): constinit
extern constinit bool switches_fast;

// The fiber whose thread-local storage is current, or null in a thread that
// heddle does not control.
[[nodiscard]] inline Fiber* this_fiber() { return t_fiber; }

// Makes the calling thread, which runs `main`, the first one.  From here on it is
// settled how all are run.
void adopt_main_thread(Fiber& fiber, bool as_os_threads);

[[nodiscard]] bool runs_os_threads();

// Whether fibers have signal masks and alternate stacks of their own, see own_signals.h.
[[nodiscard]] bool exchanges_signals();
void set_exchanges_signals(bool value);

// Borrows a real thread for `fiber`, with at least `stack_bytes` of stack (0: the
// default), in place of the one it may have.  Returns 0 or what pthread_create said.
[[gnu::noinline, gnu::cold]] int borrow_thread(Fiber& fiber, size_t stack_bytes);

// The next switch to `fiber` will start it: in heddle_fiber_main(), or in `entry`, which
// is for contexts that are no threads.
void prepare_start(Fiber& fiber);
void prepare_start(Fiber& fiber, void (*entry)());

// What a thread does first, itself.
void begin_thread(Fiber& self);

// Leaves `from`, which is running, and goes on with `to`.  Returns when somebody
// switches back.
[[gnu::noinline]] void switch_fiber_otherwise(Fiber& from, Fiber& to);
inline void switch_fiber(Fiber& from, Fiber& to) {
  if (switches_fast) [[likely]] {
    heddle_switch_fsgsbase(&from.sp, to.sp, to.thread_pointer);
  } else {
    switch_fiber_otherwise(from, to);
  }
}

// The same by registers alone, for contexts that one kernel thread takes up in turn.
void switch_context(Fiber& from, Fiber& to);

// The same, of a thread that has ended: nobody switches back.
[[noreturn]] void switch_for_good(Fiber& from, Fiber& to);

// Sends a signal to the real thread that runs `target`.
long signal_thread(const Fiber& target, int signal);

}  // namespace heddle::runtime
