// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "primitive/barrier.h"
#include "primitive/choice.h"
#include "primitive/cond.h"
#include "primitive/descriptor.h"
#include "primitive/futex.h"
#include "primitive/memory.h"
#include "primitive/mutex.h"
#include "primitive/once.h"
#include "primitive/outside.h"
#include "primitive/pause.h"
#include "primitive/reuse.h"
#include "primitive/rwlock.h"
#include "primitive/semaphore.h"
#include "primitive/spin.h"
#include "primitive/thread.h"

namespace heddle::primitive {

// Asks the primitive that operations of this kind are of.  The one place that knows which: a kind
// without a primitive, and a primitive without an answer, do not compile.
template <typename Ask>
[[gnu::always_inline]] constexpr decltype(auto) ask_primitive(event::OpKind kind, Ask ask) {
  switch (kind) {
    HEDDLE_THREAD_OPERATIONS(HEDDLE_CASE)
    return ask(Life(kind));
    HEDDLE_MUTEX_OPERATIONS(HEDDLE_CASE)
    return ask(Mutex(kind));
    HEDDLE_COND_OPERATIONS(HEDDLE_CASE)
    return ask(Condition(kind));
    HEDDLE_RWLOCK_OPERATIONS(HEDDLE_CASE)
    return ask(ReadWriteLock(kind));
    HEDDLE_SPIN_OPERATIONS(HEDDLE_CASE)
    return ask(SpinLock(kind));
    HEDDLE_SEMAPHORE_OPERATIONS(HEDDLE_CASE)
    return ask(Semaphore(kind));
    HEDDLE_BARRIER_OPERATIONS(HEDDLE_CASE)
    return ask(Barrier(kind));
    HEDDLE_ONCE_OPERATIONS(HEDDLE_CASE)
    return ask(Once(kind));
    HEDDLE_FUTEX_OPERATIONS(HEDDLE_CASE)
    return ask(Futex(kind));
    HEDDLE_PAUSE_OPERATIONS(HEDDLE_CASE)
    return ask(Pause(kind));
    HEDDLE_CHOICE_OPERATIONS(HEDDLE_CASE)
    return ask(Choose(kind));
    HEDDLE_OUTSIDE_OPERATIONS(HEDDLE_CASE)
    return ask(Outside(kind));
    HEDDLE_REUSE_OPERATIONS(HEDDLE_CASE)
    return ask(Reuse(kind));
    HEDDLE_MEMORY_OPERATIONS(HEDDLE_CASE)
    return ask(Memory(kind));
    HEDDLE_DESCRIPTOR_OPERATIONS(HEDDLE_CASE)
    return ask(Descriptor(kind));
  }
  HEDDLE_CHECK(false, "every kind of operation should be one of a primitive");
}

}  // namespace heddle::primitive
