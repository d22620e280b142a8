// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/private_descriptor.h"

#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

constexpr long kRoom = 400;
constexpr long kHighest = 4000;

int lowest_private() {
  if (rt.lowest_private == 0) {
    rlimit limit = {};
    raw_syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, as_long(&limit));
    const auto most = static_cast<long>(limit.rlim_cur > kHighest ? kHighest : limit.rlim_cur);
    rt.lowest_private = static_cast<int>(most > 2 * kRoom ? most - kRoom : most / 2);
  }
  return rt.lowest_private;
}

}  // namespace

int keep_private(long descriptor) {
  if (descriptor < 0) {
    return static_cast<int>(descriptor);
  }
  const long moved = raw_syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, lowest_private());
  raw_syscall(SYS_close, descriptor);
  return static_cast<int>(moved);
}

Range private_descriptors() {
  const auto begin = static_cast<unsigned>(rt.lowest_private);
  return begin == 0 ? Range{} : Range{begin, begin + static_cast<unsigned>(kRoom)};
}

bool is_private(int descriptor) {
  const Range own = private_descriptors();
  const auto number = static_cast<unsigned>(descriptor);
  return descriptor >= 0 && number >= own.begin && number < own.end;
}

}  // namespace heddle::runtime
