// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/private_descriptor.h"

#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

constexpr rlim_t kRoom = 400;
constexpr rlim_t kHighest = Runtime::kMostPrivate - kRoom;  // a long table is slow to copy

rlimit limit_now() {
  rlimit limit = {};
  raw_syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, as_long(&limit));
  return limit;
}

// Beyond the limit, if it can be moved for a moment: the program's own never come there.
int lowest_private(const rlimit& limit) {
  if (rt.lowest_private == 0) {
    const rlim_t most = limit.rlim_cur;
    rlim_t lowest = most > 2 * kRoom ? most - kRoom : most / 2;
    if (most >= kHighest) {
      lowest = kHighest;
    } else if (limit.rlim_max >= most + kRoom) {
      lowest = most;
    }
    rt.lowest_private = static_cast<int>(lowest);
  }
  return rt.lowest_private;
}

}  // namespace

int keep_private(long descriptor) {
  if (descriptor < 0) {
    return static_cast<int>(descriptor);
  }
  const rlimit limit = limit_now();
  const int lowest = lowest_private(limit);
  const rlimit moved_limit = {static_cast<rlim_t>(lowest) + kRoom, limit.rlim_max};
  const bool beyond = moved_limit.rlim_cur > limit.rlim_cur;
  if (beyond) {
    raw_syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, as_long(&moved_limit), 0);
  }
  const long moved = raw_syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, lowest);
  if (beyond) {
    raw_syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, as_long(&limit), 0);
  }
  raw_syscall(SYS_close, descriptor);
  if (moved >= 0) {
    rt.is_private[moved] = true;
  }
  return static_cast<int>(moved);
}

void close_private(int descriptor) {
  raw_syscall(SYS_close, descriptor);
  rt.is_private[descriptor] = false;
}

bool is_private(int descriptor) {
  return static_cast<size_t>(descriptor) < Runtime::kMostPrivate && rt.is_private[descriptor];
}

}  // namespace heddle::runtime
