// SPDX-License-Identifier: Apache-2.0
// Calls that change files on disk.  No reset puts these back, so that they were
// made is said in the guarantee.
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

constexpr char kChangesFiles[] = "changes to files on disk";

// The file that swallows everything is not changed by it.
bool matters(const char* path) { return strncmp(path, "/dev/", 5) != 0; }

void note_open(const char* path, int flags) {
  const bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  if (writes && matters(path)) {
    note_uncontrolled(kChangesFiles);
  }
}

void note_stream(const char* path, const char* mode) {
  program.streams_opened = true;
  const bool writes = strpbrk(mode, "wa+") != nullptr;
  if (writes && path != nullptr && matters(path)) {
    note_uncontrolled(kChangesFiles);
  }
}

mode_t mode_argument(int flags, va_list rest) {
  const bool given = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return given ? va_arg(rest, mode_t) : 0;
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_argument(flags, rest);
  va_end(rest);
  resolve_real_functions();
  note_open(path, flags);
  return real.open(path, flags, mode);
}

HEDDLE_INTERPOSE int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_argument(flags, rest);
  va_end(rest);
  resolve_real_functions();
  note_open(path, flags);
  return real.open64(path, flags, mode);
}

HEDDLE_INTERPOSE int openat(int directory, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_argument(flags, rest);
  va_end(rest);
  resolve_real_functions();
  note_open(path, flags);
  return real.openat(directory, path, flags, mode);
}

HEDDLE_INTERPOSE int openat64(int directory, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_argument(flags, rest);
  va_end(rest);
  resolve_real_functions();
  note_open(path, flags);
  return real.openat64(directory, path, flags, mode);
}

HEDDLE_INTERPOSE int creat(const char* path, mode_t mode) {
  resolve_real_functions();
  note_open(path, O_WRONLY | O_CREAT | O_TRUNC);
  return real.creat(path, mode);
}

HEDDLE_INTERPOSE FILE* fopen(const char* path, const char* mode) {
  resolve_real_functions();
  note_stream(path, mode);
  return real.fopen(path, mode);
}

HEDDLE_INTERPOSE FILE* fopen64(const char* path, const char* mode) {
  resolve_real_functions();
  note_stream(path, mode);
  return real.fopen64(path, mode);
}

HEDDLE_INTERPOSE FILE* freopen(const char* path, const char* mode, FILE* stream) {
  resolve_real_functions();
  note_stream(path, mode);
  return real.freopen(path, mode, stream);
}

// Streams that are not files; that there are some matters at the end.
HEDDLE_INTERPOSE FILE* fdopen(int descriptor, const char* mode) noexcept {
  resolve_real_functions();
  program.streams_opened = true;
  return real.fdopen(descriptor, mode);
}

HEDDLE_INTERPOSE FILE* fopencookie(void* cookie, const char* mode,
                                   cookie_io_functions_t functions) noexcept {
  resolve_real_functions();
  program.streams_opened = true;
  return real.fopencookie(cookie, mode, functions);
}

HEDDLE_INTERPOSE FILE* open_memstream(char** buffer, size_t* size) noexcept {
  resolve_real_functions();
  program.streams_opened = true;
  return real.open_memstream(buffer, size);
}

HEDDLE_INTERPOSE FILE* tmpfile() {
  resolve_real_functions();
  program.streams_opened = true;
  return real.tmpfile();
}

HEDDLE_INTERPOSE int unlink(const char* path) noexcept {
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.unlink(path);
}

HEDDLE_INTERPOSE int remove(const char* path) noexcept {
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.remove(path);
}

HEDDLE_INTERPOSE int rename(const char* from, const char* to) noexcept {
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.rename(from, to);
}

HEDDLE_INTERPOSE int mkdir(const char* path, mode_t mode) noexcept {
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.mkdir(path, mode);
}

HEDDLE_INTERPOSE int rmdir(const char* path) noexcept {
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.rmdir(path);
}

HEDDLE_INTERPOSE int truncate(const char* path, off_t length) noexcept {
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.truncate(path, length);
}
