// SPDX-License-Identifier: Apache-2.0
// syscall(), for the sake of SYS_futex: std::atomic::wait, std::latch, barrier,
// counting_semaphore and future wait and wake by it.
#include "runtime/clock.h"
#include "runtime/effects/system_call.h"
#include "runtime/interpose/process.h"
#include "runtime/objects.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

using event::OpKind;

struct Arguments {
  long a, b, c, d, e, f;
};

long as_syscall_result(long result) {
  if (result >= 0 || result < -4095) {
    return result;
  }
  errno = static_cast<int>(-result);
  return -1;
}

event::ObjectId futex_at(const uint32_t* word) {
  return object_in_table(word, {.kind = event::ObjectKind::futex});
}

long futex_wait(const Arguments& call, bool bitset, bool realtime, const void* site) {
  const auto* word = reinterpret_cast<const uint32_t*>(call.a);
  const auto* time = reinterpret_cast<const timespec*>(call.d);
  event::Operation operation{.kind = OpKind::futex_wait,
                             .timed = time != nullptr,
                             .object = futex_at(word),
                             .mask = bitset ? static_cast<uint32_t>(call.f) : ~0U};
  if (time != nullptr) {
    // FUTEX_WAIT takes a duration, FUTEX_WAIT_BITSET a point in time.
    operation.deadline = bitset ? deadline_at(realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC, *time)
                                : deadline_after(*time);
  }
  current().futex = word;
  current().futex_expects = static_cast<uint32_t>(call.c);
  const int32_t result = perform(operation, site);
  if (rt.watch.on) {  // it has read the word, too
    world().use(current().id, variable_at(word), event::Use::reads);
  }
  if (result != primitive::kAsleep) {
    return -long{result};
  }
  operation.kind = OpKind::futex_woken;
  return -long{perform(operation, site)};
}

long futex_wake(const Arguments& call, bool bitset, const void* site) {
  const auto* word = reinterpret_cast<const uint32_t*>(call.a);
  return perform({.kind = OpKind::futex_wake,
                  .object = futex_at(word),
                  .argument = static_cast<int>(call.c),
                  .mask = bitset ? static_cast<uint32_t>(call.f) : ~0U},
                 site);
}

long futex(const Arguments& call, const void* site) {
  const bool realtime = (call.b & FUTEX_CLOCK_REALTIME) != 0;
  switch (call.b & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
      return futex_wait(call, false, realtime, site);
    case FUTEX_WAIT_BITSET:
      return futex_wait(call, true, realtime, site);
    case FUTEX_WAKE:
      return futex_wake(call, false, site);
    case FUTEX_WAKE_BITSET:
      return futex_wake(call, true, site);
    default:
      note_uncontrolled("futex operations other than wait and wake");
      return raw_syscall(SYS_futex, call.a, call.b, call.c, call.d, call.e, call.f);
  }
}

// What libc says by errno, as the kernel says it.
long as_raw(int result) { return result == 0 ? 0 : -errno; }
long as_raw(const void* memory) { return memory == MAP_FAILED ? -errno : as_long(memory); }

// The program knows itself by numbers that may be those of others.
long send_signal(long number, const Arguments& call) {
  const long itself = rt.arena->settings().process_id;
  if (call.a == parent_number()) {
    return -EPERM;
  }
  const long last = itself + static_cast<long>(world().thread_count());
  if (call.a < itself || call.a >= last) {
    note_uncontrolled("kill");
    return raw_syscall(number, call.a, call.b, call.c);
  }
  const long signal = number == SYS_tgkill ? call.c : call.b;
  return raw_syscall(SYS_tgkill, raw_syscall(SYS_getpid), raw_syscall(SYS_gettid), signal);
}

long controlled_syscall(long number, const Arguments& call, const void* site) {
  switch (number) {
    case SYS_futex:
      return futex(call, site);
    case SYS_gettid:
      return gettid();
    case SYS_getpid:
      return getpid();
    case SYS_getppid:
      return getppid();
    case SYS_kill:
    case SYS_tkill:
    case SYS_tgkill:
      return send_signal(number, call);
    case SYS_prctl:
      if (call.a == PR_SET_PDEATHSIG) {
        return 0;
      }
      rt.filters_calls |= call.a == PR_SET_SECCOMP;
      break;
    case SYS_seccomp:
      rt.filters_calls = true;
      break;
    case SYS_sched_yield:
      return perform({.kind = OpKind::yield}, site);
    case SYS_close:
      return as_raw(close(static_cast<int>(call.a)));
    case SYS_close_range:
      return as_raw(close_range(static_cast<unsigned>(call.a), static_cast<unsigned>(call.b),
                                static_cast<int>(call.c)));
    case SYS_mmap:
      return as_raw(mmap(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b),
                         static_cast<int>(call.c), static_cast<int>(call.d),
                         static_cast<int>(call.e), call.f));
    case SYS_mremap:
      return as_raw(mremap(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b),
                           static_cast<size_t>(call.c), static_cast<int>(call.d),
                           reinterpret_cast<void*>(call.e)));
    case SYS_mprotect:
      return as_raw(mprotect(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b),
                             static_cast<int>(call.c)));
    case SYS_shmat:
      return as_raw(shmat(static_cast<int>(call.a), reinterpret_cast<const void*>(call.b),
                          static_cast<int>(call.c)));
    case SYS_shmdt:
      return as_raw(shmdt(reinterpret_cast<const void*>(call.a)));
    case SYS_munmap:
      return as_raw(munmap(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b)));
    case SYS_madvise:
      return as_raw(madvise(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b),
                            static_cast<int>(call.c)));
    case SYS_exit_group:
      perform_exit(static_cast<int>(call.a), site);
      leave_execution(static_cast<int>(call.a));
    case SYS_clock_gettime:
      *reinterpret_cast<timespec*>(call.b) = read_clock(static_cast<clockid_t>(call.a));
      return 0;
    case SYS_gettimeofday:
      return call.a == 0 ? 0 : as_raw(gettimeofday(reinterpret_cast<timeval*>(call.a), nullptr));
    case SYS_time:
      return time(reinterpret_cast<time_t*>(call.a));
    case SYS_getrandom:
      return getrandom(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b),
                       static_cast<unsigned>(call.c));
    case SYS_execve:
      return as_raw(execve(reinterpret_cast<const char*>(call.a), reinterpret_cast<char**>(call.b),
                           reinterpret_cast<char**>(call.c)));
    case SYS_execveat:
      return as_raw(execveat(static_cast<int>(call.a), reinterpret_cast<const char*>(call.b),
                             reinterpret_cast<char**>(call.c), reinterpret_cast<char**>(call.d),
                             static_cast<int>(call.e)));
    case SYS_fork:
    case SYS_vfork: {
      const pid_t process = fork();
      return process < 0 ? -errno : process;
    }
    case SYS_clone:
      return clone_by_system_call(call.a, call.b, call.c, call.d, call.e);
    case SYS_clone3:
      return clone3_by_system_call(reinterpret_cast<clone_args*>(call.a),
                                   static_cast<size_t>(call.b));
    case SYS_exit:
      refuse("the system call exit, which ends a thread");
    case SYS_io_uring_enter:
    case SYS_ppoll:
    case SYS_epoll_wait:
      note_uncontrolled("system calls made with syscall()");
      break;
    default:
      break;
  }
  return raw_syscall(number, call.a, call.b, call.c, call.d, call.e, call.f);
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE long syscall(long number, ...) noexcept {
  va_list rest;
  va_start(rest, number);
  Arguments call;
  call.a = va_arg(rest, long);
  call.b = va_arg(rest, long);
  call.c = va_arg(rest, long);
  call.d = va_arg(rest, long);
  call.e = va_arg(rest, long);
  call.f = va_arg(rest, long);
  va_end(rest);
  if (!controlled()) {
    return real.syscall(number, call.a, call.b, call.c, call.d, call.e, call.f);
  }
  note_system_call(number, call.a, __builtin_return_address(0));
  return as_syscall_result(controlled_syscall(number, call, __builtin_return_address(0)));
}
