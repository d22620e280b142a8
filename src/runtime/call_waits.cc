// SPDX-License-Identifier: Apache-2.0
#include "runtime/call_waits.h"

#include "runtime/clock.h"
#include "runtime/descriptor_waits.h"
#include "runtime/effects/effects.h"
#include "runtime/outside.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

constexpr int kStates = WEXITED | WSTOPPED | WCONTINUED;

// Also where there is no such child.
bool has_changed(int kind, id_t id, int options) {
  siginfo_t found = {};
  const int states = (options & kStates) == 0 ? WEXITED : options & kStates;
  return raw_syscall(SYS_waitid, kind, static_cast<long>(id), as_long(&found),
                     states | (options & ~(kStates | WUNTRACED)) | WNOHANG | WNOWAIT) != 0 ||
         found.si_pid != 0;
}

// A child takes no time of the program's, and most need none of its threads to come to an end: it
// is given some time of the clock on the wall.  Later it is looked at only when no thread can go
// on, or who goes on would hang on how fast it runs.
constexpr int kLooks = 100;
constexpr timespec kBetweenLooks = {.tv_sec = 0, .tv_nsec = 1'000'000};

struct ChildWait : CallWait {
  id_t id;
  int kind;
  int options;
  bool changed = false;
};

bool child_has_changed(const CallWait& wait) { return static_cast<const ChildWait&>(wait).changed; }

void look_at_child(CallWait& wait) {
  auto& child = static_cast<ChildWait&>(wait);
  child.changed = has_changed(child.kind, child.id, child.options);
}

uint64_t pending_signals() {
  uint64_t pending = 0;
  raw_syscall(SYS_rt_sigpending, as_long(&pending), sizeof pending);
  return pending;
}

// OS threads have some pending that the others cannot see: a line `SigPnd:` and 16 digits.
uint64_t pending_for(long thread) {
  char text[2048];
  snprintf(text, sizeof text, "/proc/self/task/%ld/status", thread);
  const long file = raw_syscall(SYS_openat, AT_FDCWD, as_long(text), O_RDONLY | O_CLOEXEC);
  const long length = raw_syscall(SYS_read, file, as_long(text), sizeof text - 1);
  raw_syscall(SYS_close, file);
  text[length > 0 ? length : 0] = 0;
  const char* const line = strstr(text, "SigPnd:");
  return line == nullptr ? 0 : strtoull(line + 7, nullptr, 16);
}

bool is_signal_pending(const CallWait& wait) {
  const auto wanted = static_cast<uint64_t>(wait.a);
  return (pending_signals() & wanted) != 0 ||
         (runs_os_threads() && (pending_for(wait.b) & wanted) != 0);
}

constexpr uint64_t bit_of(int signal) { return uint64_t{1} << (signal - 1); }

// Who stops a program from outside sends one of these.
constexpr uint64_t kFromOutside =
    bit_of(SIGINT) | bit_of(SIGTERM) | bit_of(SIGHUP) | bit_of(SIGQUIT);

bool is_timer_set() {
  itimerval time = {};
  raw_syscall(SYS_getitimer, ITIMER_REAL, as_long(&time));
  return time.it_value.tv_sec != 0 || time.it_value.tv_usec != 0;
}

void look_at_signals(CallWait& /*wait*/) {}

bool await_one_of(uint64_t signals, std::optional<int64_t> deadline, const void* site) {
  if (!has_effect(site)) {
    return true;
  }
  const bool outside = (signals & kFromOutside) != 0 || is_timer_set() || has_children();
  CallWait wait = {.what = CallWait::What::signal,
                   .is_over = is_signal_pending,
                   .look_outside = outside ? look_at_signals : nullptr,
                   .a = static_cast<long>(signals),
                   .b = raw_syscall(SYS_gettid)};
  return await_call(wait, deadline, site);
}

// By another opening of the file, whose lock is given up again.  Where the thread has a lock by
// this one, and wants another kind of it, that stands in the way.
bool could_lock(const CallWait& wait) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%ld", wait.a);
  const long other = raw_syscall(SYS_openat, AT_FDCWD, as_long(path), O_RDONLY | O_CLOEXEC);
  if (other < 0) {
    return true;
  }
  const bool could = raw_syscall(SYS_flock, other, wait.b | LOCK_NB) == 0;
  raw_syscall(SYS_close, other);
  return could;
}

// One that is free is no step.
void await_lock(CallWait& wait, const void* site) {
  announce_first_effect(site);
  if (!wait.is_over(wait)) {
    (void)await_call(wait, std::nullopt, site);
  }
}

bool could_lock_record(const CallWait& wait) {
  flock64 lock = *reinterpret_cast<const flock64*>(wait.b);
  return raw_syscall(SYS_fcntl, wait.a, F_OFD_GETLK, as_long(&lock)) != 0 || lock.l_type == F_UNLCK;
}

}  // namespace

void await_child(int kind, id_t id, int options, const void* site) {
  if (!has_effect(site) || (options & WNOHANG) != 0) {
    return;
  }
  ChildWait wait = {
      {.what = CallWait::What::child, .is_over = child_has_changed, .look_outside = look_at_child},
      id,
      kind,
      options};
  look_at_child(wait);
  for (int look = 0; look < kLooks && !wait.changed; ++look) {
    raw_syscall(SYS_nanosleep, as_long(&kBetweenLooks), 0);
    look_at_child(wait);
  }
  (void)await_call(wait, std::nullopt, site);
}

void await_child(pid_t process, int options, const void* site) {
  const int kind = process == -1 ? P_ALL : process > 0 ? P_PID : P_PGID;
  const id_t id = process == -1 ? 0 : static_cast<id_t>(process > 0 ? process : -process);
  const int changed = (options & WUNTRACED) != 0 ? WSTOPPED : 0;
  await_child(kind, id, (options & ~WUNTRACED) | WEXITED | changed, site);
}

bool await_signal(const sigset_t& set, const timespec* time, const void* site) {
  const auto wanted = *reinterpret_cast<const uint64_t*>(&set);
  return await_one_of(wanted, time == nullptr ? std::nullopt : std::optional(deadline_after(*time)),
                      site);
}

void await_unmasked_signal(const sigset_t& mask, const void* site) {
  (void)await_one_of(~*reinterpret_cast<const uint64_t*>(&mask), std::nullopt, site);
}

void await_file_lock(int descriptor, int operation, const void* site) {
  CallWait wait = {
      .what = CallWait::What::file_lock, .is_over = could_lock, .a = descriptor, .b = operation};
  if (has_effect(site) && (operation & (LOCK_NB | LOCK_UN)) == 0) {
    await_lock(wait, site);
  }
}

void await_record_lock(int descriptor, const flock64& lock, const void* site) {
  CallWait wait = {.what = CallWait::What::file_lock,
                   .is_over = could_lock_record,
                   .a = descriptor,
                   .b = as_long(&lock)};
  if (has_effect(site)) {
    await_lock(wait, site);
  }
}

}  // namespace heddle::runtime
