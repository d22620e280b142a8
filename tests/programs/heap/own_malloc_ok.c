// SPDX-License-Identifier: Apache-2.0
//
// A program with a malloc of its own, which locks a mutex, also when it is called before main.
//
// BUILD: heddle
// FLAGS: -fno-builtin
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stddef.h>
#include <string.h>

static _Alignas(16) char memory[1 << 20];
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void* malloc(size_t bytes) {
  pthread_mutex_lock(&lock);
  void* block = memory + used;
  used += (bytes + 15) / 16 * 16;
  pthread_mutex_unlock(&lock);
  return block;
}

void free(void* block) { (void)block; }

void* calloc(size_t count, size_t each) { return malloc(count * each); }

void* realloc(void* block, size_t bytes) {
  void* larger = malloc(bytes);
  return block == NULL ? larger : memmove(larger, block, bytes);
}

static void use_memory(void) {
  int* volatile number = malloc(sizeof *number);
  *number = 1;
  free(number);
}

int main(void) {
  run_both(use_memory, use_memory);
  return 0;
}
