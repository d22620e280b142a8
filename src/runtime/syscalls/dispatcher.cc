// SPDX-License-Identifier: Apache-2.0
#include "runtime/syscalls/dispatcher.h"

#include "runtime/clock.h"
#include "runtime/interpose/process.h"
#include "runtime/runtime.h"
#include "runtime/syscalls/futex.h"
#include "runtime/syscalls/tracked.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iterator>

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

// What libc says by errno, as the kernel says it.
long as_raw(int result) { return result == 0 ? 0 : -errno; }
long as_raw(const void* memory) { return memory == MAP_FAILED ? -errno : as_long(memory); }

// The program knows itself by numbers that may be those of others.
long send_signal(const Call& call, const void* /*site*/) {
  const long itself = rt.arena->settings().process_id;
  if (call.a == parent_number()) {
    return -EPERM;
  }
  const long last = itself + static_cast<long>(world().thread_count());
  if (call.a < itself || call.a >= last) {
    note_uncontrolled("kill");
    return made_as_it_is(call);
  }
  const long signal = call.number == SYS_tgkill ? call.c : call.b;
  return raw_syscall(SYS_tgkill, raw_syscall(SYS_getpid), raw_syscall(SYS_gettid), signal);
}

long made_as_it_is_by_function(const Call& call, const void* /*site*/) {
  return made_as_it_is(call);
}

long thread_number(const Call& /*call*/, const void* /*site*/) { return gettid(); }

long process_number(const Call& /*call*/, const void* /*site*/) { return getpid(); }

long number_of_parent(const Call& /*call*/, const void* /*site*/) { return getppid(); }

long change_process(const Call& call, const void* /*site*/) {
  if (call.a == PR_SET_PDEATHSIG) {
    return 0;
  }
  rt.filters_calls |= call.a == PR_SET_SECCOMP;
  return made_as_it_is(call);
}

long filter_calls(const Call& call, const void* /*site*/) {
  rt.filters_calls = true;
  return made_as_it_is(call);
}

long yield(const Call& /*call*/, const void* site) {
  return perform({.kind = OpKind::yield}, site);
}

long close_one(const Call& call, const void* /*site*/) {
  return as_raw(close(static_cast<int>(call.a)));
}

long close_many(const Call& call, const void* /*site*/) {
  return as_raw(close_range(static_cast<unsigned>(call.a), static_cast<unsigned>(call.b),
                            static_cast<int>(call.c)));
}

long map(const Call& call, const void* /*site*/) {
  return as_raw(mmap(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b),
                     static_cast<int>(call.c), static_cast<int>(call.d), static_cast<int>(call.e),
                     call.f));
}

long remap(const Call& call, const void* /*site*/) {
  return as_raw(mremap(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b),
                       static_cast<size_t>(call.c), static_cast<int>(call.d),
                       reinterpret_cast<void*>(call.e)));
}

long protect(const Call& call, const void* /*site*/) {
  return as_raw(mprotect(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b),
                         static_cast<int>(call.c)));
}

long attach(const Call& call, const void* /*site*/) {
  return as_raw(shmat(static_cast<int>(call.a), reinterpret_cast<const void*>(call.b),
                      static_cast<int>(call.c)));
}

long detach(const Call& call, const void* /*site*/) {
  return as_raw(shmdt(reinterpret_cast<const void*>(call.a)));
}

long unmap(const Call& call, const void* /*site*/) {
  return as_raw(munmap(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b)));
}

long advise(const Call& call, const void* /*site*/) {
  return as_raw(madvise(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b),
                        static_cast<int>(call.c)));
}

long exit_process(const Call& call, const void* site) {
  perform_exit(static_cast<int>(call.a), site);
  leave_execution(static_cast<int>(call.a));
}

long clock_time(const Call& call, const void* /*site*/) {
  *reinterpret_cast<timespec*>(call.b) = read_clock(static_cast<clockid_t>(call.a));
  return 0;
}

long time_of_day(const Call& call, const void* /*site*/) {
  return call.a == 0 ? 0 : as_raw(gettimeofday(reinterpret_cast<timeval*>(call.a), nullptr));
}

long seconds(const Call& call, const void* /*site*/) {
  return time(reinterpret_cast<time_t*>(call.a));
}

long random_bytes(const Call& call, const void* /*site*/) {
  return getrandom(reinterpret_cast<void*>(call.a), static_cast<size_t>(call.b),
                   static_cast<unsigned>(call.c));
}

long execute(const Call& call, const void* /*site*/) {
  return as_raw(execve(reinterpret_cast<const char*>(call.a), reinterpret_cast<char**>(call.b),
                       reinterpret_cast<char**>(call.c)));
}

long execute_at(const Call& call, const void* /*site*/) {
  return as_raw(execveat(static_cast<int>(call.a), reinterpret_cast<const char*>(call.b),
                         reinterpret_cast<char**>(call.c), reinterpret_cast<char**>(call.d),
                         static_cast<int>(call.e)));
}

long fork_process(const Call& /*call*/, const void* /*site*/) {
  const pid_t process = fork();
  return process < 0 ? -errno : process;
}

long clone_process(const Call& call, const void* /*site*/) {
  return clone_by_system_call(call.a, call.b, call.c, call.d, call.e);
}

long clone3_process(const Call& call, const void* /*site*/) {
  return clone3_by_system_call(reinterpret_cast<clone_args*>(call.a), static_cast<size_t>(call.b));
}

long end_thread(const Call& /*call*/, const void* /*site*/) {
  refuse("the system call exit, which ends a thread");
}

long wait_for_others(const Call& call, const void* /*site*/) {
  note_uncontrolled("system calls made with syscall()");
  return made_as_it_is(call);
}

constexpr SystemCall kAnyOther = {-1, made_as_it_is_by_function, call_until_it_may_write};

constexpr SystemCall kSystemCalls[] = {
    {SYS_brk, made_as_it_is_by_function, move_end_of_heap},
    {SYS_clock_gettime, clock_time, call_until_it_may_write},
    {SYS_clone, clone_process, make_it_undispatched},
    {SYS_clone3, clone3_process, make_it_undispatched},
    {SYS_close, close_one, call_until_it_may_write},
    {SYS_close_range, close_many, call_until_it_may_write},
    {SYS_epoll_wait, wait_for_others, call_until_it_may_write},
    {SYS_execve, execute, call_until_it_may_write},
    {SYS_execveat, execute_at, call_until_it_may_write},
    {SYS_exit, end_thread, call_until_it_may_write},
    {SYS_exit_group, exit_process, call_until_it_may_write},
    {SYS_fork, fork_process, make_it_undispatched},
    {SYS_futex, futex, call_until_it_may_write},
    {SYS_getpid, process_number, call_until_it_may_write},
    {SYS_getppid, number_of_parent, call_until_it_may_write},
    {SYS_getrandom, random_bytes, call_until_it_may_write},
    {SYS_gettid, thread_number, call_until_it_may_write},
    {SYS_gettimeofday, time_of_day, call_until_it_may_write},
    {SYS_io_uring_enter, wait_for_others, call_until_it_may_write},
    {SYS_kill, send_signal, call_until_it_may_write},
    {SYS_madvise, advise, call_until_it_may_write},
    {SYS_mmap, map, call_until_it_may_write},
    {SYS_mprotect, protect, protect_unless_tracked},
    {SYS_mremap, remap, remap_when_open},
    {SYS_munmap, unmap, call_until_it_may_write},
    {SYS_ppoll, wait_for_others, call_until_it_may_write},
    {SYS_prctl, change_process, call_until_it_may_write},
    {SYS_rt_sigaction, made_as_it_is_by_function, change_action},
    {SYS_rt_sigprocmask, made_as_it_is_by_function, change_blocked},
    {SYS_rt_sigreturn, made_as_it_is_by_function, return_from_handler},
    {SYS_sched_yield, yield, call_until_it_may_write},
    {SYS_seccomp, filter_calls, call_until_it_may_write},
    {SYS_shmat, attach, call_until_it_may_write},
    {SYS_shmdt, detach, call_until_it_may_write},
    {SYS_sigaltstack, made_as_it_is_by_function, make_it_undispatched},
    {SYS_tgkill, send_signal, call_until_it_may_write},
    {SYS_time, seconds, call_until_it_may_write},
    {SYS_tkill, send_signal, call_until_it_may_write},
    {SYS_vfork, fork_process, make_it_undispatched},
};

constexpr size_t kNumbers = 512;
static_assert(std::size(kSystemCalls) < 255);

// By number: the place in the table, plus one.
struct Places {
  uint8_t place[kNumbers] = {};
};

constexpr Places kPlaces = [] {
  Places places;
  for (size_t i = 0; i < std::size(kSystemCalls); ++i) {
    places.place[kSystemCalls[i].number] = static_cast<uint8_t>(i + 1);
  }
  return places;
}();

}  // namespace

const SystemCall& system_call(long number) {
  const bool may_be_known = number >= 0 && static_cast<size_t>(number) < kNumbers;
  const uint8_t place = may_be_known ? kPlaces.place[number] : 0;
  return place == 0 ? kAnyOther : kSystemCalls[place - 1];
}

}  // namespace heddle::runtime
