// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/mutex.h"

// Spin locks: a mutex without types.  A thread that spins on a lock that is held
// is blocked, not running in circles.
namespace heddle::primitive {

struct SpinLock : UsesItsObject, SaysNothingBefore {
  enum class Op : uint8_t { HEDDLE_SPIN_OPERATIONS(HEDDLE_AS_OP) };
  Op op;
  explicit constexpr SpinLock(event::OpKind kind) : op(static_cast<Op>(kind)) {}

  [[nodiscard]] Readiness readiness(const State& state, const Thread& thread,
                                    event::ThreadId /*id*/) const {
    const bool held = state.object(thread.pending.object).owner != event::kNoThread;
    return op == Op::spin_lock && held ? kBlocked : kReady;
  }

  [[nodiscard]] Effect apply(State& state, const Turn& turn) const {
    switch (op) {
      case Op::spin_lock:
      case Op::spin_trylock:
        return lock(state, turn);
      case Op::spin_unlock:
        break;
    }
    return unlock(state, turn);
  }

  template <typename Each>
  bool any_holder(const State& state, const Thread& thread, Each each) const {
    return may_block() && each(state.object(thread.pending.object).owner);
  }
  [[nodiscard]] constexpr bool may_block() const { return op == Op::spin_lock; }
  [[nodiscard]] bool is_waiting_at(const Thread& thread, event::ObjectId object) const {
    return may_block() && thread.pending.object == object;
  }

  [[nodiscard]] constexpr Telling telling() const {
    switch (op) {
      case Op::spin_lock:
        return {.lock = LockUse::takes, .awaits = Awaits::lock};
      case Op::spin_trylock:
        return {.lock = LockUse::takes};
      case Op::spin_unlock:
        break;
    }
    return {.lock = LockUse::leaves};
  }

  [[nodiscard]] constexpr event::Use use(const Used& step) const {
    switch (op) {
      case Op::spin_lock:
      case Op::spin_trylock:
        return changes_if(has_lock(step.result));
      case Op::spin_unlock:
        break;
    }
    return changes_if(step.result == 0);
  }

  [[nodiscard]] constexpr ClockEdge acquires(const event::Operation& operation,
                                             const Done& done) const {
    switch (op) {
      case Op::spin_lock:
      case Op::spin_trylock:
        return Mutex::acquired_with(operation, done);
      case Op::spin_unlock:
        break;
    }
    return {};
  }
  [[nodiscard]] constexpr ClockEdge releases(const event::Operation& operation,
                                             const Done& done) const {
    switch (op) {
      case Op::spin_lock:
      case Op::spin_trylock:
        return {};
      case Op::spin_unlock:
        break;
    }
    return Mutex::released_with(operation, done);
  }

  [[nodiscard]] Tally tally(const event::Event& step, const event::Event* /*before*/) const {
    switch (op) {
      case Op::spin_lock:
      case Op::spin_trylock:
        return {.held = has_lock(step.result) ? 1 : 0};
      case Op::spin_unlock:
        break;
    }
    return {.held = step.result == 0 ? -1 : 0};
  }

  [[nodiscard]] Ready ready_without(const Past& past) const {
    switch (op) {
      case Op::spin_lock:
        return past.at_once_if(past.is_answered() || is_free_without(past, past.touches[0]));
      case Op::spin_trylock:
      case Op::spin_unlock:
        break;
    }
    return Ready::yes;
  }

  void simulate(const Past& past, Simulated& simulated) const {
    switch (op) {
      case Op::spin_lock:  // which it has then
        simulated.uses[0] = past.touches[0].use;
        return;
      case Op::spin_trylock:
        simulated.uses[0] = changes_if(is_free_without(past, past.touches[0]));
        return;
      case Op::spin_unlock:
        simulated.uses[0] = Mutex::unlocks_without(past);
    }
  }

 private:
  static Effect lock(State& state, const Turn& turn) {
    if (turn.object->owner != event::kNoThread) {
      return {.result = EBUSY};
    }
    take_lock(state, turn.operation.object, *turn.object, turn);
    return {};
  }

  static Effect unlock(State& state, const Turn& turn) {
    Object& lock = *turn.object;
    if (lock.owner != turn.thread) {
      return {.result = EPERM, .misuse = event::Misuse::spin_unlock_not_held, .other = lock.owner};
    }
    state.release(turn.operation.object, turn.thread);
    lock.owner = event::kNoThread;
    lock.count = 0;
    return {};
  }
};

}  // namespace heddle::primitive
