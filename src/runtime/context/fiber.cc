// SPDX-License-Identifier: Apache-2.0
#include "runtime/context/fiber.h"

#include "base/check.h"
#include "runtime/arch/x86_64/floating_point.h"
#include "runtime/arch/x86_64/thread_pointer.h"
#include "runtime/context/os_thread.h"
#include "runtime/context/own_signals.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/reset/private_descriptor.h"

#include <csignal>

#include <sys/auxv.h>
#include <sys/syscall.h>

extern "C" {
void heddle_switch_syscall(void** save_sp, void* sp, uintptr_t thread_pointer);
[[noreturn]] void heddle_park(uint32_t* word, void* small_stack);
void heddle_fiber_entry();
}

namespace heddle::runtime {

constinit thread_local Fiber* t_fiber = nullptr;
constinit bool switches_fast = false;

namespace {

constexpr unsigned long kHwcap2Fsgsbase = 2;
constexpr uint64_t kDefaultFloatingPoint = 0x37f'0000'1f80;
constexpr size_t kSavedRegisters = 6;
// What lies above a borrowed stack's top belongs to the parked thread's frames.
constexpr size_t kFramesOfTheParked = 1024;

bool fast_switch = false;
bool os_threads = false;
bool signals_are_exchanged = false;

void settle_switches() { switches_fast = fast_switch && !os_threads && !signals_are_exchanged; }

bool has_fsgsbase() { return (getauxval(AT_HWCAP2) & kHwcap2Fsgsbase) != 0; }

void* park(void* argument) {
  auto* fiber = static_cast<Fiber*>(argument);
  t_fiber = fiber;
  fiber->thread_pointer = thread_pointer();
  const auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  fiber->stack_top = reinterpret_cast<void*>((frame - kFramesOfTheParked) & ~uintptr_t{15});
  fiber->process = static_cast<int32_t>(raw_syscall(SYS_getpid));
  __atomic_store_n(&fiber->parked, 1, __ATOMIC_RELEASE);
  raw_syscall(SYS_futex, as_long(&fiber->parked), 129 /* FUTEX_WAKE_PRIVATE */, 1);
  if (os_threads) {
    start_when_handed_baton(*fiber);
  }
  heddle_park(&fiber->parked, fiber->park_stack + sizeof fiber->park_stack);
}

// What a switch restores: control words, six registers, and where to.
void prepare_frame(Fiber& fiber, void (*entry)()) {
  auto* sp = static_cast<uint64_t*>(fiber.stack_top);
  *--sp = 0;
  *--sp = reinterpret_cast<uint64_t>(entry);
  for (size_t i = 0; i < kSavedRegisters; ++i) {
    *--sp = 0;
  }
  *--sp = fiber.floating_point;
  fiber.sp = sp;
}

}  // namespace

void Fiber::forget_execution() {
  id = event::kNoThread;
  identity = 0;
  children = 0;
  pool = nullptr;
  routine = nullptr;
  argument = nullptr;
  result = nullptr;
  destructors = nullptr;
  alternative = 0;
  stack = 0;
  site = nullptr;
  futex = nullptr;
  futex_expects = 0;
  awaited = {};
  awaited_call = nullptr;
  if (kept > 0) {
    close_private(kept);
  }
  closed = -1;
  kept = 0;
  reads_stream = nullptr;
  awaits_until = std::nullopt;
  random_state = 0;
  exiting = false;
  terminating = false;
  ignored = 0;
  atomic_depth = 0;
  atomic_begun = false;
  visits.clear();
  pauses.clear();
  side_stack.abandon();
  name[0] = 0;
}

void adopt_main_thread(Fiber& fiber, bool as_os_threads) {
  t_fiber = &fiber;
  os_threads = as_os_threads;
  fast_switch = has_fsgsbase();
  settle_switches();
  fiber.thread_pointer = thread_pointer();
  fiber.handle = pthread_self();
}

int borrow_thread(Fiber& fiber, size_t stack_bytes) {
  if (os_threads) {
    dismiss_os_thread(fiber);
  }
  fiber.parked = 0;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack_bytes != 0) {
    pthread_attr_setstacksize(&attributes, stack_bytes);
  }
  pthread_attr_getstacksize(&attributes, &fiber.stack_bytes);
  // Signals are for the carrier, or for who has the baton: a parked thread has no
  // stack to take one on.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, as_long(&all), as_long(&before), 8);
  // What libc allocates for it is not the caller's doing.
  Fiber* self = t_fiber;
  t_fiber = nullptr;
  const int error = real.pthread_create(&fiber.handle, &attributes, park, &fiber);
  t_fiber = self;
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, as_long(&before), 0, 8);
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    return error;
  }
  while (__atomic_load_n(&fiber.parked, __ATOMIC_ACQUIRE) == 0) {
    raw_syscall(SYS_futex, as_long(&fiber.parked), 128 /* FUTEX_WAIT_PRIVATE */, 0, 0);
  }
  return 0;
}

bool runs_os_threads() { return os_threads; }

bool exchanges_signals() { return signals_are_exchanged; }

void set_exchanges_signals(bool value) {
  if (signals_are_exchanged == value) {
    return;
  }
  signals_are_exchanged = value;
  settle_switches();
}

// A new thread inherits the floating-point environment of its creator, who runs now.
void prepare_start(Fiber& fiber) {
  fiber.floating_point = floating_point_control();
  if (os_threads) {
    prepare_os_thread(fiber);
    return;
  }
  if (signals_are_exchanged) [[unlikely]] {
    inherit_signals(fiber);
  }
  prepare_frame(fiber, heddle_fiber_entry);
}

void prepare_start(Fiber& fiber, void (*entry)()) {
  fiber.floating_point = kDefaultFloatingPoint;
  prepare_frame(fiber, entry);
}
void begin_thread(Fiber& self) {
  if (os_threads) [[unlikely]] {
    begin_os_thread(self);
  }
}

void switch_fiber_otherwise(Fiber& from, Fiber& to) {
  if (os_threads) {
    hand_over_baton(from, to);
    return;
  }
  if (signals_are_exchanged) {
    exchange_signals(from, to);
  }
  switch_context(from, to);
}

void switch_context(Fiber& from, Fiber& to) {
  if (fast_switch) [[likely]] {
    heddle_switch_fsgsbase(&from.sp, to.sp, to.thread_pointer);
  } else {
    heddle_switch_syscall(&from.sp, to.sp, to.thread_pointer);
  }
}

void switch_for_good(Fiber& from, Fiber& to) {
  if (os_threads) [[unlikely]] {
    leave_baton(from, to);
  }
  switch_fiber(from, to);
  HEDDLE_CHECK(false, "a thread that has ended should not run again");
}

// libc would ask the borrowed thread, which is not the one that runs a fiber.
long signal_thread(const Fiber& target, int signal) {
  const long process = raw_syscall(SYS_getpid);
  const long carrier = raw_syscall(SYS_gettid);
  const long thread = os_threads ? kernel_thread_of(target) : carrier;
  return raw_syscall(SYS_tgkill, process, thread, signal);
}

}  // namespace heddle::runtime
