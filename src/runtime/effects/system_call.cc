// SPDX-License-Identifier: Apache-2.0
#include "runtime/effects/system_call.h"

#include "runtime/effects/effects.h"

#include <sys/syscall.h>

namespace heddle::runtime {

// Of those that are not here nobody knows what they do.
void note_system_call(long number, long first, const void* site) {
  constexpr char kCall[] = "syscall";
  const int descriptor = static_cast<int>(first);
  switch (number) {
    case SYS_futex:  // steps, clocks, what belongs to the thread, what is the same for all
    case SYS_sched_yield:
    case SYS_gettid:
    case SYS_getpid:
    case SYS_getppid:
    case SYS_clock_gettime:
    case SYS_clock_getres:
    case SYS_gettimeofday:
    case SYS_time:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_getrandom:
    case SYS_getcpu:
    case SYS_membarrier:
    case SYS_rseq:
    case SYS_set_robust_list:
    case SYS_get_robust_list:
    case SYS_set_tid_address:
    case SYS_arch_prctl:
    case SYS_prctl:
    case SYS_sched_getaffinity:
    case SYS_sched_setaffinity:
    case SYS_rt_sigprocmask:
    case SYS_sigaltstack:
    case SYS_uname:
    case SYS_exit:
    case SYS_exit_group:
      break;
    case SYS_write:
    case SYS_writev:
    case SYS_pwrite64:
    case SYS_pwritev:
    case SYS_ftruncate:
    case SYS_fallocate:
      note_descriptor(kCall, site, descriptor, DescriptorUse::writes);
      break;
    case SYS_read:
    case SYS_readv:
    case SYS_lseek:
    case SYS_ioctl:
    case SYS_getdents64:
    case SYS_flock:
    case SYS_sendto:
    case SYS_recvfrom:
    case SYS_sendmsg:
    case SYS_shutdown:
    case SYS_timerfd_settime:
    case SYS_timerfd_gettime:
      note_descriptor(kCall, site, descriptor, DescriptorUse::moves);
      break;
    case SYS_pread64:
    case SYS_preadv:
    case SYS_fstat:
    case SYS_fsync:
    case SYS_fdatasync:
      note_descriptor(kCall, site, descriptor, DescriptorUse::looks);
      break;
    case SYS_dup:
      note_descriptor(kCall, site, descriptor, DescriptorUse::looks);
      note_opening(kCall, site);
      break;
    case SYS_close:
      note_closing(kCall, site, descriptor);
      break;
    case SYS_pipe:
    case SYS_pipe2:
    case SYS_socket:
    case SYS_socketpair:
    case SYS_eventfd:
    case SYS_eventfd2:
    case SYS_epoll_create:
    case SYS_epoll_create1:
    case SYS_memfd_create:
    case SYS_timerfd_create:
      note_opening(kCall, site);
      break;
    case SYS_open:
    case SYS_openat:
    case SYS_creat:
      note_opening_path(kCall, site, PathUse::changes);
      break;
    default:
      note_unseen_effect(kCall, site);
  }
}

}  // namespace heddle::runtime
