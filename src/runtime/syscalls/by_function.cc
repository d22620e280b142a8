// SPDX-License-Identifier: Apache-2.0
// System calls that the program makes by libc's function syscall().
#include "runtime/effects/system_call.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/syscalls/dispatcher.h"

#include <cerrno>
#include <cstdarg>

namespace heddle::runtime {
namespace {

long as_syscall_result(long result) {
  if (result >= 0 || result < -4095) {
    return result;
  }
  errno = static_cast<int>(-result);
  return -1;
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE long syscall(long number, ...) noexcept {
  va_list rest;
  va_start(rest, number);
  Call call{.number = number, .a = 0, .b = 0, .c = 0, .d = 0, .e = 0, .f = 0};
  for (long* argument : {&call.a, &call.b, &call.c, &call.d, &call.e, &call.f}) {
    *argument = va_arg(rest, long);
  }
  va_end(rest);
  if (!controlled()) {
    return real.syscall(number, call.a, call.b, call.c, call.d, call.e, call.f);
  }
  const void* const site = __builtin_return_address(0);
  note_system_call(number, call.a, site);
  return as_syscall_result(system_call(number).by_function(call, site));
}
