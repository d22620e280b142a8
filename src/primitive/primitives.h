// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "primitive/barrier.h"
#include "primitive/choice.h"
#include "primitive/cond.h"
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
  using event::OpKind;
  switch (kind) {
#define X(name, word) case OpKind::name:
    HEDDLE_THREAD_OPERATIONS(X)
    return ask(Life(kind));
    HEDDLE_MUTEX_OPERATIONS(X)
    return ask(Mutex(kind));
    HEDDLE_COND_OPERATIONS(X)
    return ask(Condition(kind));
    HEDDLE_RWLOCK_OPERATIONS(X)
    return ask(ReadWriteLock(kind));
    HEDDLE_SPIN_OPERATIONS(X)
    return ask(SpinLock(kind));
    HEDDLE_SEMAPHORE_OPERATIONS(X)
    return ask(Semaphore(kind));
    HEDDLE_BARRIER_OPERATIONS(X)
    return ask(Barrier(kind));
    HEDDLE_ONCE_OPERATIONS(X)
    return ask(Once(kind));
    HEDDLE_FUTEX_OPERATIONS(X)
    return ask(Futex(kind));
    HEDDLE_PAUSE_OPERATIONS(X)
    return ask(Pause(kind));
    HEDDLE_CHOICE_OPERATIONS(X)
    return ask(Choose(kind));
    HEDDLE_OUTSIDE_OPERATIONS(X)
    return ask(Outside(kind));
    HEDDLE_REUSE_OPERATIONS(X)
    return ask(Reuse(kind));
    HEDDLE_MEMORY_OPERATIONS(X)
    return ask(Memory(kind));
#undef X
  }
  HEDDLE_CHECK(false, "every kind of operation should be one of a primitive");
}

}  // namespace heddle::primitive
