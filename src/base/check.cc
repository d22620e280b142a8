// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

#include "base/raw_syscall.h"

#include <cstddef>

#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::base {
namespace {

size_t length_of(const char* text) {
  size_t length = 0;
  while (text[length] != '\0') {
    ++length;
  }
  return length;
}

// Inside a program under test, libc's write may be one that heddle itself has replaced.
void raw_write(const char* text, size_t length) {
  raw_syscall(SYS_write, 2, as_long(text), static_cast<long>(length));
}

[[noreturn]] void raw_exit(int status) {
  for (;;) {
    raw_syscall(SYS_exit_group, status);
  }
}

}  // namespace

void check_failed(const char* file, int line, const char* should) {
  if (heddle_before_check_fails != nullptr) {
    heddle_before_check_fails();
  }
  char digits[12];
  size_t begin = sizeof digits;
  unsigned rest = static_cast<unsigned>(line);
  do {
    digits[--begin] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);

  constexpr char kHead[] = "heddle: internal error at ";
  raw_write(kHead, sizeof kHead - 1);
  raw_write(file, length_of(file));
  raw_write(":", 1);
  raw_write(digits + begin, sizeof digits - begin);
  raw_write(": ", 2);
  raw_write(should, length_of(should));
  raw_write("\n", 1);
  raw_exit(kInternalErrorStatus);
}

}  // namespace heddle::base
