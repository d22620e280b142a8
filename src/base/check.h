// SPDX-License-Identifier: Apache-2.0
#pragma once

// HEDDLE_CHECK: an invariant of heddle itself, on in every build.
//
// The text says what should hold.  The failure is written to file descriptor 2
// without allocating, and the process ends with the status that means "a bug in
// heddle" (70), so the same check serves inside a program under test.
namespace heddle::base {

inline constexpr int kInternalErrorStatus = 70;

[[noreturn, gnu::noinline, gnu::cold]] void check_failed(const char* file, int line,
                                                         const char* should);

}  // namespace heddle::base

// Where it is defined, it is called before the failure is told: inside a program under
// test the program may be to blame, and then this does not return.
extern "C" __attribute__((weak)) void heddle_before_check_fails();

#define HEDDLE_CHECK(condition, should)                           \
  do {                                                            \
    if (__builtin_expect(!(condition), 0)) {                      \
      ::heddle::base::check_failed(__FILE__, __LINE__, (should)); \
    }                                                             \
  } while (false)
