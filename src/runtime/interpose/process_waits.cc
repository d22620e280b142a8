// SPDX-License-Identifier: Apache-2.0
// Calls that wait for a child process, a signal, or a lock on a file: see call_waits.h.  Where one
// is let through and does not return, the watchdog says who is stuck in what.
#include "runtime/call_waits.h"
#include "runtime/effects/effects.h"
#include "runtime/effects/uses_of_files.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cerrno>
#include <csignal>

#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace heddle::runtime;

HEDDLE_INTERPOSE pid_t wait(int* status) {
  await_child(-1, 0, __builtin_return_address(0));
  note_effect_on_everything("wait", __builtin_return_address(0));
  note_uncontrolled("wait");
  resolve_real_functions();
  return real.wait(status);
}

HEDDLE_INTERPOSE pid_t waitpid(pid_t process, int* status, int options) {
  await_child(process, options, __builtin_return_address(0));
  note_effect_on_everything("waitpid", __builtin_return_address(0));
  note_uncontrolled("waitpid");
  resolve_real_functions();
  return real.waitpid(process, status, options);
}

HEDDLE_INTERPOSE int pause() {
  note_effect_on_everything("pause", __builtin_return_address(0));
  note_uncontrolled("pause");
  resolve_real_functions();
  return real.pause();
}

HEDDLE_INTERPOSE int sigwait(const sigset_t* set, int* signal) {
  (void)await_signal(*set, nullptr, __builtin_return_address(0));
  note_effect_on_everything("sigwait", __builtin_return_address(0));
  resolve_real_functions();
  return real.sigwait(set, signal);
}

HEDDLE_INTERPOSE int sigwaitinfo(const sigset_t* set, siginfo_t* info) {
  (void)await_signal(*set, nullptr, __builtin_return_address(0));
  note_effect_on_everything("sigwaitinfo", __builtin_return_address(0));
  resolve_real_functions();
  return real.sigwaitinfo(set, info);
}

HEDDLE_INTERPOSE int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* time) {
  constexpr timespec kAtOnce = {};
  const bool waits = time == nullptr || time->tv_sec != 0 || time->tv_nsec != 0;
  const bool came = !waits || await_signal(*set, time, __builtin_return_address(0));
  note_effect_on_everything("sigtimedwait", __builtin_return_address(0));
  resolve_real_functions();
  return real.sigtimedwait(set, info, came ? time : &kAtOnce);
}

HEDDLE_INTERPOSE int sigsuspend(const sigset_t* mask) {
  await_unmasked_signal(*mask, __builtin_return_address(0));
  note_effect_on_everything("sigsuspend", __builtin_return_address(0));
  note_uncontrolled("sigsuspend");
  resolve_real_functions();
  return real.sigsuspend(mask);
}

HEDDLE_INTERPOSE int flock(int descriptor, int operation) noexcept {
  await_file_lock(descriptor, operation, __builtin_return_address(0));
  note_descriptor("flock", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  resolve_real_functions();
  const int result = real.flock(descriptor, operation);
  order_by_file_lock(descriptor);
  return result;
}
