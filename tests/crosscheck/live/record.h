/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the player writes down of each execution, in a file that it maps before main.
 *
 * No reset puts memory back that was shared with others before the start, so the file has all
 * executions.  heddle sees none of this: record.c is compiled plainly, and the player touches
 * these bytes in no other way.  So the record orders nothing, and is nothing that threads share.
 */
#pragma once

#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum { kRecordOps = 80, kRecordNothing = -32768, kRecordRoom = 60000 };

/* How far an execution has come to its end. */
enum { kRecordRuns = 0, kRecordExits = 1, kRecordAborts = 2, kRecordDropped = 3 };

struct RecordedExecution {
  int16_t values[kRecordOps]; /* of each operation, or kRecordNothing */
  int16_t end;
  /* The threads, as bits, that have run the last exit handler, are about to call _exit, or have
     aborted.  All of them: which of two was there last is nothing that heddle sees. */
  int32_t by;
};

struct RecordFile {
  uint32_t executions; /* may be more than there is room for */
  struct RecordedExecution execution[kRecordRoom];
};

/* An execution begins; the thread that calls is thread 0. */
void record_begin(void);
/* Which thread the calling one is. */
void record_thread(int thread);
int record_self(void);
void record_value(int op, int value);
void record_end(int end);
/* A block has this address: returns the first block that had it.  And which address it has. */
int record_allocation(int block, void* address);
void* record_block(int block);

#if defined(__cplusplus)
}
#endif
