// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"

// Read-write locks, as glibc has them: readers share; a writer is alone; the
// writer that asks again is told EDEADLK; a reader that asks to write waits for
// all readers, itself included.
//
// Some locks let no reader past a writer that waits.  Whether it waits already or
// has yet to come makes a difference there, so on such a lock a writer arrives in a
// step of its own (kArrives) if it cannot have the lock at once.
namespace heddle::primitive {

struct ReadWriteLock : UsesItsObject, SaysNothingBefore {
  enum class Op : uint8_t { HEDDLE_RWLOCK_OPERATIONS(HEDDLE_AS_OP) };
  Op op;
  explicit constexpr ReadWriteLock(event::OpKind kind) : op(static_cast<Op>(kind)) {}

  [[nodiscard]] constexpr bool may_block() const {
    return op == Op::rwlock_rdlock || op == Op::rwlock_wrlock;
  }
  [[nodiscard]] bool is_waiting_at(const Thread& thread, event::ObjectId object) const {
    return may_block() && thread.pending.object == object;
  }

  [[nodiscard]] Readiness readiness(const State& state, const Thread& thread,
                                    event::ThreadId id) const {
    const event::Operation& operation = thread.pending;
    if (!may_block()) {
      return kReady;
    }
    const bool told_edeadlk = state.object(operation.object).owner == id;
    if (told_edeadlk || operation.argument == kArrives || available(state, operation)) {
      return kReady;
    }
    return operation.timed ? kReadyByTime : kBlocked;
  }

  [[nodiscard]] Effect apply(State& state, const Turn& turn) const {
    switch (op) {
      case Op::rwlock_rdlock:
      case Op::rwlock_tryrdlock:
      case Op::rwlock_wrlock:
      case Op::rwlock_trywrlock:
        return acquire(state, turn);
      case Op::rwlock_unlock:
        break;
    }
    return unlock(state, turn);
  }

  // A writer waits for all readers, a reader for the writers that it may not pass.
  template <typename Each>
  bool any_holder(const State& state, const Thread& thread, Each each) const {
    if (!may_block()) {
      return false;
    }
    const event::Operation& operation = thread.pending;
    const event::ThreadId writer = state.object(operation.object).owner;
    if (writer != event::kNoThread) {
      return each(writer);
    }
    if (op == Op::rwlock_wrlock) {
      for (const Hold& hold : state.holds()) {
        if (hold.object == operation.object && each(hold.thread)) {
          return true;
        }
      }
      return false;
    }
    for (size_t i = 0; i < state.thread_count(); ++i) {
      const auto other = static_cast<event::ThreadId>(i);
      if (waits_to_write(state.thread(other), operation.object) && each(other)) {
        return true;
      }
    }
    return false;
  }

  // A writer that has come waits.
  [[nodiscard]] constexpr Rest rest(int32_t result) const {
    return {op == Op::rwlock_wrlock && result == kAsleep, event::OpKind::rwlock_wrlock};
  }
  [[nodiscard]] constexpr Telling telling() const {
    switch (op) {
      case Op::rwlock_rdlock:
        return {.lock = LockUse::shares, .awaits = Awaits::a_part};
      case Op::rwlock_tryrdlock:
        return {.lock = LockUse::shares};
      case Op::rwlock_wrlock:
        return {.lock = LockUse::takes, .awaits = Awaits::all};
      case Op::rwlock_trywrlock:
        return {.lock = LockUse::takes};
      case Op::rwlock_unlock:
        break;
    }
    return {.lock = LockUse::leaves};
  }

  // A writer that arrives at a lock, or gives up waiting for it, matters to the readers that may
  // not pass it.
  [[nodiscard]] constexpr event::Use use(const Used& step) const {
    switch (op) {
      case Op::rwlock_rdlock:
      case Op::rwlock_tryrdlock:
        return use_by_reader(step);
      case Op::rwlock_wrlock:
        return changes_if(step.result <= 0 || (step.timed_out && step.readers_meet));
      case Op::rwlock_trywrlock:
        return changes_if(step.result == 0);
      case Op::rwlock_unlock:
        break;
    }
    if (step.result != 0) {
      return event::Use::reads;
    }
    return step.value == kWasRead ? use_by_reader(step) : event::Use::changes;
  }

  [[nodiscard]] constexpr ClockEdge acquires(const event::Operation& operation,
                                             const Done& done) const {
    if (done.result != 0) {
      return {};
    }
    switch (op) {
      case Op::rwlock_rdlock:
      case Op::rwlock_tryrdlock:
        return {.what = ClockEdge::What::object, .object = operation.object};
      case Op::rwlock_wrlock:
      case Op::rwlock_trywrlock:
        return {.what = ClockEdge::What::exclusive, .object = operation.object};
      case Op::rwlock_unlock:
        break;
    }
    return {};
  }
  [[nodiscard]] constexpr ClockEdge releases(const event::Operation& operation,
                                             const Done& done) const {
    switch (op) {
      case Op::rwlock_rdlock:
      case Op::rwlock_tryrdlock:
      case Op::rwlock_wrlock:
      case Op::rwlock_trywrlock:
        return {};
      case Op::rwlock_unlock:
        break;
    }
    return done.result == 0
               ? ClockEdge{.what = ClockEdge::What::shared_or_exclusive, .object = operation.object}
               : ClockEdge{};
  }

  [[nodiscard]] Tally tally(const event::Event& step, const event::Event* before) const {
    const int32_t succeeds = step.result == 0 ? 1 : 0;
    switch (op) {
      case Op::rwlock_rdlock:
      case Op::rwlock_tryrdlock:
        return {.readers = succeeds};
      case Op::rwlock_wrlock:
        return {.held = succeeds,
                .waiting = step.result == kAsleep   ? 1
                           : has_come(before, step) ? -1
                                                    : 0};
      case Op::rwlock_trywrlock:
        return {.held = succeeds};
      case Op::rwlock_unlock:
        break;
    }
    return step.value == kWasRead ? Tally{.readers = -succeeds} : Tally{.held = -succeeds};
  }

  [[nodiscard]] Ready ready_without(const Past& past) const {
    switch (op) {
      case Op::rwlock_rdlock:
        return past.at_once_if(past.is_answered() || is_free(past));
      case Op::rwlock_wrlock: {
        const bool comes = readers_meet(past.step) && !has_come(past.parent, past.step);
        return past.at_once_if(past.is_answered() || comes || is_free(past));
      }
      case Op::rwlock_tryrdlock:
      case Op::rwlock_trywrlock:
      case Op::rwlock_unlock:
        break;
    }
    return Ready::yes;
  }

  void simulate(const Past& past, Simulated& simulated) const {
    event::Use& use = simulated.uses[0];
    switch (op) {
      case Op::rwlock_rdlock:
      case Op::rwlock_tryrdlock:
        use = is_free(past) ? reader_changes(past.step) : event::Use::reads;
        return;
      case Op::rwlock_wrlock:
        use = changes_if(readers_meet(past.step) || is_free(past));
        return;
      case Op::rwlock_trywrlock:
        use = changes_if(is_free(past));
        return;
      case Op::rwlock_unlock:
        use = unlocks(past);
    }
  }

 private:
  static constexpr uint64_t kWasRead = 1;  // of an unlock: the lock was held for reading

  [[nodiscard]] constexpr bool reads() const {
    return op == Op::rwlock_rdlock || op == Op::rwlock_tryrdlock;
  }
  [[nodiscard]] constexpr bool tries() const {
    return op == Op::rwlock_tryrdlock || op == Op::rwlock_trywrlock;
  }

  static bool waits_to_write(const Thread& thread, event::ObjectId lock) {
    return thread.announced && thread.pending.kind == event::OpKind::rwlock_wrlock &&
           thread.pending.object == lock && thread.pending.argument != kArrives;
  }

  static bool writer_waits(const State& state, event::ObjectId lock) {
    for (const Thread& thread : state.threads()) {
      if (waits_to_write(thread, lock)) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool available(const State& state, const event::Operation& operation) const {
    const Object& lock = state.object(operation.object);
    if (lock.owner != event::kNoThread) {
      return false;
    }
    if (reads()) {
      return !(lock.prefers_writers && lock.count > 0 && writer_waits(state, operation.object));
    }
    return lock.count == 0;
  }

  [[nodiscard]] Effect acquire(State& state, const Turn& turn) const {
    const event::Operation& operation = turn.operation;
    Object& lock = *turn.object;
    if (available(state, operation)) {
      if (reads()) {
        ++lock.count;
      } else {
        lock.owner = turn.thread;
      }
      state.hold(operation.object, turn.thread, turn.step);
      return {};
    }
    if (tries()) {
      return {.result = EBUSY};
    }
    if (lock.owner == turn.thread) {
      return {.result = EDEADLK};
    }
    if (operation.argument == kArrives) {
      return {.result = kAsleep};
    }
    return timed_out();
  }

  static Effect unlock(State& state, const Turn& turn) {
    const event::ObjectId id = turn.operation.object;
    Object& lock = *turn.object;
    if (state.find_hold(id, turn.thread) == nullptr) {
      return {
          .result = EPERM, .misuse = event::Misuse::rwlock_unlock_not_held, .other = lock.owner};
    }
    state.release(id, turn.thread);
    if (lock.owner == turn.thread) {
      lock.owner = event::kNoThread;
      return {};
    }
    --lock.count;
    return {.value = kWasRead};
  }

  static constexpr event::Use use_by_reader(const Used& step) {
    if (step.result != 0) {
      return event::Use::reads;
    }
    return step.readers_meet ? event::Use::changes : event::Use::adds;
  }

  static bool readers_meet(const event::Event& step) {
    return (step.identity & event::kReadersMeet) != 0;
  }
  static event::Use reader_changes(const event::Event& step) {
    return readers_meet(step) ? event::Use::changes : event::Use::adds;
  }

  // On a lock that prefers writers, a writer comes before it waits: whether it had.
  static bool has_come(const event::Event* before, const event::Event& step) {
    return before != nullptr && before->kind == event::OpKind::rwlock_wrlock &&
           before->result == kAsleep && before->thread == step.thread;
  }

  [[nodiscard]] bool is_free(const Past& past) const {
    const Touch& lock = past.touches[0];
    if (past.done && past.step.result == 0 && past.tally(lock).held > 0) {
      return true;  // it is the thread's own
    }
    if (!past.done) {
      const Tally own = past.own_tally(lock);
      if (own.held > 0 || (own.readers > 0 && !reads())) {
        return past.could && !past.by_time;
      }
    }
    const Tally held = past.tally_without(lock);
    if (!reads()) {
      return held.held <= 0 && held.readers <= 0;
    }
    return held.held <= 0 && !(readers_meet(past.step) && held.readers > 0 && held.waiting > 0);
  }

  static event::Use unlocks(const Past& past) {
    const Touch& lock = past.touches[0];
    if (past.done) {
      return lock.use;
    }
    const Tally own = past.own_tally(lock);
    return own.readers <= 0 ? changes_if(own.held > 0) : reader_changes(past.step);
  }
};

}  // namespace heddle::primitive
