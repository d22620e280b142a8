// SPDX-License-Identifier: Apache-2.0
#include "event/use.h"

#include "base/check.h"

#include <cerrno>

namespace heddle::event {
namespace {

constexpr Use changes_if(bool changes) { return changes ? Use::changes : Use::reads; }

constexpr bool has_lock(const Used& step) { return step.result == 0 || step.result == EOWNERDEAD; }

// A writer that arrives at a lock, or gives up waiting for it, matters to the readers that
// may not pass it.
constexpr Use use_by_writer(const Used& step) {
  return changes_if(step.result <= 0 || (step.timed_out && step.readers_meet));
}

constexpr Use use_by_reader(const Used& step) {
  if (step.result != 0) {
    return Use::reads;
  }
  return step.readers_meet ? Use::changes : Use::adds;
}

// `value` says that the lock was held for reading.
constexpr Use use_by_unlock(const Used& step) {
  return step.value == 1 ? use_by_reader(step) : Use::changes;
}

constexpr Use use_by(const Used& step) {
  switch (step.kind) {
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
      return changes_if(has_lock(step));
    case OpKind::mutex_unlock:
    case OpKind::spin_unlock:
    case OpKind::cond_wait:
    case OpKind::rwlock_trywrlock:
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::once_enter:  // not 0: done long ago
      return changes_if(step.result == 0);
    case OpKind::cond_wake:  // a signal has taken it from the waiters, or it leaves them now
      return changes_if(step.timed_out);
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:  // how many were woken
      return changes_if(step.value != 0);
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
      return use_by_reader(step);
    case OpKind::rwlock_wrlock:
      return use_by_writer(step);
    case OpKind::rwlock_unlock:
      return step.result == 0 ? use_by_unlock(step) : Use::reads;
    case OpKind::sem_post:
      return step.result == 0 ? Use::adds : Use::reads;
    case OpKind::sem_getvalue:
    case OpKind::barrier_leave:
      return Use::reads;
    case OpKind::barrier_arrive:
    case OpKind::once_finish:
      return Use::changes;
    case OpKind::futex_wait:  // not below 0: it does not fall asleep
      return changes_if(step.result < 0);
    case OpKind::futex_woken:  // it learns from all wakes before it, those that woke nobody too
      return Use::changes;
    case OpKind::futex_wake:  // how many were woken
    case OpKind::reuse:       // which freed block was taken, from 1
      return changes_if(step.result > 0);
    case OpKind::atomic_load:
    case OpKind::volatile_read:
    case OpKind::data_read:
      return Use::reads;
    case OpKind::atomic_cas:
      return changes_if(step.result != EAGAIN);
    case OpKind::atomic_store:
    case OpKind::atomic_rmw:
    case OpKind::volatile_write:
    case OpKind::data_write:
      return Use::changes;
    case OpKind::thread_create:
    case OpKind::thread_join:
    case OpKind::thread_tryjoin:
    case OpKind::thread_detach:
    case OpKind::thread_end:
    case OpKind::process_exit:
    case OpKind::quiesce:
    case OpKind::yield:
    case OpKind::sleep:
    case OpKind::choose:
    case OpKind::effect:  // the code after it does
    case OpKind::fence:
      return Use::none;
  }
  HEDDLE_CHECK(false, "every kind of operation should use its object in some way");
}

// What else than the result could decide it.
constexpr bool is_decided(OpKind kind) {
  for (const bool timed_out : {false, true}) {
    for (const bool readers_meet : {false, true}) {
      for (const uint64_t value : {uint64_t{0}, uint64_t{1}}) {
        const Used other{kind, 0, timed_out, value, readers_meet};
        if (use_by(other) != use_by({.kind = kind})) {
          return false;
        }
      }
    }
  }
  return true;
}

constexpr UsesByKind table_of_uses() {
  UsesByKind all{};
  for (size_t i = 0; i < kOpKinds; ++i) {
    const auto kind = static_cast<OpKind>(i);
    all.by_kind[i] = {is_decided(kind), use_by({.kind = kind})};
  }
  return all;
}

}  // namespace

constexpr UsesByKind kUsesIfZero = table_of_uses();

Use use_of_object_in_full(const Used& step) { return use_by(step); }

Use use_of_mutex(const Used& step) {
  switch (step.kind) {
    case OpKind::cond_wait:
      return changes_if(step.result == 0);
    case OpKind::cond_wake:
      return Use::changes;
    default:
      return Use::none;
  }
}

}  // namespace heddle::event
