// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/own_world.h"
#include "primitive/telling.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace heddle::primitive::testing {

// Generated programs for tests of states: threads that come to any operation on objects of two
// kinds, the second half of those that are two steps included.
class RandomWalk {
 public:
  static constexpr uint32_t kThreads = 3;

  explicit RandomWalk(uint64_t seed) : random_(seed) {
    const event::ObjectKind about[] = {kObjects[below(kObjects.size())],
                                       kObjects[below(kObjects.size())]};
    for (size_t i = 0; i < event::kOpKinds; ++i) {
      const auto kind = static_cast<event::OpKind>(i);
      const event::ObjectId object = object_of(kind);
      const bool wanted = object == event::kNoObject
                              ? below(8) == 0
                              : std::ranges::count(about, kObjects[event::index(object)]) != 0;
      if (wanted) {
        kinds_.push_back(kind);
      }
    }
    kinds_.push_back(event::OpKind::mutex_lock);  // for waits on a condition
    kinds_.push_back(event::OpKind::mutex_unlock);
  }

  // Threads and objects: for each kind of object that an operation may be for, two.
  template <typename T>
  static void populate(T& state) {
    for (uint32_t i = 0; i < kThreads; ++i) {
      state.add_thread(event::kNoThread, false);
    }
    for (size_t i = 0; i < kObjects.size(); ++i) {
      Object object{.kind = kObjects[i]};
      const bool second = i % 2 != 0;
      object.type = second ? MutexType::recursive : MutexType::normal;
      object.prefers_writers = object.kind == event::ObjectKind::rwlock && second;
      object.count = object.kind == event::ObjectKind::barrier     ? 2
                     : object.kind == event::ObjectKind::semaphore ? static_cast<uint32_t>(i % 2)
                                                                   : 0;
      state.add_object(object);
    }
  }

  // What a thread does after its last operation, which `effect` came of: the second half of it, or
  // something of what this walk is about.
  event::Operation next(const Thread& thread, const Effect& effect) {
    const Rest rest = rest_of(thread.pending.kind, effect.result);
    const bool goes_on = rest.is_there && rest.kind != event::OpKind::once_finish;
    if (!goes_on || effect.misuse != event::Misuse::none) {
      return any();
    }
    event::Operation next = thread.pending;
    next.kind = rest.kind;
    next.argument = 0;
    return next;
  }

  event::Operation any() {
    using event::OpKind;
    const OpKind kind = kinds_[below(kinds_.size())];
    event::Operation operation{.kind = kind, .timed = below(4) == 0, .bytes = 4};
    operation.object = object_of(kind);
    operation.deadline = static_cast<int64_t>(random_() % 1000);
    if (operation.object == event::kNoObject) {
      operation.thread = static_cast<event::ThreadId>(below(kThreads));
    }
    if (kind == OpKind::cond_wait || kind == OpKind::cond_wake) {
      operation.kind = OpKind::cond_wait;
      operation.mutex = static_cast<event::ObjectId>(below(2));
    }
    operation.kind =
        kind == OpKind::barrier_leave ? OpKind::barrier_arrive
        : kind == OpKind::futex_woken ? OpKind::futex_wait
        : kind == OpKind::quiesce || kind == OpKind::process_exit || kind == OpKind::thread_create
            ? OpKind::yield
            : operation.kind;
    operation.argument = kind == OpKind::rwlock_wrlock ? kArrives : static_cast<int64_t>(below(3));
    return operation;
  }

  // A thread that can go on, and in which way; whether there is one.
  bool choose(const State& state, event::ThreadId& thread, uint32_t& alternative) {
    std::vector<event::ThreadId> ready;
    for (size_t i = 0; i < state.thread_count(); ++i) {
      const auto id = static_cast<event::ThreadId>(i);
      if (state.readiness(id).alternatives > 0) {
        ready.push_back(id);
      }
    }
    if (ready.empty()) {
      return false;
    }
    thread = ready[below(ready.size())];
    alternative = static_cast<uint32_t>(below(state.readiness(thread).alternatives));
    return true;
  }

  uint64_t below(uint64_t limit) { return random_() % limit; }

  template <typename Id>
  std::vector<Id> permutation(size_t size) {
    std::vector<Id> all;
    for (size_t i = 0; i < size; ++i) {
      all.push_back(static_cast<Id>(i));
    }
    std::shuffle(all.begin(), all.end(), random_);
    return all;
  }

 private:
  static constexpr std::array kObjects = {
      event::ObjectKind::mutex,     event::ObjectKind::mutex,   event::ObjectKind::cond,
      event::ObjectKind::cond,      event::ObjectKind::rwlock,  event::ObjectKind::rwlock,
      event::ObjectKind::spin,      event::ObjectKind::spin,    event::ObjectKind::semaphore,
      event::ObjectKind::semaphore, event::ObjectKind::barrier, event::ObjectKind::barrier,
      event::ObjectKind::once,      event::ObjectKind::once,    event::ObjectKind::futex,
      event::ObjectKind::futex,     event::ObjectKind::memory,  event::ObjectKind::memory,
      event::ObjectKind::heap,      event::ObjectKind::heap};

  // One of the two; no object for what needs none.
  event::ObjectId object_of(event::OpKind kind) {
    using event::ObjectKind;
    const auto one_of = [&](ObjectKind wanted) {
      const auto* first = std::find(kObjects.begin(), kObjects.end(), wanted);
      return static_cast<event::ObjectId>(static_cast<uint64_t>(first - kObjects.begin()) +
                                          below(2));
    };
    switch (kind) {
      HEDDLE_MUTEX_OPERATIONS(HEDDLE_CASE)
      return one_of(ObjectKind::mutex);
      HEDDLE_COND_OPERATIONS(HEDDLE_CASE)
      return one_of(ObjectKind::cond);
      HEDDLE_RWLOCK_OPERATIONS(HEDDLE_CASE)
      return one_of(ObjectKind::rwlock);
      HEDDLE_SPIN_OPERATIONS(HEDDLE_CASE)
      return one_of(ObjectKind::spin);
      HEDDLE_SEMAPHORE_OPERATIONS(HEDDLE_CASE)
      return one_of(ObjectKind::semaphore);
      HEDDLE_BARRIER_OPERATIONS(HEDDLE_CASE)
      return one_of(ObjectKind::barrier);
      HEDDLE_ONCE_OPERATIONS(HEDDLE_CASE)
      return one_of(ObjectKind::once);
      HEDDLE_FUTEX_OPERATIONS(HEDDLE_CASE)
      return one_of(ObjectKind::futex);
      HEDDLE_MEMORY_OPERATIONS(HEDDLE_CASE)
      return one_of(ObjectKind::memory);
      HEDDLE_REUSE_OPERATIONS(HEDDLE_CASE)
      return one_of(ObjectKind::heap);
      HEDDLE_THREAD_OPERATIONS(HEDDLE_CASE)
      HEDDLE_PAUSE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_CHOICE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_OUTSIDE_OPERATIONS(HEDDLE_CASE)
      HEDDLE_DESCRIPTOR_OPERATIONS(HEDDLE_CASE)
      break;
    }
    return event::kNoObject;
  }

  std::mt19937_64 random_;
  std::vector<event::OpKind> kinds_;
};

}  // namespace heddle::primitive::testing
