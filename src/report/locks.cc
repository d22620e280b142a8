// SPDX-License-Identifier: Apache-2.0
#include "report/locks.h"

#include <algorithm>
#include <utility>

namespace heddle::report {
namespace {

using event::OpKind;

// What a step does to a lock, if it comes out as it should.
enum class Doing { nothing, takes, shares, leaves };

Doing doing_of(OpKind kind) {
  switch (kind) {
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::cond_wake:
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
      return Doing::takes;
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
      return Doing::shares;
    case OpKind::mutex_unlock:
    case OpKind::cond_wait:
    case OpKind::rwlock_unlock:
    case OpKind::spin_unlock:
      return Doing::leaves;
      HEDDLE_THREAD_OPERATIONS(HEDDLE_CASE)
      HEDDLE_SEMAPHORE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_BARRIER_OPERATIONS(HEDDLE_CASE)
      HEDDLE_ONCE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_FUTEX_OPERATIONS(HEDDLE_CASE)
      HEDDLE_PAUSE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_CHOICE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_OUTSIDE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_REUSE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_DESCRIPTOR_OPERATIONS(HEDDLE_CASE)
      HEDDLE_MEMORY_OPERATIONS(HEDDLE_CASE)
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
      break;
  }
  return Doing::nothing;
}

// A wait that times out takes its mutex again like any other.
bool succeeds(const event::Event& step) {
  const bool done = step.result == 0 && !step.timed_out;
  return step.misuse == event::Misuse::none && (done || step.kind == OpKind::cond_wake);
}

bool is_of_mutex(OpKind kind) { return kind == OpKind::cond_wait || kind == OpKind::cond_wake; }

class Locks {
 public:
  void after(const event::Event& step, uint32_t number) {
    const Doing doing = succeeds(step) ? doing_of(step.kind) : Doing::nothing;
    if (doing == Doing::nothing) {
      return;
    }
    const event::ObjectId object = is_of_mutex(step.kind) ? step.mutex : step.object;
    const auto known = std::ranges::find_if(held_, [&](const Held& held) {
      return held.object == object && held.thread == step.thread;
    });
    if (doing == Doing::leaves) {
      if (known != held_.end() && --known->times == 0) {
        held_.erase(known);
      }
    } else if (known != held_.end()) {
      ++known->times;
    } else {
      held_.push_back({object, step.thread, number, 1, doing == Doing::shares});
    }
  }

  [[nodiscard]] bool is_free(event::ObjectId lock, bool for_reading) const {
    return std::ranges::none_of(held_, [&](const Held& held) {
      return held.object == lock && !(for_reading && held.shared);
    });
  }

  std::vector<Held> take() { return std::move(held_); }

 private:
  std::vector<Held> held_;
};

}  // namespace

std::vector<Held> locks_after(const trace::Trace& trace, size_t steps) {
  Locks locks;
  for (size_t i = 0; i < std::min(steps, trace.steps.size()); ++i) {
    locks.after(trace.steps[i], static_cast<uint32_t>(i + 1));
  }
  return locks.take();
}

std::vector<Held> locks_of(const trace::Trace& trace, event::ThreadId thread, size_t steps) {
  std::vector<Held> locks = locks_after(trace, steps);
  std::erase_if(locks, [&](const Held& held) { return held.thread != thread; });
  return locks;
}

bool is_free_at_times(const trace::Trace& trace, event::ObjectId lock, size_t steps,
                      bool for_reading) {
  Locks locks;
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    if (i >= steps && locks.is_free(lock, for_reading)) {
      return true;
    }
    locks.after(trace.steps[i], static_cast<uint32_t>(i + 1));
  }
  return locks.is_free(lock, for_reading);
}

}  // namespace heddle::report
