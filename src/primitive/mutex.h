// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"

// Mutexes: normal, recursive and error-checking.  POSIX.1-2017, pthread_mutex_lock, table
// "Mutex behavior".
namespace heddle::primitive {

struct Mutex : UsesItsObject, SaysNothingBefore {
  enum class Op : uint8_t { HEDDLE_MUTEX_OPERATIONS(HEDDLE_AS_OP) };
  Op op;
  explicit constexpr Mutex(event::OpKind kind) : op(static_cast<Op>(kind)) {}

  // Whether asking again for a mutex that the thread holds is answered at once: by
  // counting, or with EDEADLK.  A normal one blocks for good.
  static bool answers_owner(const Object& mutex) { return mutex.type != MutexType::normal; }

  [[nodiscard]] Readiness readiness(const State& state, const Thread& thread,
                                    event::ThreadId id) const {
    const event::Operation& operation = thread.pending;
    const Object& mutex = state.object(operation.object);
    if (op != Op::mutex_lock || mutex.owner == event::kNoThread) {
      return kReady;
    }
    if (mutex.owner == id && answers_owner(mutex)) {
      return kReady;
    }
    return operation.timed ? kReadyByTime : kBlocked;
  }

  [[nodiscard]] Effect apply(State& state, const Turn& turn) const {
    switch (op) {
      case Op::mutex_lock:
        return lock(state, turn);
      case Op::mutex_trylock:
        return try_lock(state, turn);
      case Op::mutex_unlock:
        break;
    }
    return unlock(state, turn);
  }

  template <typename Each>
  bool any_holder(const State& state, const Thread& thread, Each each) const {
    return may_block() && each(state.object(thread.pending.object).owner);
  }
  [[nodiscard]] constexpr bool may_block() const { return op == Op::mutex_lock; }
  [[nodiscard]] bool is_waiting_at(const Thread& thread, event::ObjectId object) const {
    return may_block() && thread.pending.object == object;
  }

  [[nodiscard]] constexpr Telling telling() const {
    switch (op) {
      case Op::mutex_lock:
        return {.lock = LockUse::takes, .awaits = Awaits::lock};
      case Op::mutex_trylock:
        return {.lock = LockUse::takes};
      case Op::mutex_unlock:
        break;
    }
    return {.lock = LockUse::leaves};
  }

  [[nodiscard]] constexpr event::Use use(const Used& step) const {
    switch (op) {
      case Op::mutex_lock:
      case Op::mutex_trylock:
        return changes_if(has_lock(step.result));
      case Op::mutex_unlock:
        break;
    }
    return changes_if(step.result == 0);
  }

  [[nodiscard]] constexpr ClockEdge acquires(const event::Operation& operation,
                                             const Done& done) const {
    switch (op) {
      case Op::mutex_lock:
      case Op::mutex_trylock:
        return acquired_with(operation, done);
      case Op::mutex_unlock:
        break;
    }
    return {};
  }
  [[nodiscard]] constexpr ClockEdge releases(const event::Operation& operation,
                                             const Done& done) const {
    switch (op) {
      case Op::mutex_lock:
      case Op::mutex_trylock:
        return {};
      case Op::mutex_unlock:
        break;
    }
    return released_with(operation, done);
  }

  [[nodiscard]] Tally tally(const event::Event& step, const event::Event* /*before*/) const {
    switch (op) {
      case Op::mutex_lock:
      case Op::mutex_trylock:
        return {.held = has_lock(step.result) ? 1 : 0};
      case Op::mutex_unlock:
        break;
    }
    return {.held = step.result == 0 ? -1 : 0};
  }

  [[nodiscard]] Ready ready_without(const Past& past) const {
    switch (op) {
      case Op::mutex_lock:
        return past.at_once_if(past.is_answered() || is_free_without(past, past.touches[0]));
      case Op::mutex_trylock:
      case Op::mutex_unlock:
        break;
    }
    return Ready::yes;
  }

  void simulate(const Past& past, Simulated& simulated) const {
    switch (op) {
      case Op::mutex_lock:
      case Op::mutex_trylock:
        simulated.uses[0] = changes_if(is_free_without(past, past.touches[0]));
        return;
      case Op::mutex_unlock:
        simulated.uses[0] = unlocks_without(past);
    }
  }

  // What spin locks share with mutexes.
  static constexpr ClockEdge acquired_with(const event::Operation& operation, const Done& done) {
    return has_lock(done.result)
               ? ClockEdge{.what = ClockEdge::What::object, .object = operation.object}
               : ClockEdge{};
  }
  static constexpr ClockEdge released_with(const event::Operation& operation, const Done& done) {
    return done.result == 0 ? ClockEdge{.what = ClockEdge::What::object, .object = operation.object}
                            : ClockEdge{};
  }
  static event::Use unlocks_without(const Past& past) {
    const Touch& lock = past.touches[0];
    return past.done ? lock.use : changes_if(past.own_tally(lock).held > 0);
  }

 private:
  static bool take(State& state, const Turn& turn) {
    const event::ObjectId id = turn.operation.object;
    Object& mutex = *turn.object;
    if (mutex.owner == event::kNoThread) {
      take_lock(state, id, mutex, turn);
      return true;
    }
    if (mutex.owner == turn.thread && mutex.type == MutexType::recursive) {
      ++mutex.count;
      state.hold(id, turn.thread, turn.step);
      return true;
    }
    return false;
  }

  static Effect lock(State& state, const Turn& turn) {
    if (take(state, turn)) {
      return {};
    }
    if (turn.object->owner == turn.thread && turn.object->type == MutexType::errorcheck) {
      return {.result = EDEADLK};
    }
    return timed_out();
  }

  static Effect try_lock(State& state, const Turn& turn) {
    return take(state, turn) ? Effect{} : Effect{.result = EBUSY};
  }

  static Effect unlock(State& state, const Turn& turn) {
    Object& mutex = *turn.object;
    if (mutex.owner != turn.thread) {
      if (answers_owner(mutex)) {
        return {.result = EPERM};
      }
      return {.result = EPERM,
              .misuse = mutex.owner == event::kNoThread ? event::Misuse::unlock_not_locked
                                                        : event::Misuse::unlock_not_owner,
              .other = mutex.owner};
    }
    state.release(turn.operation.object, turn.thread);
    if (--mutex.count == 0) {
      mutex.owner = event::kNoThread;
    }
    return {};
  }
};

}  // namespace heddle::primitive
