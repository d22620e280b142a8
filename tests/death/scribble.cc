// SPDX-License-Identifier: Apache-2.0
#include "scribble.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

// Of a larger mapping only so much at either end: pages that nobody has touched would cost memory.
constexpr size_t kMost = size_t{8} << 20;

struct Range {
  char* begin;
  char* end;
};

// Outside of what is scribbled on, apart from `everything`, which spares it.
Range ranges[512];
size_t count;
char text[1 << 17];

bool is_wanted(Region region, const char* line, const char* program) {
  const bool writable = strncmp(strchr(line, ' '), " rw", 3) == 0;
  if (!writable) {
    return false;
  }
  switch (region) {
    case Region::data:
      return strstr(line, program) != nullptr;
    case Region::heap:
      return strstr(line, "[heap]") != nullptr;
    case Region::stack:
      return strstr(line, "[stack]") != nullptr;
    case Region::libraries:
      return strstr(line, ".so") != nullptr && strstr(line, "heddle") == nullptr;
    case Region::everything:
      return true;
  }
  return false;
}

void read_maps() {
  const int file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY));
  size_t length = 0;
  for (long got = 1; got > 0 && length < sizeof text - 1; length += static_cast<size_t>(got)) {
    got = syscall(SYS_read, file, text + length, sizeof text - 1 - length);
  }
  close(file);
}

void find_ranges(Region region) {
  char program[4096] = "";
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) {
    abort();
  }
  read_maps();
  for (char* line = strtok(text, "\n"); line != nullptr; line = strtok(nullptr, "\n")) {
    size_t begin = 0;
    size_t end = 0;
    if (sscanf(line, "%zx-%zx", &begin, &end) == 2 && is_wanted(region, line, program) &&
        count < sizeof ranges / sizeof *ranges) {
      ranges[count++] = {reinterpret_cast<char*>(begin), reinterpret_cast<char*>(end)};
    }
  }
}

// Compiled to a few instructions that use no memory but what they write to.
inline __attribute__((always_inline)) void fill(char* begin, char* end) {
  size_t bytes = static_cast<size_t>(end - begin);
  __asm__ volatile("rep stosb" : "+D"(begin), "+c"(bytes) : "a"(0xa5) : "memory");
}

inline __attribute__((always_inline)) void fill_some(char* begin, char* end) {
  if (static_cast<size_t>(end - begin) > 2 * kMost) {
    fill(begin, begin + kMost);
    begin = end - kMost;
  }
  fill(begin, end);
}

}  // namespace

void scribble(Region region) {
  find_ranges(region);
  const auto* own = reinterpret_cast<char*>(&ranges);
  auto* frame = static_cast<char*>(__builtin_frame_address(0));
  for (size_t i = 0; i < count; i++) {
    const Range range = ranges[i];
    if (own >= range.begin && own < range.end) {
      // The table itself comes last, and is not read again then.
      continue;
    }
    if (frame >= range.begin && frame < range.end) {
      fill(frame + 64, range.end);
    } else {
      fill_some(range.begin, range.end);
    }
  }
  for (size_t i = 0; i < count; i++) {
    const Range range = ranges[i];
    if (own >= range.begin && own < range.end) {
      fill(range.begin, reinterpret_cast<char*>(&ranges));
      fill(reinterpret_cast<char*>(&ranges) + sizeof ranges, range.end);
      return;
    }
  }
}
