// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/surroundings.h"

#include "runtime/raw.h"
#include "runtime/reset/private_descriptor.h"

#include <cstring>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

long read_mask() {
  const long mask = raw_syscall(SYS_umask, 0);
  raw_syscall(SYS_umask, mask);
  return mask;
}

bool is_armed(int timer) {
  itimerval value = {};
  raw_syscall(SYS_getitimer, timer, as_long(&value));
  return value.it_value.tv_sec != 0 || value.it_value.tv_usec != 0;
}

}  // namespace

bool Surroundings::remember() {
  directory_ = keep_private(raw_syscall(SYS_open, as_long("."), O_PATH | O_CLOEXEC));
  struct stat status = {};
  if (directory_ < 0 || raw_syscall(SYS_fstat, directory_, as_long(&status)) != 0) {
    return false;
  }
  device_ = status.st_dev;
  inode_ = status.st_ino;
  mask_ = read_mask();
  for (int i = 0; i < RLIM_NLIMITS; ++i) {
    raw_syscall(SYS_prlimit64, 0, i, 0, as_long(&limits_[i]));
  }
  raw_syscall(SYS_prctl, PR_GET_NAME, as_long(name_));
  // A timer from before main goes off at no particular step.
  bool armed = false;
  for (int timer = 0; timer < kTimers; ++timer) {
    armed |= is_armed(timer);
  }
  return !armed;
}

bool Surroundings::same_directory() const {
  struct stat status = {};
  return raw_syscall(SYS_stat, as_long("."), as_long(&status)) == 0 && status.st_dev == device_ &&
         status.st_ino == inode_;
}

bool Surroundings::are_changed() const {
  for (int i = 0; i < RLIM_NLIMITS; ++i) {
    rlimit limit = {};
    raw_syscall(SYS_prlimit64, 0, i, 0, as_long(&limit));
    if (limit.rlim_cur != limits_[i].rlim_cur || limit.rlim_max != limits_[i].rlim_max) {
      return true;
    }
  }
  for (int timer = 0; timer < kTimers; ++timer) {
    if (is_armed(timer)) {
      return true;
    }
  }
  char name[sizeof name_] = {};
  raw_syscall(SYS_prctl, PR_GET_NAME, as_long(name));
  return read_mask() != mask_ || memcmp(name, name_, sizeof name) != 0 || !same_directory();
}

bool Surroundings::put_back() const {
  bool done = raw_syscall(SYS_fchdir, directory_) == 0;
  raw_syscall(SYS_umask, mask_);
  raw_syscall(SYS_prctl, PR_SET_NAME, as_long(name_));
  for (int i = 0; i < RLIM_NLIMITS; ++i) {
    done = raw_syscall(SYS_prlimit64, 0, i, as_long(&limits_[i]), 0) == 0 && done;
  }
  const itimerval never = {};
  for (int timer = 0; timer < kTimers; ++timer) {
    raw_syscall(SYS_setitimer, timer, as_long(&never), 0);
  }
  return done;
}

}  // namespace heddle::runtime
