// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/mapping_list.h"

#include "runtime/raw.h"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

uint64_t number(const char*& at, unsigned base) {
  uint64_t value = 0;
  for (;; ++at) {
    unsigned digit = base;
    if (*at >= '0' && *at <= '9') {
      digit = static_cast<unsigned>(*at - '0');
    } else if (*at >= 'a' && *at <= 'f') {
      digit = static_cast<unsigned>(*at - 'a') + 10;
    }
    if (digit >= base) {
      return value;
    }
    value = value * base + digit;
  }
}

}  // namespace

void MappingList::make_room() {
  items_ = static_cast<Mapping*>(raw_reserve(kMost * sizeof(Mapping)));
  text_ = static_cast<char*>(raw_reserve(kTextBytes));
}

bool MappingList::read() {
  const long file = raw_syscall(SYS_open, as_long("/proc/self/maps"), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  size_t used = 0;
  long got = 0;
  while ((got = raw_syscall(SYS_read, file, as_long(text_ + used),
                            static_cast<long>(kTextBytes - used))) > 0) {
    used += static_cast<size_t>(got);
  }
  raw_syscall(SYS_close, file);
  count_ = 0;
  const char* line = text_;
  while (line < text_ + used) {
    if (!add(line, text_ + used)) {
      return false;
    }
  }
  return got == 0 && used < kTextBytes;
}

bool MappingList::add(const Mapping& mapping) {
  if (count_ == kMost) {
    return false;
  }
  Mapping* place = std::upper_bound(
      items_, items_ + count_, mapping.span.begin,
      [](uintptr_t begin, const Mapping& item) { return begin < item.span.begin; });
  std::copy_backward(place, items_ + count_, items_ + count_ + 1);
  *place = mapping;
  ++count_;
  return true;
}

// begin-end rwxp offset major:minor inode   path
bool MappingList::add(const char*& line, const char* end) {
  Mapping mapping;
  const char* at = line;
  mapping.span.begin = number(at, 16);
  ++at;
  mapping.span.end = number(at, 16);
  ++at;
  mapping.protection = (at[0] == 'r' ? PROT_READ : 0) | (at[1] == 'w' ? PROT_WRITE : 0) |
                       (at[2] == 'x' ? PROT_EXEC : 0);
  mapping.shared = at[3] == 's';
  at += 5;
  mapping.offset = number(at, 16);
  ++at;
  const uint64_t major = number(at, 16);
  ++at;
  mapping.device = (major << 32) | number(at, 16);
  ++at;
  mapping.inode = number(at, 10);
  while (at < end && *at == ' ') {
    ++at;
  }
  mapping.is_stack = end - at >= 7 && memcmp(at, "[stack]", 7) == 0;
  // What the kernel maps for itself does not change.
  const bool of_the_kernel = end - at >= 2 && at[0] == '[' && at[1] == 'v';
  while (at < end && *at != '\n') {
    ++at;
  }
  line = at + 1;
  bool fits = true;
  for_each_foreign(of_the_kernel ? Span{} : mapping.span, [&](Span piece) {
    fits = count_ < kMost;
    if (fits) {
      Mapping& added = items_[count_++];
      added = mapping;
      added.span = piece;
      added.offset += piece.begin - mapping.span.begin;
    }
  });
  return fits;
}

}  // namespace heddle::runtime
