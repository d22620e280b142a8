// SPDX-License-Identifier: Apache-2.0
// exec* and daemon: the program goes on where heddle does not see it.
//
// A call that would succeed is a step that ends the process, as an exit does: other threads may
// come before it, and with it they are gone.  The other program is not run, and nothing is
// guaranteed of such an execution.  A call that fails is no step; the real one says how.  In a
// child of the program nothing is different.
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/unseen.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

constexpr size_t kMostArguments = 4096;
constexpr size_t kPathBytes = 4096;

// A regular file that may be executed.
bool is_executable(int folder, const char* path, int flags) {
  struct stat status = {};
  return raw_syscall(SYS_newfstatat, folder, as_long(path), as_long(&status), flags) == 0 &&
         S_ISREG(status.st_mode) &&
         raw_syscall(439 /* faccessat2 */, folder, as_long(path), X_OK, AT_EACCESS | flags) == 0;
}

// One that says how: what is neither is for a shell, and only execvp() and the like ask one.
bool has_a_format(const char* path) {
  char begin[4] = {};
  const long file = raw_syscall(SYS_openat, AT_FDCWD, as_long(path), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return true;  // it may be executed all the same
  }
  raw_syscall(SYS_read, file, as_long(begin), sizeof begin);
  raw_syscall(SYS_close, file);
  return memcmp(begin, "\177ELF", 4) == 0 || memcmp(begin, "#!", 2) == 0;
}

void leave_if_it_becomes(const char* path, const void* site) {
  if (path != nullptr && is_executable(AT_FDCWD, path, 0) && has_a_format(path)) {
    leave_unseen(event::Unseen::replaced, path, site);
  }
}

// In the folders of PATH, as libc looks for it.
void leave_if_found(const char* file, const void* site) {
  if (file == nullptr || *file == 0) {
    return;
  }
  if (strchr(file, '/') != nullptr) {
    if (is_executable(AT_FDCWD, file, 0)) {
      leave_unseen(event::Unseen::replaced, file, site);
    }
    return;
  }
  const char* folders = real.getenv("PATH");
  for (const char* rest = folders == nullptr ? "/bin:/usr/bin" : folders; rest != nullptr;) {
    const char* end = strchr(rest, ':');
    const size_t length = end == nullptr ? strlen(rest) : static_cast<size_t>(end - rest);
    char path[kPathBytes];
    snprintf(path, sizeof path, "%.*s%s%s", static_cast<int>(length), rest, length == 0 ? "" : "/",
             file);
    if (is_executable(AT_FDCWD, path, 0)) {
      leave_unseen(event::Unseen::replaced, path, site);
    }
    rest = end == nullptr ? nullptr : end + 1;
  }
}

// Arguments that are given one by one, and then null.
struct ArgumentList {
  char* arguments[kMostArguments];

  bool take(const char* first, va_list rest) {
    size_t count = 0;
    for (const char* each = first;; each = va_arg(rest, const char*)) {
      if (count == kMostArguments) {
        errno = E2BIG;
        return false;
      }
      arguments[count++] = const_cast<char*>(each);
      if (each == nullptr) {
        return true;
      }
    }
  }
};

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int execve(const char* path, char* const arguments[],
                            char* const environment[]) noexcept {
  if (controlled()) {
    leave_if_it_becomes(path, __builtin_return_address(0));
  }
  return real.execve(path, arguments, environment);
}

HEDDLE_INTERPOSE int execv(const char* path, char* const arguments[]) noexcept {
  if (controlled()) {
    leave_if_it_becomes(path, __builtin_return_address(0));
  }
  return real.execv(path, arguments);
}

HEDDLE_INTERPOSE int execvp(const char* file, char* const arguments[]) noexcept {
  if (controlled()) {
    leave_if_found(file, __builtin_return_address(0));
  }
  return real.execvp(file, arguments);
}

HEDDLE_INTERPOSE int execvpe(const char* file, char* const arguments[],
                             char* const environment[]) noexcept {
  if (controlled()) {
    leave_if_found(file, __builtin_return_address(0));
  }
  return real.execvpe(file, arguments, environment);
}

HEDDLE_INTERPOSE int execl(const char* path, const char* argument, ...) noexcept {
  if (controlled()) {
    leave_if_it_becomes(path, __builtin_return_address(0));
  }
  ArgumentList list;
  va_list rest;
  va_start(rest, argument);
  const bool taken = list.take(argument, rest);
  va_end(rest);
  return taken ? real.execv(path, list.arguments) : -1;
}

HEDDLE_INTERPOSE int execle(const char* path, const char* argument, ...) noexcept {
  if (controlled()) {
    leave_if_it_becomes(path, __builtin_return_address(0));
  }
  ArgumentList list;
  va_list rest;
  va_start(rest, argument);
  const bool taken = list.take(argument, rest);
  char** environment = taken ? va_arg(rest, char**) : nullptr;
  va_end(rest);
  return taken ? real.execve(path, list.arguments, environment) : -1;
}

HEDDLE_INTERPOSE int execlp(const char* file, const char* argument, ...) noexcept {
  if (controlled()) {
    leave_if_found(file, __builtin_return_address(0));
  }
  ArgumentList list;
  va_list rest;
  va_start(rest, argument);
  const bool taken = list.take(argument, rest);
  va_end(rest);
  return taken ? real.execvp(file, list.arguments) : -1;
}

HEDDLE_INTERPOSE int fexecve(int file, char* const arguments[],
                             char* const environment[]) noexcept {
  if (controlled() && is_executable(file, "", AT_EMPTY_PATH)) {
    leave_unseen(heddle::event::Unseen::replaced, "fexecve", __builtin_return_address(0));
  }
  return real.fexecve(file, arguments, environment);
}

HEDDLE_INTERPOSE int execveat(int folder, const char* path, char* const arguments[],
                              char* const environment[], int flags) noexcept {
  if (controlled() && is_executable(folder, path, flags)) {
    leave_unseen(heddle::event::Unseen::replaced, *path == 0 ? "execveat" : path,
                 __builtin_return_address(0));
  }
  return real.execveat(folder, path, arguments, environment, flags);
}

HEDDLE_INTERPOSE int daemon(int keep_directory, int keep_streams) noexcept {
  if (controlled()) {
    leave_unseen(heddle::event::Unseen::in_other_process, "daemon", __builtin_return_address(0));
  }
  return real.daemon(keep_directory, keep_streams);
}
