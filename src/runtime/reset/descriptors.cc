// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/descriptors.h"

#include "runtime/raw.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

// Descriptors above this are found only if the ones below are not all taken.
constexpr int kHighest = 1024;

}  // namespace

void Descriptors::remember() {
  count_ = 0;
  for (int fd = 0; fd < kHighest && count_ < kMost; ++fd) {
    const long flags = raw_syscall(SYS_fcntl, fd, F_GETFL);
    if (flags >= 0) {
      const long offset = raw_syscall(SYS_lseek, fd, 0, SEEK_CUR);
      entries_[count_++] = {fd, static_cast<int>(flags), offset};
    }
  }
}

void Descriptors::put_back() const {
  for (size_t i = 0; i < count_; ++i) {
    const Entry& entry = entries_[i];
    if (entry.offset >= 0) {
      raw_syscall(SYS_lseek, entry.descriptor, entry.offset, SEEK_SET);
    }
    raw_syscall(SYS_fcntl, entry.descriptor, F_SETFL, entry.flags);
  }
}

}  // namespace heddle::runtime
