// SPDX-License-Identifier: Apache-2.0
#include "runtime/outside.h"

#include "runtime/raw.h"
#include "runtime/runtime.h"
#include "runtime/unseen.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

struct FileId {
  uint64_t device;
  uint64_t number;
};

bool identify(int descriptor, FileId& id, mode_t& mode) {
  struct stat status = {};
  if (raw_syscall(SYS_fstat, descriptor, as_long(&status)) != 0) {
    return false;
  }
  id = {status.st_dev, status.st_ino};
  mode = status.st_mode;
  return true;
}

constexpr size_t kMostInherited = 64;
FileId inherited[kMostInherited];
size_t inherited_count = 0;

bool was_inherited(const FileId& id) {
  for (size_t i = 0; i < inherited_count; ++i) {
    if (inherited[i].device == id.device && inherited[i].number == id.number) {
      return true;
    }
  }
  return false;
}

// The other end of a local socket is this process.
bool is_pair(int descriptor) {
  sockaddr address = {};
  socklen_t size = sizeof address;
  ucred peer = {};
  socklen_t peer_size = sizeof peer;
  return raw_syscall(SYS_getsockname, descriptor, as_long(&address), as_long(&size)) == 0 &&
         address.sa_family == AF_UNIX &&
         raw_syscall(SYS_getsockopt, descriptor, SOL_SOCKET, SO_PEERCRED, as_long(&peer),
                     as_long(&peer_size)) == 0 &&
         peer.pid == raw_syscall(SYS_getpid);
}

// What an epoll descriptor looks at, as the kernel tells: lines `tfd: 5 events: …`.
bool looks_outside(int epoll) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", epoll);
  const long file = raw_syscall(SYS_openat, AT_FDCWD, as_long(path), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return true;
  }
  char text[16384];
  size_t length = 0;
  for (long got = 1; got > 0 && length + 1 < sizeof text; length += static_cast<size_t>(got)) {
    got = raw_syscall(SYS_read, file, as_long(text + length),
                      static_cast<long>(sizeof text - 1 - length));
    got = got < 0 ? 0 : got;
  }
  raw_syscall(SYS_close, file);
  text[length] = 0;
  for (const char* at = strstr(text, "tfd:"); at != nullptr; at = strstr(at + 1, "tfd:")) {
    if (comes_from_outside(atoi(at + 4))) {
      return true;
    }
  }
  return length + 1 == sizeof text;
}

// What the kernel calls it: "pipe:[1234]", "anon_inode:[eventpoll]".
void ask_name(int descriptor, char (&name)[64]) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  memset(name, 0, sizeof name);
  raw_syscall(SYS_readlink, as_long(path), as_long(name), sizeof name - 1);
}

bool is_epoll(int descriptor) {
  char name[64];
  ask_name(descriptor, name);
  return strcmp(name, "anon_inode:[eventpoll]") == 0;
}

}  // namespace

bool has_children() { return rt.makes_children; }

void remember_inherited_descriptors() {
  for (int descriptor = 0; descriptor < static_cast<int>(kMostInherited); ++descriptor) {
    mode_t mode = 0;
    inherited_count += identify(descriptor, inherited[inherited_count], mode) ? 1 : 0;
  }
}

bool comes_from_outside(int descriptor) {
  FileId id = {};
  mode_t mode = 0;
  if (!identify(descriptor, id, mode)) {
    return false;
  }
  if (S_ISFIFO(mode)) {
    return has_children() || was_inherited(id);
  }
  if (S_ISSOCK(mode)) {
    return has_children() || !is_pair(descriptor);
  }
  if (S_ISCHR(mode)) {
    return true;
  }
  return is_epoll(descriptor) && looks_outside(descriptor);
}

const char* kind_of_descriptor(int descriptor) {
  char name[64];
  ask_name(descriptor, name);
  static constexpr struct {
    const char* begin;
    const char* word;
  } kKinds[] = {{"pipe:", "pipe"},
                {"socket:", "socket"},
                {"anon_inode:[eventfd", "eventfd"},
                {"anon_inode:[eventpoll", "epoll"},
                {"anon_inode:[timerfd", "timerfd"},
                {"anon_inode:[signalfd", "signalfd"},
                {"/dev/pts/", "terminal"},
                {"/dev/tty", "terminal"}};
  for (const auto& kind : kKinds) {
    if (strncmp(name, kind.begin, strlen(kind.begin)) == 0) {
      return kind.word;
    }
  }
  return "file";
}

}  // namespace heddle::runtime
