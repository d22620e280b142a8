// SPDX-License-Identifier: Apache-2.0
#include "runtime/context/os_thread.h"

#include "runtime/arch/x86_64/floating_point.h"
#include "runtime/crash.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <cerrno>
#include <csignal>
#include <ctime>

#include <sys/syscall.h>

extern "C" {
[[noreturn]] void heddle_start_on(void* stack);
long heddle_clone_onto(void* stack, uintptr_t thread_pointer);
}

namespace heddle::runtime {
namespace {

constexpr long kFutexWait = 128;  // FUTEX_WAIT_PRIVATE
constexpr long kFutexWake = 129;  // FUTEX_WAKE_PRIVATE
constexpr uint64_t kAllSignals = ~uint64_t{0};

uint64_t set_signal_mask(uint64_t mask) {
  uint64_t before = 0;
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, as_long(&mask), as_long(&before), sizeof mask);
  return before;
}

int32_t this_process() { return static_cast<int32_t>(raw_syscall(SYS_getpid)); }

void await_baton(Fiber& self) {
  while (__atomic_exchange_n(&self.baton, 0, __ATOMIC_ACQUIRE) == 0) {
    raw_syscall(SYS_futex, as_long(&self.baton), kFutexWait, 0, 0);
  }
}

// Where a fiber's first frame would be, so that all addresses are the same.
void* first_frame(const Fiber& fiber) { return static_cast<uint64_t*>(fiber.stack_top) - 1; }

// The execution cannot go on, nor can any other.
[[noreturn, gnu::noinline, gnu::cold]] void end_for_want_of_threads() {
  set_detail(
      "the system lets the program have no more threads of its own (see ulimit -u); --threads "
      "fibers needs fewer");
  event::Outcome outcome;
  outcome.ending = event::Ending::refused;
  outcome.code = event::kWholeSentence;
  rt.arena->record().outcome = outcome;
  raw_exit(0);
}

// Those of processes that have just ended may still count.
long clone_patiently(Fiber& fiber) {
  constexpr int kTries = 100;
  const timespec moment = {.tv_sec = 0, .tv_nsec = 5'000'000};
  long thread = heddle_clone_onto(first_frame(fiber), fiber.thread_pointer);
  for (int i = 0; i < kTries && thread == -EAGAIN; ++i) {
    raw_syscall(SYS_nanosleep, as_long(&moment), 0);
    thread = heddle_clone_onto(first_frame(fiber), fiber.thread_pointer);
  }
  return thread;
}

void wake(Fiber& fiber) {
  if (fiber.absent) {
    fiber.absent = false;
    if (clone_patiently(fiber) <= 0) {
      end_for_want_of_threads();
    }
    return;
  }
  __atomic_store_n(&fiber.baton, 1, __ATOMIC_RELEASE);
  raw_syscall(SYS_futex, as_long(&fiber.baton), kFutexWake, 1);
}

// Without libc, which would run what is not to be run, or is done already.
[[noreturn]] void end_kernel_thread() {
  for (;;) {
    raw_syscall(SYS_exit, 0);
  }
}

}  // namespace

void start_when_handed_baton(Fiber& self) {
  await_baton(self);
  if (self.dismissed) {
    __atomic_store_n(&self.dismissed, false, __ATOMIC_RELEASE);
    end_kernel_thread();
  }
  heddle_start_on(first_frame(self));
}

void dismiss_os_thread(Fiber& fiber) {
  if (fiber.process != this_process()) {
    return;
  }
  fiber.dismissed = true;
  wake(fiber);
  while (__atomic_load_n(&fiber.dismissed, __ATOMIC_ACQUIRE)) {
    raw_syscall(SYS_sched_yield);
  }
  fiber.process = 0;
}

void prepare_os_thread(Fiber& fiber) {
  fiber.absent = fiber.process != this_process();
  raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, 0, as_long(&fiber.signal_mask),
              sizeof fiber.signal_mask);
}

void begin_os_thread(Fiber& self) {
  self.kernel_thread = static_cast<int32_t>(raw_syscall(SYS_gettid));
  set_floating_point_control(self.floating_point);
  use_signal_stack(event::index(self.id));
  set_signal_mask(self.signal_mask);
}

void hand_over_baton(Fiber& from, Fiber& to) {
  const uint64_t mask = set_signal_mask(kAllSignals);
  wake(to);
  await_baton(from);
  set_signal_mask(mask);
}

// A process whose first thread is gone is hard to look at, so that one stays.
void leave_baton(Fiber& from, Fiber& to) {
  set_signal_mask(kAllSignals);
  wake(to);
  while (from.id == event::kMainThread) {
    await_baton(from);
  }
  end_kernel_thread();
}

long kernel_thread_of(const Fiber& fiber) {
  return fiber.id == event::kMainThread ? raw_syscall(SYS_getpid) : fiber.kernel_thread;
}

}  // namespace heddle::runtime
