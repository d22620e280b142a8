// SPDX-License-Identifier: Apache-2.0
// Closing descriptors: those of the runtime itself are not the program's to close.
#include "runtime/descriptor_waits.h"
#include "runtime/effects/effects.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/reset/private_descriptor.h"
#include "runtime/reset/touched.h"
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

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int close(int descriptor) {
  note_closing("close", __builtin_return_address(0), descriptor);
  resolve_real_functions();
  touch(Touched::descriptors);
  keep_awaited(descriptor);
  if (program.timers.any() && controlled()) {
    program.timers.remove(descriptor);
  }
  return is_private(descriptor) ? refuse_descriptor() : real.close(descriptor);
}

// Piece by piece, around our own.
HEDDLE_INTERPOSE int close_range(unsigned first, unsigned last, int flags) noexcept {
  note_effect_on_everything("close_range", __builtin_return_address(0));
  resolve_real_functions();
  touch(Touched::descriptors);
  for (size_t own = 0; own < Runtime::kMostPrivate; ++own) {
    const auto number = static_cast<unsigned>(own);
    if (!rt.is_private[own] || number < first || number > last) {
      continue;
    }
    if (number > first && real.close_range(first, number - 1, flags) != 0) {
      return -1;
    }
    if (number == last) {
      return 0;
    }
    first = number + 1;
  }
  return real.close_range(first, last, flags);
}

HEDDLE_INTERPOSE void closefrom(int first) noexcept {
  note_effect_on_everything("closefrom", __builtin_return_address(0));
  close_range(first < 0 ? 0 : static_cast<unsigned>(first), UINT_MAX, 0);
}

HEDDLE_INTERPOSE int dup2(int from, int to) noexcept {
  note_descriptor("dup2", __builtin_return_address(0), from, DescriptorUse::looks);
  note_closing("dup2", __builtin_return_address(0), to);
  resolve_real_functions();
  touch(Touched::descriptors);
  if (from != to) {
    keep_awaited(to);
  }
  return is_private(to) || is_private(from) ? refuse_descriptor() : real.dup2(from, to);
}

HEDDLE_INTERPOSE int dup3(int from, int to, int flags) noexcept {
  note_descriptor("dup3", __builtin_return_address(0), from, DescriptorUse::looks);
  note_closing("dup3", __builtin_return_address(0), to);
  resolve_real_functions();
  touch(Touched::descriptors);
  if (from != to) {
    keep_awaited(to);
  }
  return is_private(to) || is_private(from) ? refuse_descriptor() : real.dup3(from, to, flags);
}
