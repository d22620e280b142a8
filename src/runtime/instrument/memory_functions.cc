// SPDX-License-Identifier: Apache-2.0
// How far a string function reads has to be looked up before the access is told of, so
// strings are gone through twice.  What is told of is what the standard has the function
// look at: a comparison ends at the first difference.
//
// Where accesses are scheduling points, the reading side is a step and the writing side
// another one, and others may run in between; what was read is kept meanwhile.
#include "runtime/instrument/memory_functions.h"

#include "runtime/instrument/hooks.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

// libc's own, for code that was compiled with _FORTIFY_SOURCE; `room` is what there is at `to`.
extern "C" {
void* __memcpy_chk(void* to, const void* from, size_t bytes, size_t room);
void* __memmove_chk(void* to, const void* from, size_t bytes, size_t room);
void* __mempcpy_chk(void* to, const void* from, size_t bytes, size_t room);
void* __memset_chk(void* to, int value, size_t bytes, size_t room);
char* __strcpy_chk(char* to, const char* from, size_t room);
char* __stpcpy_chk(char* to, const char* from, size_t room);
char* __strncpy_chk(char* to, const char* from, size_t most, size_t room);
char* __stpncpy_chk(char* to, const char* from, size_t most, size_t room);
char* __strcat_chk(char* to, const char* from, size_t room);
char* __strncat_chk(char* to, const char* from, size_t most, size_t room);
}

namespace heddle::runtime {
namespace {

using event::AccessKind;

template <AccessKind kKind>
void tell(const void* address, size_t bytes, const void* site) {
  Fiber* self = watched_thread();
  if (self != nullptr && bytes > 0) {
    plain_access<kKind>(*self, reinterpret_cast<uint64_t>(address), bytes, site);
  }
}

void reads(const void* address, size_t bytes, const void* site) {
  tell<AccessKind::read>(address, bytes, site);
}

void writes(const void* address, size_t bytes, const void* site) {
  tell<AccessKind::write>(address, bytes, site);
}

// What is copied may change between the two steps; more than this is not kept.
constexpr size_t kMostKept = 4096;

[[gnu::noinline]] void copy_in_two_steps(void* to, const void* from, size_t bytes,
                                         const void* site) {
  std::byte kept[kMostKept];
  memcpy(kept, from, bytes);
  writes(to, bytes, site);
  memcpy(to, kept, bytes);
}

void copy(void* to, const void* from, size_t bytes, const void* site) {
  reads(from, bytes, site);
  if (heddle_looks_closer && bytes <= kMostKept) {
    copy_in_two_steps(to, from, bytes, site);
    return;
  }
  writes(to, bytes, site);
  memmove(to, from, bytes);
}

// Of a string, with what ends it.
size_t whole(const char* text) { return strlen(text) + 1; }

// The same, if no more than that much of it is looked at.
size_t part(const char* text, size_t most) {
  const size_t length = strnlen(text, most);
  return length < most ? length + 1 : most;
}

// How much two pieces of memory, or strings, are looked at to compare them.
size_t until_different(const void* left, const void* right, size_t bytes) {
  const auto* a = static_cast<const unsigned char*>(left);
  const auto* b = static_cast<const unsigned char*>(right);
  for (size_t i = 0; i < bytes; ++i) {
    if (a[i] != b[i]) {
      return i + 1;
    }
  }
  return bytes;
}

size_t until_different_or_end(const char* left, const char* right, size_t most) {
  for (size_t i = 0; i < most; ++i) {
    if (left[i] != right[i] || left[i] == '\0') {
      return i + 1;
    }
  }
  return most;
}

void reads_both(const void* left, const void* right, size_t bytes, const void* site) {
  reads(left, bytes, site);
  reads(right, bytes, site);
}

void* seen_memcpy(void* to, const void* from, size_t bytes) {
  copy(to, from, bytes, HEDDLE_SITE);
  return to;
}

void* seen_mempcpy(void* to, const void* from, size_t bytes) {
  copy(to, from, bytes, HEDDLE_SITE);
  return static_cast<std::byte*>(to) + bytes;
}

void* seen_memset(void* to, int value, size_t bytes) {
  writes(to, bytes, HEDDLE_SITE);
  return memset(to, value, bytes);
}

void seen_bzero(void* to, size_t bytes) {
  writes(to, bytes, HEDDLE_SITE);
  memset(to, 0, bytes);
}

int seen_memcmp(const void* left, const void* right, size_t bytes) {
  reads_both(left, right, until_different(left, right, bytes), HEDDLE_SITE);
  return memcmp(left, right, bytes);
}

void* seen_memchr(const void* memory, int wanted, size_t bytes) {
  const void* found = memchr(memory, wanted, bytes);
  const size_t before = static_cast<size_t>(static_cast<const std::byte*>(found) -
                                            static_cast<const std::byte*>(memory));
  reads(memory, found == nullptr ? bytes : before + 1, HEDDLE_SITE);
  return const_cast<void*>(memchr(memory, wanted, bytes));
}

size_t seen_strlen(const char* text) {
  reads(text, whole(text), HEDDLE_SITE);
  return strlen(text);
}

size_t seen_strnlen(const char* text, size_t most) {
  reads(text, part(text, most), HEDDLE_SITE);
  return strnlen(text, most);
}

int seen_strcmp(const char* left, const char* right) {
  reads_both(left, right, until_different_or_end(left, right, SIZE_MAX), HEDDLE_SITE);
  return strcmp(left, right);
}

int seen_strncmp(const char* left, const char* right, size_t most) {
  reads_both(left, right, until_different_or_end(left, right, most), HEDDLE_SITE);
  return strncmp(left, right, most);
}

char* seen_strchr(const char* text, int wanted) {
  const char* found = strchr(text, wanted);
  reads(text, found == nullptr ? whole(text) : static_cast<size_t>(found - text) + 1, HEDDLE_SITE);
  return const_cast<char*>(strchr(text, wanted));
}

char* seen_strrchr(const char* text, int wanted) {
  reads(text, whole(text), HEDDLE_SITE);
  return const_cast<char*>(strrchr(text, wanted));
}

char* seen_strdup(const char* text) {
  reads(text, whole(text), HEDDLE_SITE);
  return strdup(text);
}

char* seen_strndup(const char* text, size_t most) {
  reads(text, part(text, most), HEDDLE_SITE);
  return strndup(text, most);
}

char* seen_stpcpy(char* to, const char* from) {
  const size_t bytes = whole(from);
  copy(to, from, bytes, HEDDLE_SITE);
  return to + bytes - 1;
}

char* seen_strcpy(char* to, const char* from) {
  copy(to, from, whole(from), HEDDLE_SITE);
  return to;
}

char* seen_strncpy(char* to, const char* from, size_t most) {
  reads(from, part(from, most), HEDDLE_SITE);
  writes(to, most, HEDDLE_SITE);
  return strncpy(to, from, most);
}

char* seen_stpncpy(char* to, const char* from, size_t most) {
  reads(from, part(from, most), HEDDLE_SITE);
  writes(to, most, HEDDLE_SITE);
  return stpncpy(to, from, most);
}

// The end of what is there is looked for, and written over.
void reads_and_appends(char* to, const char* from, size_t read, size_t written, const void* site) {
  const size_t there = strlen(to);
  reads(to, there + 1, site);
  reads(from, read, site);
  writes(to + there, written, site);
}

char* seen_strcat(char* to, const char* from) {
  reads_and_appends(to, from, whole(from), whole(from), HEDDLE_SITE);
  return strcat(to, from);
}

char* seen_strncat(char* to, const char* from, size_t most) {
  reads_and_appends(to, from, part(from, most), strnlen(from, most) + 1, HEDDLE_SITE);
  return strncat(to, from, most);
}

// What does not fit ends the program in libc, and nothing is accessed.

void* seen_memcpy_chk(void* to, const void* from, size_t bytes, size_t room) {
  if (bytes > room) {
    return __memcpy_chk(to, from, bytes, room);
  }
  copy(to, from, bytes, HEDDLE_SITE);
  return to;
}

void* seen_mempcpy_chk(void* to, const void* from, size_t bytes, size_t room) {
  if (bytes > room) {
    return __mempcpy_chk(to, from, bytes, room);
  }
  copy(to, from, bytes, HEDDLE_SITE);
  return static_cast<std::byte*>(to) + bytes;
}

void* seen_memset_chk(void* to, int value, size_t bytes, size_t room) {
  writes(to, bytes <= room ? bytes : 0, HEDDLE_SITE);
  return __memset_chk(to, value, bytes, room);
}

char* seen_strcpy_chk(char* to, const char* from, size_t room) {
  const size_t bytes = whole(from);
  if (bytes > room) {
    return __strcpy_chk(to, from, room);
  }
  copy(to, from, bytes, HEDDLE_SITE);
  return to;
}

char* seen_stpcpy_chk(char* to, const char* from, size_t room) {
  const size_t bytes = whole(from);
  if (bytes > room) {
    return __stpcpy_chk(to, from, room);
  }
  copy(to, from, bytes, HEDDLE_SITE);
  return to + bytes - 1;
}

char* seen_strncpy_chk(char* to, const char* from, size_t most, size_t room) {
  if (most <= room) {
    reads(from, part(from, most), HEDDLE_SITE);
    writes(to, most, HEDDLE_SITE);
  }
  return __strncpy_chk(to, from, most, room);
}

char* seen_stpncpy_chk(char* to, const char* from, size_t most, size_t room) {
  if (most <= room) {
    reads(from, part(from, most), HEDDLE_SITE);
    writes(to, most, HEDDLE_SITE);
  }
  return __stpncpy_chk(to, from, most, room);
}

char* seen_strcat_chk(char* to, const char* from, size_t room) {
  if (strlen(to) + whole(from) <= room) {
    reads_and_appends(to, from, whole(from), whole(from), HEDDLE_SITE);
  }
  return __strcat_chk(to, from, room);
}

char* seen_strncat_chk(char* to, const char* from, size_t most, size_t room) {
  const size_t added = strnlen(from, most) + 1;
  if (strlen(to) + added <= room) {
    reads_and_appends(to, from, part(from, most), added, HEDDLE_SITE);
  }
  return __strncat_chk(to, from, most, room);
}

using Function = void (*)();

struct Named {
  const char* name;
  Function function;
};

const Named kFunctions[] = {
    {"memcpy", reinterpret_cast<Function>(seen_memcpy)},
    {"memmove", reinterpret_cast<Function>(seen_memcpy)},
    {"mempcpy", reinterpret_cast<Function>(seen_mempcpy)},
    {"__mempcpy", reinterpret_cast<Function>(seen_mempcpy)},
    {"memset", reinterpret_cast<Function>(seen_memset)},
    {"bzero", reinterpret_cast<Function>(seen_bzero)},
    {"memcmp", reinterpret_cast<Function>(seen_memcmp)},
    {"bcmp", reinterpret_cast<Function>(seen_memcmp)},
    {"memchr", reinterpret_cast<Function>(seen_memchr)},
    {"strlen", reinterpret_cast<Function>(seen_strlen)},
    {"strnlen", reinterpret_cast<Function>(seen_strnlen)},
    {"strcmp", reinterpret_cast<Function>(seen_strcmp)},
    {"strncmp", reinterpret_cast<Function>(seen_strncmp)},
    {"strchr", reinterpret_cast<Function>(seen_strchr)},
    {"strrchr", reinterpret_cast<Function>(seen_strrchr)},
    {"strdup", reinterpret_cast<Function>(seen_strdup)},
    {"__strdup", reinterpret_cast<Function>(seen_strdup)},
    {"strndup", reinterpret_cast<Function>(seen_strndup)},
    {"__strndup", reinterpret_cast<Function>(seen_strndup)},
    {"strcpy", reinterpret_cast<Function>(seen_strcpy)},
    {"stpcpy", reinterpret_cast<Function>(seen_stpcpy)},
    {"__stpcpy", reinterpret_cast<Function>(seen_stpcpy)},
    {"strncpy", reinterpret_cast<Function>(seen_strncpy)},
    {"stpncpy", reinterpret_cast<Function>(seen_stpncpy)},
    {"strcat", reinterpret_cast<Function>(seen_strcat)},
    {"strncat", reinterpret_cast<Function>(seen_strncat)},
    {"__memcpy_chk", reinterpret_cast<Function>(seen_memcpy_chk)},
    {"__memmove_chk", reinterpret_cast<Function>(seen_memcpy_chk)},
    {"__mempcpy_chk", reinterpret_cast<Function>(seen_mempcpy_chk)},
    {"__memset_chk", reinterpret_cast<Function>(seen_memset_chk)},
    {"__strcpy_chk", reinterpret_cast<Function>(seen_strcpy_chk)},
    {"__stpcpy_chk", reinterpret_cast<Function>(seen_stpcpy_chk)},
    {"__strncpy_chk", reinterpret_cast<Function>(seen_strncpy_chk)},
    {"__stpncpy_chk", reinterpret_cast<Function>(seen_stpncpy_chk)},
    {"__strcat_chk", reinterpret_cast<Function>(seen_strcat_chk)},
    {"__strncat_chk", reinterpret_cast<Function>(seen_strncat_chk)},
};

}  // namespace

void* memory_function(const char* name) {
  for (const Named& named : kFunctions) {
    if (strcmp(named.name, name) == 0) {
      return reinterpret_cast<void*>(named.function);
    }
  }
  return nullptr;
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

// Clang has calls of these, from 19 on.

HEDDLE_INTERPOSE void* __tsan_memcpy(void* to, const void* from, unsigned long bytes) {
  copy(to, from, bytes, HEDDLE_SITE);
  return to;
}

HEDDLE_INTERPOSE void* __tsan_memmove(void* to, const void* from, unsigned long bytes) {
  copy(to, from, bytes, HEDDLE_SITE);
  return to;
}

HEDDLE_INTERPOSE void* __tsan_memset(void* to, int value, unsigned long bytes) {
  writes(to, bytes, HEDDLE_SITE);
  return memset(to, value, bytes);
}
