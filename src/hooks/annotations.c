/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of ThreadSanitizer's interface and of the older "dynamic annotations" that programs
 * call where the compiler says that it instruments for races, and that mean nothing to heddle:
 * without them such programs would not link.  Whoever brings their own has precedence.
 *
 * They take whatever they are given, and answer no, none or null.
 */
#include "hooks/native.h"

#define NOTHING(name)                                          \
  __attribute__((weak, visibility("hidden"))) long name(void); \
  long name(void) { return 0; }

NOTHING(__tsan_get_current_fiber)
NOTHING(__tsan_create_fiber)
NOTHING(__tsan_destroy_fiber)
NOTHING(__tsan_switch_to_fiber)
NOTHING(__tsan_set_fiber_name)
NOTHING(__tsan_flush_memory)
NOTHING(__tsan_external_register_tag)
NOTHING(__tsan_external_register_header)
NOTHING(__tsan_external_assign_tag)
NOTHING(__tsan_external_read)
NOTHING(__tsan_external_write)

NOTHING(AnnotateCondVarSignal)
NOTHING(AnnotateCondVarSignalAll)
NOTHING(AnnotateCondVarWait)
NOTHING(AnnotateEnableRaceDetection)
NOTHING(AnnotateExpectRace)
NOTHING(AnnotateFlushExpectedRaces)
NOTHING(AnnotateFlushState)
NOTHING(AnnotateMemoryIsInitialized)
NOTHING(AnnotateMemoryIsUninitialized)
NOTHING(AnnotateMutexIsNotPHB)
NOTHING(AnnotateMutexIsUsedAsCondVar)
NOTHING(AnnotateNewMemory)
NOTHING(AnnotateNoOp)
NOTHING(AnnotatePCQCreate)
NOTHING(AnnotatePCQDestroy)
NOTHING(AnnotatePCQGet)
NOTHING(AnnotatePCQPut)
NOTHING(AnnotatePublishMemoryRange)
NOTHING(AnnotateRWLockAcquired)
NOTHING(AnnotateRWLockCreate)
NOTHING(AnnotateRWLockCreateStatic)
NOTHING(AnnotateRWLockDestroy)
NOTHING(AnnotateRWLockReleased)
NOTHING(AnnotateThreadName)
NOTHING(AnnotateTraceMemory)
NOTHING(AnnotateUnpublishMemoryRange)
NOTHING(RunningOnValgrind)

__attribute__((weak, visibility("hidden"))) double ValgrindSlowdown(void);
double ValgrindSlowdown(void) { return 1.0; }
