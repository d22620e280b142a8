// SPDX-License-Identifier: Apache-2.0
// Compiled plainly: see record.h.
#include "record.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct RecordFile* file;
static struct RecordedExecution spare;
static struct RecordedExecution* now = &spare;
static __thread int self = -1;

enum { kBlocks = 8 };
static void* blocks[kBlocks];
static int first[kBlocks];

__attribute__((constructor)) static void map_file(void) {
  const char* const path = getenv("HEDDLE_LIVE_RECORD");
  const int descriptor = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (descriptor >= 0) {
    void* const there = mmap(0, sizeof *file, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    file = there == MAP_FAILED ? 0 : there;
    close(descriptor);
  }
}

// Runs after all exit handlers that the program has registered.
__attribute__((destructor)) static void at_end(void) { record_end(kRecordExits); }

void record_begin(void) {
  self = 0;
  const uint32_t number = file ? __atomic_fetch_add(&file->executions, 1, __ATOMIC_RELAXED) : 0;
  now = file && number < kRecordRoom ? &file->execution[number] : &spare;
  for (int i = 0; i < kRecordOps; ++i) {
    now->values[i] = kRecordNothing;
  }
  now->end = kRecordRuns;
  now->by = 0;
}

void record_thread(int thread) { self = thread; }

int record_self(void) { return self; }

void record_value(int op, int value) { now->values[op] = (int16_t)value; }

void record_end(int end) {
  now->end = (int16_t)end;
  now->by |= 1 << self;
}

int record_allocation(int block, void* address) {
  first[block] = block;
  for (int i = 0; i < kBlocks; ++i) {
    first[block] = i != block && blocks[i] == address ? first[i] : first[block];
  }
  blocks[block] = address;
  return first[block];
}

void* record_block(int block) { return blocks[block]; }
