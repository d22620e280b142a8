// SPDX-License-Identifier: Apache-2.0
// Closing descriptors: those of the runtime itself are not the program's to close.
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/reset/private_descriptor.h"
#include "runtime/runtime.h"

#include <cerrno>
#include <climits>

#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

int refuse_descriptor() {
  errno = EBADF;
  return -1;
}

int close_between(unsigned first, unsigned last, int flags) {
  return first > last ? 0 : real.close_range(first, last, flags);
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int close(int descriptor) {
  resolve_real_functions();
  return is_private(descriptor) ? refuse_descriptor() : real.close(descriptor);
}

HEDDLE_INTERPOSE int close_range(unsigned first, unsigned last, int flags) noexcept {
  resolve_real_functions();
  const Range own = private_descriptors();
  if (own.end == 0 || last < own.begin || first >= own.end) {
    return real.close_range(first, last, flags);
  }
  const int below = first < own.begin ? close_between(first, own.begin - 1, flags) : 0;
  const int above = close_between(first > own.end ? first : own.end, last, flags);
  return below != 0 ? below : above;
}

HEDDLE_INTERPOSE void closefrom(int first) noexcept {
  close_range(first < 0 ? 0 : static_cast<unsigned>(first), UINT_MAX, 0);
}

HEDDLE_INTERPOSE int dup2(int from, int to) noexcept {
  resolve_real_functions();
  return is_private(to) || is_private(from) ? refuse_descriptor() : real.dup2(from, to);
}

HEDDLE_INTERPOSE int dup3(int from, int to, int flags) noexcept {
  resolve_real_functions();
  return is_private(to) || is_private(from) ? refuse_descriptor() : real.dup3(from, to, flags);
}
