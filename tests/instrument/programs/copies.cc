// SPDX-License-Identifier: Apache-2.0
// One thread calls the function that is named, on memory that another one writes to; with
// "locked" in front of the name, both take a lock for it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>

#include <strings.h>

// Not known to a compiler, as other files may change them.
size_t some = 24;
size_t few = 4;

namespace {

char target[64];
char zeros[64];
char source[64] = "a string";
std::mutex lock;
volatile int sink;

struct Case {
  const char* name;
  void (*call)();
  char* raced;  // by a write to it
};

void free_copy(char* copy) {
  sink = copy[0];
  free(copy);
}

const Case kCases[] = {
    {"memcpy-from", [] { memcpy(target, source, 24); }, source + 20},
    {"memcpy-to", [] { memcpy(target, source, 24); }, target + 20},
    {"memmove-from", [] { memmove(target, source, some); }, source + 20},
    {"memmove-to", [] { memmove(target, source, some); }, target + 20},
    {"mempcpy-to", [] { mempcpy(target, source, some); }, target + 20},
    {"memset", [] { memset(target, 1, 24); }, target + 20},
    {"bzero", [] { bzero(target, some); }, target + 20},
    {"memcmp", [] { sink = memcmp(target, zeros, 24); }, target + 20},
    {"memchr", [] { sink = memchr(source, 'r', some) != nullptr; }, source + 3},
    {"strlen", [] { sink = static_cast<int>(strlen(source)); }, source + 8},
    {"strnlen", [] { sink = static_cast<int>(strnlen(source, some)); }, source + 4},
    {"strcpy-from", [] { strcpy(target, source); }, source + 8},
    {"strcpy-to", [] { strcpy(target, source); }, target + 8},
    {"stpcpy-to", [] { sink = *stpcpy(target, source); }, target + 8},
    {"strncpy-from", [] { strncpy(target, source, some); }, source + 8},
    {"strncpy-to", [] { strncpy(target, source, some); }, target + 20},
    {"strcat-to", [] { strcat(target, source); }, target + 8},
    {"strncat-to", [] { strncat(target, source, some); }, target + 8},
    {"strcmp", [] { sink = strcmp(source, "a string"); }, source + 7},
    {"strncmp", [] { sink = strncmp(source, "a stringent one", some); }, source + 7},
    {"strchr", [] { sink = strchr(source, 't') != nullptr; }, source + 2},
    {"strrchr", [] { sink = strrchr(source, 't') != nullptr; }, source + 8},
    {"strdup", [] { free_copy(strdup(source)); }, source + 8},
    {"strndup", [] { free_copy(strndup(source, 4)); }, source + 3},
    // What is not looked at does not race.
    {"ok-memcpy", [] { memcpy(target, source, 24); }, source + 24},
    {"ok-memcmp", [] { sink = memcmp(source, "b string", 8); }, source + 1},
    {"ok-memchr", [] { sink = memchr(source, 's', some) != nullptr; }, source + 3},
    {"ok-strlen", [] { sink = static_cast<int>(strlen(source)); }, source + 9},
    {"ok-strncpy", [] { strncpy(target, source, few); }, source + 4},
    {"ok-strncmp", [] { sink = strncmp(source, "a string", 4); }, source + 4},
    {"ok-strcmp", [] { sink = strcmp(source, "b"); }, source + 1},
    {"ok-strchr", [] { sink = strchr(source, 's') != nullptr; }, source + 3},
    {"ok-nothing", [] { memcpy(target, source, some - 24); }, target},
};

int run(const Case& the, bool locked) {
  const auto guarded = [&](auto what) {
    std::unique_lock<std::mutex> hold(lock, std::defer_lock);
    if (locked) {
      hold.lock();
    }
    what();
  };
  std::thread caller([&] { guarded(the.call); });
  std::thread writer([&] { guarded([&] { *the.raced = *"x"; }); });
  caller.join();
  writer.join();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    for (const Case& the : kCases) {
      puts(the.name);
    }
    return 0;
  }
  const bool locked = argc > 2;
  for (const Case& the : kCases) {
    if (strcmp(the.name, argv[argc - 1]) == 0) {
      return run(the, locked);
    }
  }
  return 1;
}
