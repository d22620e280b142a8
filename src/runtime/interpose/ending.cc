// SPDX-License-Identifier: Apache-2.0
// The ways in which a program ends: exit and its relatives, abort, a failed
// assertion, std::terminate.
#include "runtime/effects/effects.h"
#include "runtime/interpose/plain_end.h"
#include "runtime/interpose/terminate.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/threads.h"
#include "runtime/uses.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace heddle::runtime {
namespace {

// What the program itself does on SIGABRT comes first, as it would.
void run_abort_handler() {
  struct sigaction action = {};
  sigaction(SIGABRT, nullptr, &action);
  const bool has_handler = action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
  if (has_handler) {
    raise(SIGABRT);
  }
}

// As a call with effects, which adds uses only where that matters: see begin_taking_handlers().
void announce_if_first(const char* call, const void* site) {
  if (rt.starter != nullptr && has_effect(site)) {
    begin_effect(call, site);
  }
}

[[noreturn]] void abort_execution() {
  run_abort_handler();
  const Fiber& self = current();
  end_with_finding(
      {.kind = self.terminating ? event::FindingKind::uncaught : event::FindingKind::assertion,
       .thread = self.id,
       .code = SIGABRT});
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

// Where a new thread begins by this, others may register handlers before it.
HEDDLE_INTERPOSE void exit(int status) noexcept {
  if (controlled()) {
    announce_if_first("exit", __builtin_return_address(0));
    run_thread_local_destructors();
    begin_taking_handlers();
    if (ends_plainly()) {
      perform_exit_after_handlers(status, __builtin_return_address(0));
      leave_execution(status);
    }
  }
  real.exit(status);
  __builtin_unreachable();
}

HEDDLE_INTERPOSE void _exit(int status) {
  if (controlled()) {
    perform_exit(status, __builtin_return_address(0));
    leave_execution(status);
  }
  raw_exit(status);
}

HEDDLE_INTERPOSE void _Exit(int status) noexcept {
  if (controlled()) {
    perform_exit(status, __builtin_return_address(0));
    leave_execution(status);
  }
  raw_exit(status);
}

// The handlers of at_quick_exit come first, then ours (start.cc), which does the step.
HEDDLE_INTERPOSE void quick_exit(int status) noexcept {
  if (controlled()) {
    announce_if_first("quick_exit", __builtin_return_address(0));
    begin_taking_handlers();
  }
  rt.quick_status = status;
  real.quick_exit(status);
  __builtin_unreachable();
}

HEDDLE_INTERPOSE void abort() noexcept {
  if (!controlled()) {
    real.abort();
  }
  if (!current().terminating) {
    set_detail("abort()");
  }
  abort_execution();
}

HEDDLE_INTERPOSE void __assert_fail(const char* expression, const char* file, unsigned line,
                                    const char* function) noexcept {
  if (!controlled()) {
    real.assert_fail(expression, file, line, function);
  }
  char text[1024];
  const int length = snprintf(text, sizeof text, "%s:%u: %s: Assertion `%s' failed.", file, line,
                              function == nullptr ? "?" : function, expression);
  if (length > 0) {
    raw_syscall(1 /* write */, 2, as_long(text), static_cast<long>(strlen(text)));
    raw_syscall(1 /* write */, 2, as_long("\n"), 1);
  }
  snprintf(text, sizeof text, "Assertion `%s' failed", expression);
  set_detail(text);
  abort_execution();
}

HEDDLE_INTERPOSE int raise(int signal) noexcept {
  note_effect("raise", __builtin_return_address(0), Shared::signals, heddle::event::Use::reads);
  if (!controlled()) {
    return real.raise(signal);
  }
  return signal_thread(current(), signal) == 0 ? 0 : -1;
}
