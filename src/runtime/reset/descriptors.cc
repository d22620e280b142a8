// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/descriptors.h"

#include "runtime/raw.h"
#include "runtime/reset/private_descriptor.h"
#include "runtime/runtime.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

struct DirectoryEntry {
  uint64_t inode;
  int64_t offset;
  uint16_t bytes;
  uint8_t type;
  char name[1];
};

int number_in(const char* name) {
  int number = 0;
  for (; *name >= '0' && *name <= '9'; ++name) {
    number = number * 10 + (*name - '0');
  }
  return *name == 0 ? number : -1;
}

bool is_heddles(int descriptor) {
  return is_private(descriptor) || descriptor == rt.arena->settings().schedule_log;
}

}  // namespace

// False if they cannot be listed.
template <typename Take>
bool Descriptors::for_each_open(Take take) {
  const int list = keep_private(
      raw_syscall(SYS_open, as_long("/proc/self/fd"), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (list < 0) {
    return false;
  }
  alignas(8) char entries[2048];
  long bytes = 0;
  while ((bytes = raw_syscall(SYS_getdents64, list, as_long(entries), sizeof entries)) > 0) {
    for (long at = 0; at < bytes;) {
      const auto* entry = reinterpret_cast<const DirectoryEntry*>(entries + at);
      const int descriptor = number_in(entry->name);
      if (descriptor >= 0 && !is_heddles(descriptor)) {
        take(descriptor);
      }
      at += entry->bytes;
    }
  }
  close_private(list);
  return bytes == 0;
}

Descriptors::Entry Descriptors::describe(int descriptor) {
  Entry entry = {};
  entry.descriptor = descriptor;
  entry.copy = -1;
  entry.status_flags = static_cast<int>(raw_syscall(SYS_fcntl, descriptor, F_GETFL));
  entry.descriptor_flags = static_cast<int>(raw_syscall(SYS_fcntl, descriptor, F_GETFD));
  entry.offset = raw_syscall(SYS_lseek, descriptor, 0, SEEK_CUR);
  struct stat status = {};
  if (raw_syscall(SYS_fstat, descriptor, as_long(&status)) == 0) {
    entry.device = status.st_dev;
    entry.inode = status.st_ino;
  }
  return entry;
}

void Descriptors::remember() {
  count_ = 0;
  for_each_open([&](int descriptor) {
    if (count_ < kMost) {
      entries_[count_++] = describe(descriptor);
    }
  });
}

void Descriptors::put_back_offsets() const {
  for (size_t i = 0; i < count_; ++i) {
    put_back_offset(entries_[i]);
  }
}

void Descriptors::put_back_offset(const Entry& entry) const {
  if (entry.offset >= 0) {
    raw_syscall(SYS_lseek, entry.descriptor, entry.offset, SEEK_SET);
  }
  raw_syscall(SYS_fcntl, entry.descriptor, F_SETFL, entry.status_flags);
}

bool Descriptors::keep_copies() {
  bool all = count_ < kMost;
  for (size_t i = 0; i < count_; ++i) {
    entries_[i].copy = keep_private(raw_syscall(SYS_dup, entries_[i].descriptor));
    all = all && entries_[i].copy >= 0;
  }
  return all;
}

bool Descriptors::are_changed() const {
  size_t known = 0;
  bool changed = false;
  const bool listed = for_each_open([&](int descriptor) {
    const Entry* entry = find(descriptor);
    if (entry == nullptr) {
      changed = true;
      return;
    }
    ++known;
    const Entry now = describe(descriptor);
    changed |= now.status_flags != entry->status_flags ||
               now.descriptor_flags != entry->descriptor_flags || now.offset != entry->offset ||
               now.device != entry->device || now.inode != entry->inode;
  });
  return !listed || changed || known != count_;
}

bool Descriptors::put_back() const {
  bool done = for_each_open([&](int descriptor) {
    if (find(descriptor) == nullptr) {
      raw_syscall(SYS_close, descriptor);
    }
  });
  for (size_t i = 0; i < count_; ++i) {
    const Entry& entry = entries_[i];
    done = raw_syscall(SYS_dup3, entry.copy, entry.descriptor, 0) >= 0 && done;
    raw_syscall(SYS_fcntl, entry.descriptor, F_SETFD, entry.descriptor_flags);
    put_back_offset(entry);
  }
  return done;
}

const Descriptors::Entry* Descriptors::find(int descriptor) const {
  for (size_t i = 0; i < count_; ++i) {
    if (entries_[i].descriptor == descriptor) {
      return &entries_[i];
    }
  }
  return nullptr;
}

}  // namespace heddle::runtime
