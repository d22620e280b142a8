// SPDX-License-Identifier: Apache-2.0
// Processes and threads as the kernel knows them, and signals between them.  None
// of it is controlled yet; the numbers handed out are the same in every execution.
#include "runtime/interpose/process.h"

#include "runtime/effects/effects.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/threads.h"
#include "runtime/unseen.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include <linux/sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

// A copy of the program that the program made itself runs without heddle.
void leave_control_in_child() {
  set_active(false);
  rt.arena = nullptr;
}

struct CloneCall {
  int (*function)(void*);
  void* argument;
};

int run_cloned(void* call) {
  leave_control_in_child();
  const CloneCall& wanted = *static_cast<CloneCall*>(call);
  return wanted.function(wanted.argument);
}

pid_t raw_getpid() { return static_cast<pid_t>(raw_syscall(SYS_getpid)); }

bool is_blocked(int signal) {
  uint64_t mask = 0;
  raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, 0, as_long(&mask), sizeof mask);
  return signal > 0 && signal <= 64 && (mask >> (signal - 1) & 1) != 0;
}

// A child that borrows our memory until it is another program gets a copy of it, as with vfork().
uint64_t flags_for_clone(uint64_t flags) {
  if ((flags & CLONE_VM) == 0) {
    return flags;
  }
  if ((flags & CLONE_VFORK) == 0) {
    refuse("threads made by clone");
  }
  return flags & ~uint64_t{CLONE_VM | CLONE_VFORK};
}

}  // namespace

long clone_by_system_call(long flags, long stack, long parent, long child, long storage) {
  note_uncontrolled("clone");
  begin_fork();
  const auto wanted = static_cast<long>(flags_for_clone(static_cast<uint64_t>(flags)));
  const long process = raw_syscall(SYS_clone, wanted, stack, parent, child, storage);
  if (process == 0) {
    leave_control_in_child();
  } else if (process > 0) {
    note_forked(static_cast<int32_t>(process));
  }
  return process;
}

long clone3_by_system_call(clone_args* arguments, size_t bytes) {
  note_uncontrolled("clone");
  begin_fork();
  arguments->flags = flags_for_clone(arguments->flags);
  const long process = raw_syscall(SYS_clone3, as_long(arguments), static_cast<long>(bytes));
  if (process == 0) {
    leave_control_in_child();
  } else if (process > 0) {
    note_forked(static_cast<int32_t>(process));
  }
  return process;
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE pid_t getpid() noexcept {
  if (!controlled()) {
    return static_cast<pid_t>(raw_syscall(SYS_getpid));
  }
  return rt.arena->settings().process_id;
}

// The parent is heddle, or the process that all executions are copied from.  It has a
// number that nobody has, and no signal reaches it.
HEDDLE_INTERPOSE pid_t getppid() noexcept {
  if (!controlled()) {
    return static_cast<pid_t>(raw_syscall(SYS_getppid));
  }
  return parent_number();
}

HEDDLE_INTERPOSE pid_t gettid() noexcept {
  if (!controlled()) {
    return static_cast<pid_t>(raw_syscall(SYS_gettid));
  }
  return rt.arena->settings().process_id + static_cast<pid_t>(heddle::event::index(current().id));
}

HEDDLE_INTERPOSE int kill(pid_t process, int signal) noexcept {
  note_effect_on_everything("kill", __builtin_return_address(0));
  if (controlled() && process == parent_number()) {
    errno = EPERM;
    return -1;
  }
  if (!controlled() || process != rt.arena->settings().process_id) {
    note_uncontrolled("kill");
    return real.kill(process, signal);
  }
  // Any OS thread may take it that does not block it, or waits for it.
  return runs_os_threads() && is_blocked(signal) ? real.kill(raw_getpid(), signal) : raise(signal);
}

// That the process ends with its parent is heddle's arrangement, so that nothing of the
// program is left when heddle is killed; the program cannot undo it.
HEDDLE_INTERPOSE int prctl(int option, ...) noexcept {
  va_list rest;
  va_start(rest, option);
  unsigned long arguments[4];
  for (unsigned long& argument : arguments) {
    argument = va_arg(rest, unsigned long);
  }
  va_end(rest);
  if (controlled() && option == PR_SET_PDEATHSIG) {
    return 0;
  }
  rt.filters_calls |= option == PR_SET_SECCOMP;
  if (option != PR_SET_NAME && option != PR_GET_NAME) {  // which are the thread's own
    note_effect("prctl", __builtin_return_address(0), Shared::process, heddle::event::Use::changes);
  }
  const long result = raw_syscall(SYS_prctl, option, static_cast<long>(arguments[0]),
                                  static_cast<long>(arguments[1]), static_cast<long>(arguments[2]),
                                  static_cast<long>(arguments[3]));
  if (result < 0) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return static_cast<int>(result);
}

HEDDLE_INTERPOSE pid_t fork() noexcept {
  note_unseen_effect("fork", __builtin_return_address(0));
  note_uncontrolled("fork");
  begin_fork();
  resolve_real_functions();
  const pid_t process = real.fork();
  if (process == 0) {
    leave_control_in_child();
  } else if (process > 0) {
    note_forked(process);
  }
  return process;
}

// A child that lives in our memory until it is another program would end our execution
// if it cannot become one.
HEDDLE_INTERPOSE pid_t vfork() noexcept {
  note_unseen_effect("vfork", __builtin_return_address(0));
  return fork();
}

HEDDLE_INTERPOSE int clone(int (*function)(void*), void* stack, int flags, void* argument,
                           ...) noexcept {
  va_list rest;
  va_start(rest, argument);
  auto* parent = va_arg(rest, pid_t*);
  auto* storage = va_arg(rest, void*);
  auto* child = va_arg(rest, pid_t*);
  va_end(rest);
  if (!controlled()) {
    return real.clone(function, stack, flags, argument, parent, storage, child);
  }
  note_unseen_effect("clone", __builtin_return_address(0));
  note_uncontrolled("clone");
  begin_fork();
  CloneCall call = {function, argument};
  const auto wanted = static_cast<int>(flags_for_clone(static_cast<unsigned>(flags)));
  const int process = real.clone(run_cloned, stack, wanted, &call, parent, storage, child);
  if (process > 0) {
    note_forked(process);
  }
  return process;
}

HEDDLE_INTERPOSE int system(const char* command) {
  note_effect_on_everything("system", __builtin_return_address(0));
  note_uncontrolled("system");
  resolve_real_functions();
  return real.system(command);
}

HEDDLE_INTERPOSE FILE* popen(const char* command, const char* mode) {
  note_effect_on_everything("popen", __builtin_return_address(0));
  note_uncontrolled("popen");
  begin_fork();
  resolve_real_functions();
  program.streams_opened = true;
  return real.popen(command, mode);
}

HEDDLE_INTERPOSE int posix_spawn(pid_t* process, const char* path,
                                 const posix_spawn_file_actions_t* actions,
                                 const posix_spawnattr_t* attributes, char* const arguments[],
                                 char* const environment[]) {
  note_effect_on_everything("posix_spawn", __builtin_return_address(0));
  note_uncontrolled("posix_spawn");
  begin_fork();
  resolve_real_functions();
  return real.posix_spawn(process, path, actions, attributes, arguments, environment);
}

HEDDLE_INTERPOSE int posix_spawnp(pid_t* process, const char* file,
                                  const posix_spawn_file_actions_t* actions,
                                  const posix_spawnattr_t* attributes, char* const arguments[],
                                  char* const environment[]) {
  note_effect_on_everything("posix_spawnp", __builtin_return_address(0));
  note_uncontrolled("posix_spawnp");
  begin_fork();
  resolve_real_functions();
  return real.posix_spawnp(process, file, actions, attributes, arguments, environment);
}

// Cancelling cannot be let through: the thread that libc would cancel is not the
// one that runs.
HEDDLE_INTERPOSE int pthread_cancel(pthread_t thread) {
  if (!controlled()) {
    return real.pthread_cancel(thread);
  }
  refuse("pthread_cancel");
}

HEDDLE_INTERPOSE int pthread_kill(pthread_t thread, int signal) noexcept {
  note_effect_on_everything("pthread_kill", __builtin_return_address(0));
  if (!controlled()) {
    return real.pthread_kill(thread, signal);
  }
  const heddle::event::ThreadId target = thread_with(thread);
  if (target == heddle::event::kNoThread) {
    return ESRCH;
  }
  if (signal == 0) {
    return 0;
  }
  if (target != current().id) {
    note_uncontrolled("pthread_kill");
  }
  // To a thread that has ended libc sends nothing, and says that all went well.
  const bool ended = world().thread(target).ended;
  return ended || signal_thread(rt.fibers[heddle::event::index(target)], signal) == 0 ? 0 : EINVAL;
}
