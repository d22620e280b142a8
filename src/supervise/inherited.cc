// SPDX-License-Identifier: Apache-2.0
#include "supervise/inherited.h"

#include <fcntl.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

std::vector<Inherited> look_for_inherited() {
  constexpr int kHighest = 256;
  std::vector<Inherited> files;
  for (int descriptor = STDERR_FILENO + 1; descriptor < kHighest; ++descriptor) {
    const int flags = fcntl(descriptor, F_GETFD);
    if (flags >= 0 && (flags & FD_CLOEXEC) == 0) {
      files.push_back(as_it_is(descriptor));
    }
  }
  return files;
}

}  // namespace

Inherited as_it_is(int descriptor) {
  return {descriptor, fcntl(descriptor, F_GETFL), lseek(descriptor, 0, SEEK_CUR)};
}

const std::vector<Inherited>& inherited_files() {
  static const std::vector<Inherited> kFiles = look_for_inherited();
  return kFiles;
}

void Inherited::put_back() const {
  fcntl(descriptor, F_SETFL, flags);
  if (offset >= 0) {
    lseek(descriptor, offset, SEEK_SET);
  }
}

}  // namespace heddle::supervise
