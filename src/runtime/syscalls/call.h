// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/raw.h"

// A system call that the program makes, and its arguments.
namespace heddle::runtime {

struct Call {
  long number;
  long a, b, c, d, e, f;
};

// As it is.
inline long made_as_it_is(const Call& call) {
  return raw_syscall(call.number, call.a, call.b, call.c, call.d, call.e, call.f);
}

}  // namespace heddle::runtime
