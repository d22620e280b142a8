// SPDX-License-Identifier: Apache-2.0
#include "report/locks.h"

#include "primitive/telling.h"

#include <algorithm>
#include <utility>

namespace heddle::report {
namespace {

using primitive::LockUse;
using primitive::Telling;

// A wait that times out takes its mutex again like any other.
bool succeeds(const event::Event& step) {
  const bool done = step.result == 0 && !step.timed_out;
  const bool relocks = primitive::telling_of(step.kind).phrase == primitive::Phrase::relock;
  return step.misuse == event::Misuse::none && (done || relocks);
}

class Locks {
 public:
  void after(const event::Event& step, uint32_t number) {
    const Telling& telling = primitive::telling_of(step.kind);
    if (telling.lock == LockUse::nothing || !succeeds(step)) {
      return;
    }
    const event::ObjectId object = telling.of_mutex ? step.mutex : step.object;
    const auto known = std::ranges::find_if(held_, [&](const Held& held) {
      return held.object == object && held.thread == step.thread;
    });
    if (telling.lock == LockUse::leaves) {
      if (known != held_.end() && --known->times == 0) {
        held_.erase(known);
      }
    } else if (known != held_.end()) {
      ++known->times;
    } else {
      held_.push_back({object, step.thread, number, 1, telling.lock == LockUse::shares});
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
