// SPDX-License-Identifier: Apache-2.0
#include "runtime/crash.h"

#include "runtime/raw.h"
#include "runtime/reset/snapshot.h"
#include "runtime/runtime.h"
#include "runtime/sent_record.h"
#include "runtime/syscalls/by_signal.h"

#include <csignal>

#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

constexpr size_t kSignalStackBytes = size_t{1} << 17;

bool is_ours() { return rt.active && rt.session != nullptr && this_fiber() != nullptr; }

void die_of(int signal) {
  struct sigaction usual = {};
  usual.sa_handler = SIG_DFL;
  sigaction(signal, &usual, nullptr);
  ::raise(signal);
}

// What the program itself wants done, where we have taken its place.
bool run_own_handler(int signal, siginfo_t* info, void* context) {
  struct Action {
    void (*handler)(int, siginfo_t*, void*);
    uint64_t flags;
  };
  const auto& action = *reinterpret_cast<const Action*>(program.segv_action);
  const auto handler = reinterpret_cast<uintptr_t>(action.handler);
  constexpr uintptr_t kIgnore = 1;
  if (!rt.dispatches || signal != SIGSEGV || handler <= kIgnore) {
    return false;
  }
  action.handler(signal, info, context);
  return true;
}

// The side of the search is a file, and there is no room on its disk, or it was cut short.
// The arena is looked at for that alone: the program may have written over where it is.
bool is_of_search_file(int signal, const siginfo_t* info) {
  if (signal != SIGBUS || info->si_code <= 0) {
    return false;
  }
  const std::span<std::byte> side = rt.arena->search_side();
  const auto* at = static_cast<const std::byte*>(info->si_addr);
  return at >= side.data() && at < side.data() + side.size();
}

void on_crash(int signal, siginfo_t* info, void* context) {
  if (is_of_search_file(signal, info)) {
    rt.arena->control().search_unwritable.store(1);
    raw_exit(0);
  }
  const bool of_access = signal == SIGSEGV || signal == SIGBUS;
  if (of_access && rt.snapshot != nullptr && rt.in_place &&
      rt.snapshot->allow_write(reinterpret_cast<uintptr_t>(info->si_addr))) {
    return;
  }
  if (!is_ours() || rt.finishing) {
    die_of(signal);
    return;
  }
  if (run_own_handler(signal, info, context)) {
    return;
  }
  end_with_finding({.kind = event::FindingKind::crash, .thread = current().id, .code = signal});
}

void on_where_are_you(int signal, siginfo_t* info, void* context) {
  const bool from_itself = info->si_pid == raw_syscall(SYS_getpid);
  if (from_itself) {
    on_crash(signal, info, context);
  } else if (is_ours() && is_called_stuck()) {
    end_with_finding({.kind = event::FindingKind::stuck, .thread = current().id});
  }
}

}  // namespace

// A check of ours that fails in a process whose memory is destroyed says nothing about
// us: the program has crashed, later than it might have.
extern "C" __attribute__((used, visibility("hidden"))) void heddle_before_check_fails() {
  if (!rt.guard_before.intact() || !rt.guard_after.intact()) {
    const uint64_t usual[4] = {};
    const uint64_t none = 0;
    raw_syscall(SYS_rt_sigaction, SIGSEGV, as_long(&usual), 0, sizeof none);
    raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, as_long(&none), 0, sizeof none);
    raw_syscall(SYS_kill, raw_syscall(SYS_getpid), SIGSEGV);
  }
}

void handle_crash(int signal, siginfo_t* info, void* context) { on_crash(signal, info, context); }

stack_t crash_stack(size_t number) {
  stack_t stack = {};
  stack.ss_sp = rt.signal_stacks + number * kSignalStackBytes;
  stack.ss_size = kSignalStackBytes;
  return stack;
}

void use_signal_stack(size_t number) {
  const stack_t stack = crash_stack(number);
  raw_syscall(SYS_sigaltstack, as_long(&stack), 0);
}

void install_crash_handlers() {
  rt.signal_stacks = static_cast<std::byte*>(raw_reserve(event::kMaxThreads * kSignalStackBytes));
  use_signal_stack(0);
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  action.sa_sigaction = on_crash;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS}) {
    sigaction(signal, &action, nullptr);
  }
  if (rt.arena->settings().snapshot_by == explore::SnapshotBy::mprotect) {
    install_dispatch_handler();
  }
  action.sa_sigaction = on_where_are_you;
  sigaction(process::kWhereAreYou, &action, nullptr);
}

}  // namespace heddle::runtime
