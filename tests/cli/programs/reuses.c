// SPDX-License-Identifier: Apache-2.0
// Threads that allocate, free, and exchange a variable, as the arguments say, one each: "m" and "M"
// allocate a small and a large block, "f" frees the oldest that the thread has, "x" puts the
// thread's number into a variable and keeps what was there.  Two small blocks per thread are there
// before. Prints what was exchanged, and which blocks had the same address.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMost = 16 };

struct Script {
  const char* text;
  int number;
  char* mine[kMost];  // not freed yet, the oldest first
  int first, last;
  char* addresses[kMost];  // of all that it allocated
  int allocated;
  int read[kMost];
  int reads;
};

static atomic_int variable;

static void* run(void* argument) {
  struct Script* script = argument;
  for (const char* op = script->text; *op != 0; ++op) {
    if (*op == 'm' || *op == 'M') {
      char* block = malloc(*op == 'm' ? 16 : 200);
      script->mine[script->last++] = block;
      script->addresses[script->allocated++] = block;
    } else if (*op == 'f' && script->first < script->last) {
      free(script->mine[script->first++]);
    } else if (*op == 'x') {
      script->read[script->reads++] = atomic_exchange(&variable, script->number);
    }
  }
  return NULL;
}

int main(int argc, char** argv) {
  static struct Script scripts[8];
  static char* all[8 * kMost];
  int count = 0;
  for (int i = 0; i + 1 < argc; ++i) {
    struct Script* script = &scripts[i];
    script->text = argv[i + 1];
    script->number = i + 1;
    for (int k = 0; k < 2; ++k) {
      script->mine[script->last++] = script->addresses[script->allocated++] = malloc(16);
    }
  }
  pthread_t threads[8];
  for (int i = 0; i + 1 < argc; ++i) {
    pthread_create(&threads[i], NULL, run, &scripts[i]);
  }
  for (int i = 0; i + 1 < argc; ++i) {
    pthread_join(threads[i], NULL);
  }
  char text[512];
  int length = snprintf(text, sizeof text, "outcome");
  for (int i = 0; i + 1 < argc; ++i) {
    for (int k = 0; k < scripts[i].reads; ++k) {
      length += snprintf(text + length, sizeof text - (size_t)length, " %d", scripts[i].read[k]);
    }
    for (int k = 0; k < scripts[i].allocated; ++k) {
      int same = 0;
      while (same < count && all[same] != scripts[i].addresses[k]) {
        ++same;
      }
      all[count++] = scripts[i].addresses[k];
      length += snprintf(text + length, sizeof text - (size_t)length, " %c", 'a' + same);
    }
  }
  puts(text);
  return 0;
}
