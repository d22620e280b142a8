// SPDX-License-Identifier: Apache-2.0
// Calls that change files on disk.  No reset puts these back, so that they were
// made is said in the guarantee.
#include "runtime/effects/effects.h"
#include "runtime/effects/uses_of_files.h"
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

void note_truncation(const void* site, int directory, const char* path, int flags) {
  if ((flags & O_TRUNC) != 0) {
    note_truncating(site, directory, path);
  }
}
void note_truncation(const void* site, const char* path, const char* mode) {
  if (path != nullptr && strchr(mode, 'w') != nullptr) {
    note_truncating(site, AT_FDCWD, path);
  }
}

// What an open() does to the names and contents of files.
PathUse use_by(int flags) {
  const bool creates = (flags & (O_CREAT | O_TRUNC)) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return creates ? PathUse::changes : PathUse::looks;
}
PathUse use_by(const char* mode) {
  return strpbrk(mode, "wa") != nullptr ? PathUse::changes : PathUse::looks;
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
  note_opening_path("open", __builtin_return_address(0), use_by(flags));
  note_open(path, flags);
  note_truncation(__builtin_return_address(0), AT_FDCWD, path, flags);
  return real.open(path, flags, mode);
}

HEDDLE_INTERPOSE int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_argument(flags, rest);
  va_end(rest);
  resolve_real_functions();
  note_opening_path("open64", __builtin_return_address(0), use_by(flags));
  note_open(path, flags);
  note_truncation(__builtin_return_address(0), AT_FDCWD, path, flags);
  return real.open64(path, flags, mode);
}

HEDDLE_INTERPOSE int openat(int directory, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_argument(flags, rest);
  va_end(rest);
  resolve_real_functions();
  note_opening_path("openat", __builtin_return_address(0), use_by(flags));
  note_open(path, flags);
  note_truncation(__builtin_return_address(0), directory, path, flags);
  return real.openat(directory, path, flags, mode);
}

HEDDLE_INTERPOSE int openat64(int directory, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_argument(flags, rest);
  va_end(rest);
  resolve_real_functions();
  note_opening_path("openat64", __builtin_return_address(0), use_by(flags));
  note_open(path, flags);
  note_truncation(__builtin_return_address(0), directory, path, flags);
  return real.openat64(directory, path, flags, mode);
}

HEDDLE_INTERPOSE int creat(const char* path, mode_t mode) {
  note_opening_path("creat", __builtin_return_address(0), PathUse::changes);
  resolve_real_functions();
  note_open(path, O_WRONLY | O_CREAT | O_TRUNC);
  note_truncating(__builtin_return_address(0), AT_FDCWD, path);
  return real.creat(path, mode);
}

HEDDLE_INTERPOSE int creat64(const char* path, mode_t mode) {
  note_opening_path("creat64", __builtin_return_address(0), PathUse::changes);
  resolve_real_functions();
  note_open(path, O_WRONLY | O_CREAT | O_TRUNC);
  note_truncating(__builtin_return_address(0), AT_FDCWD, path);
  return real.creat(path, mode);
}

HEDDLE_INTERPOSE FILE* fopen(const char* path, const char* mode) {
  note_opening_path("fopen", __builtin_return_address(0), use_by(mode));
  resolve_real_functions();
  note_stream(path, mode);
  note_truncation(__builtin_return_address(0), path, mode);
  return real.fopen(path, mode);
}

HEDDLE_INTERPOSE FILE* fopen64(const char* path, const char* mode) {
  note_opening_path("fopen64", __builtin_return_address(0), use_by(mode));
  resolve_real_functions();
  note_stream(path, mode);
  note_truncation(__builtin_return_address(0), path, mode);
  return real.fopen64(path, mode);
}

HEDDLE_INTERPOSE FILE* freopen(const char* path, const char* mode, FILE* stream) {
  note_closing_stream("freopen", __builtin_return_address(0), stream);
  note_opening_path("freopen", __builtin_return_address(0), use_by(mode));
  resolve_real_functions();
  note_stream(path, mode);
  note_truncation(__builtin_return_address(0), path, mode);
  return real.freopen(path, mode, stream);
}

// Streams that are not files; that there are some matters at the end.
HEDDLE_INTERPOSE FILE* fdopen(int descriptor, const char* mode) noexcept {
  note_descriptor("fdopen", __builtin_return_address(0), descriptor, DescriptorUse::looks);
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
  note_opening_path("tmpfile", __builtin_return_address(0), PathUse::changes);
  resolve_real_functions();
  program.streams_opened = true;
  return real.tmpfile();
}

HEDDLE_INTERPOSE int unlink(const char* path) noexcept {
  note_path("unlink", __builtin_return_address(0), PathUse::changes);
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.unlink(path);
}

HEDDLE_INTERPOSE int remove(const char* path) noexcept {
  note_path("remove", __builtin_return_address(0), PathUse::changes);
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.remove(path);
}

HEDDLE_INTERPOSE int rename(const char* from, const char* to) noexcept {
  note_path("rename", __builtin_return_address(0), PathUse::changes);
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.rename(from, to);
}

HEDDLE_INTERPOSE int mkdir(const char* path, mode_t mode) noexcept {
  note_path("mkdir", __builtin_return_address(0), PathUse::changes);
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.mkdir(path, mode);
}

HEDDLE_INTERPOSE int rmdir(const char* path) noexcept {
  note_path("rmdir", __builtin_return_address(0), PathUse::changes);
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.rmdir(path);
}

HEDDLE_INTERPOSE int truncate(const char* path, off_t length) noexcept {
  note_path("truncate", __builtin_return_address(0), PathUse::changes);
  note_truncating(__builtin_return_address(0), AT_FDCWD, path);
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.truncate(path, length);
}

HEDDLE_INTERPOSE int truncate64(const char* path, off64_t length) noexcept {
  note_path("truncate64", __builtin_return_address(0), PathUse::changes);
  note_truncating(__builtin_return_address(0), AT_FDCWD, path);
  resolve_real_functions();
  note_uncontrolled(kChangesFiles);
  return real.truncate(path, length);
}
