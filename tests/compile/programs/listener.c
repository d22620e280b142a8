/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In the place of heddle's runtime library: connects to every module, and counts what it is
 * told.  The counts are written to the file that LISTENER names, when the program ends.
 */
#define _GNU_SOURCE
#include "hooks/list.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDEX(name) k##name,
enum { HEDDLE_HOOKS(INDEX) kCount };

// Threads of the program count at the same time.
static struct {
  _Atomic long modules, entries, exits, reads, writes, volatiles, atomics, fences;
} told;
static char modules[4096];

static void entry(void* from) {
  (void)from;
  ++told.entries;
}
static void leave(void) { ++told.exits; }
static void read_at(const void* at) { told.reads += at != NULL; }
static void write_at(void* at) { told.writes += at != NULL; }
static void volatile_at(void* at) { told.volatiles += at != NULL; }
static void fence(int order) { told.fences += order == __ATOMIC_SEQ_CST; }

static uint32_t fetch_add(volatile uint32_t* at, uint32_t value, int order) {
  ++told.atomics;
  return __atomic_fetch_add(at, value,
                            order == __ATOMIC_RELAXED ? __ATOMIC_RELAXED : __ATOMIC_SEQ_CST);
}

__attribute__((visibility("default"))) void heddle_rt_connect(void** table, uint32_t count,
                                                              uint32_t version, const void* inside);

void heddle_rt_connect(void** table, uint32_t count, uint32_t version, const void* inside) {
  if (count != kCount || version != HEDDLE_HOOKS_VERSION) {
    abort();
  }
  table[k__tsan_func_entry] = (void*)entry;
  table[k__tsan_func_exit] = (void*)leave;
  table[k__tsan_read4] = (void*)read_at;
  table[k__tsan_write4] = (void*)write_at;
  table[k__tsan_read_write4] = (void*)write_at; /* clang's for +=, instead of both */
  table[k__tsan_volatile_read4] = (void*)volatile_at;
  table[k__tsan_volatile_write4] = (void*)volatile_at;
  table[k__tsan_atomic32_fetch_add] = (void*)fetch_add;
  table[k__tsan_atomic_thread_fence] = (void*)fence;
  ++told.modules;
  Dl_info info;
  if (dladdr(inside, &info) != 0) {
    const char* slash = strrchr(info.dli_fname, '/');
    strcat(strcat(modules, modules[0] == '\0' ? "" : ","),
           slash == NULL ? info.dli_fname : slash + 1);
  }
}

__attribute__((destructor)) static void report(void) {
  const char* path = getenv("LISTENER");
  FILE* file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) {
    abort();
  }
  fprintf(file, "{\"modules\": \"%s\", \"entries\": %ld, \"exits\": %ld, \"reads\": %ld, ", modules,
          told.entries, told.exits, told.reads);
  fprintf(file, "\"writes\": %ld, \"volatiles\": %ld, \"atomics\": %ld, \"fences\": %ld}\n",
          told.writes, told.volatiles, told.atomics, told.fences);
  fclose(file);
}
