// SPDX-License-Identifier: Apache-2.0
#include "runtime/crash.h"

#include "runtime/raw.h"
#include "runtime/reset/snapshot.h"
#include "runtime/runtime.h"

#include <csignal>

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

void on_crash(int signal, siginfo_t* info, void* /*context*/) {
  const bool of_access = signal == SIGSEGV || signal == SIGBUS;
  if (of_access && rt.snapshot != nullptr && rt.in_place &&
      rt.snapshot->allow_write(reinterpret_cast<uintptr_t>(info->si_addr))) {
    return;
  }
  if (!is_ours() || rt.finishing) {
    die_of(signal);
    return;
  }
  end_with_finding({.kind = event::FindingKind::crash, .thread = current().id, .code = signal});
}

void on_where_are_you(int /*signal*/, siginfo_t* /*info*/, void* /*context*/) {
  if (is_ours() && rt.arena->control().stuck.load() != 0) {
    end_with_finding({.kind = event::FindingKind::stuck, .thread = current().id});
  }
}

}  // namespace

void install_crash_handlers() {
  stack_t stack = {};
  stack.ss_sp = raw_reserve(kSignalStackBytes);
  stack.ss_size = kSignalStackBytes;
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  action.sa_sigaction = on_crash;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS}) {
    sigaction(signal, &action, nullptr);
  }
  action.sa_sigaction = on_where_are_you;
  sigaction(explore::kWhereAreYou, &action, nullptr);
}

}  // namespace heddle::runtime
