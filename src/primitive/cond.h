// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"
#include "primitive/queue.h"

// Condition variables.  A wait is two steps (Yang, Chen, Gopalakrishnan and Kirby,
// "Inspect", section 4.3): release the mutex and wait;
// then, once a signal has picked the thread or its time has run out, and the
// mutex is free, wake and take the mutex again.
//
// A timed waiter that has been signalled may still come back with ETIMEDOUT: its
// time can have run out just before the signal, while somebody held the mutex.
namespace heddle::primitive {

struct Condition : UsesItsObject {
  enum class Op : uint8_t { HEDDLE_COND_OPERATIONS(HEDDLE_AS_OP) };
  Op op;
  explicit constexpr Condition(event::OpKind kind) : op(static_cast<Op>(kind)) {}

  [[nodiscard]] constexpr bool may_block() const { return op == Op::cond_wake; }
  // It will want the mutex back.
  [[nodiscard]] bool is_waiting_at(const Thread& thread, event::ObjectId object) const {
    return may_block() && (thread.pending.mutex == object ||
                           (thread.pending.object == object && !thread.signalled));
  }
  // A waiter that was woken does not touch it again: it may be gone by then.
  [[nodiscard]] bool has_left_object(const Thread& thread, const Object& /*cond*/) const {
    return op == Op::cond_wake && thread.signalled;
  }
  [[nodiscard]] constexpr bool changes_who_waits() const {
    return op == Op::cond_signal || op == Op::cond_broadcast;
  }

  [[nodiscard]] Readiness readiness(const State& state, const Thread& thread,
                                    event::ThreadId id) const {
    switch (op) {
      case Op::cond_wake:
        return wake_readiness(state, thread, id);
      case Op::cond_signal: {
        const uint16_t count = waiters(state, thread.pending.object);
        return {count == 0 ? uint16_t{1} : count, false, false};
      }
      case Op::cond_wait:
      case Op::cond_broadcast:
        break;
    }
    return kReady;
  }

  [[nodiscard]] Effect apply(State& state, const Turn& turn) const {
    switch (op) {
      case Op::cond_wait:
        return wait(state, turn);
      case Op::cond_wake:
        return wake(state, turn);
      case Op::cond_signal:
        return signal(state, turn);
      case Op::cond_broadcast:
        break;
    }
    return broadcast(state, turn);
  }

  // Anybody could signal; who has been signalled wants the mutex.
  template <typename Each>
  bool any_holder(const State& state, const Thread& thread, Each each) const {
    return may_block() && thread.signalled && each(state.object(thread.pending.mutex).owner);
  }

  // The identity of the mutex.
  static uint64_t value_before(const State& state, const event::Operation& operation) {
    return operation.mutex == event::kNoObject ? 0 : state.object(operation.mutex).identity;
  }

  [[nodiscard]] constexpr Rest rest(int32_t result) const {
    return {op == Op::cond_wait && result == 0, event::OpKind::cond_wake};
  }
  [[nodiscard]] constexpr Telling telling() const {
    switch (op) {
      case Op::cond_wait:
        return {.phrase = Phrase::with_mutex, .lock = LockUse::leaves, .of_mutex = true};
      case Op::cond_wake:
        return {.phrase = Phrase::relock, .lock = LockUse::takes, .of_mutex = true};
      case Op::cond_signal:
      case Op::cond_broadcast:
        break;
    }
    return {};
  }

  [[nodiscard]] constexpr event::Use use(const Used& step) const {
    switch (op) {
      case Op::cond_wait:
        return changes_if(step.result == 0);
      case Op::cond_wake:  // a signal has taken it from the waiters, or it leaves them now
        return changes_if(step.timed_out);
      case Op::cond_signal:
      case Op::cond_broadcast:  // how many were woken
        break;
    }
    return changes_if(step.value != 0);
  }
  [[nodiscard]] constexpr event::Use use_of_mutex(const Used& step) const {
    switch (op) {
      case Op::cond_wait:
        return changes_if(step.result == 0);
      case Op::cond_wake:
        return event::Use::changes;
      case Op::cond_signal:
      case Op::cond_broadcast:
        break;
    }
    return event::Use::none;
  }

  [[nodiscard]] constexpr Touching touching() const {
    return op == Op::cond_wait || op == Op::cond_wake ? Touching::more : Touching::object;
  }
  void touch_more(const event::Event& step, Footprint& footprint) const {
    const Used used = used_by(step);
    footprint.add(touch_of(step.object, use(used)));
    footprint.add(touch_of(step.mutex, use_of_mutex(used)));
  }

  [[nodiscard]] constexpr ClockEdge acquires(const event::Operation& operation,
                                             const Done& /*done*/) const {
    return op == Op::cond_wake  // also when its time is out
               ? ClockEdge{.what = ClockEdge::What::object, .object = operation.mutex}
               : ClockEdge{};
  }
  [[nodiscard]] constexpr ClockEdge releases(const event::Operation& operation,
                                             const Done& done) const {
    return op == Op::cond_wait && done.result == 0
               ? ClockEdge{.what = ClockEdge::What::object, .object = operation.mutex}
               : ClockEdge{};
  }

  // Of the mutex and of the condition variable alike.
  [[nodiscard]] Tally tally(const event::Event& step, const event::Event* /*before*/) const {
    switch (op) {
      case Op::cond_wait:
        return step.result == 0 ? Tally{.held = -1, .waiting = 1} : Tally{};
      case Op::cond_wake:
        return {.held = 1, .waiting = step.timed_out && step.alternative == 0 ? -1 : 0};
      case Op::cond_signal:
      case Op::cond_broadcast:
        break;
    }
    return {.waiting = -static_cast<int32_t>(step.value)};
  }

  [[nodiscard]] Ready ready_without(const Past& past) const {
    switch (op) {
      case Op::cond_wake:
        if (!is_free_without(past, past.touches[1])) {
          return Ready::no;
        }
        return past.at_once_if(past.is_answered() || is_woken(past));
      case Op::cond_wait:
      case Op::cond_signal:
      case Op::cond_broadcast:
        break;
    }
    return Ready::yes;
  }

  void simulate(const Past& past, Simulated& simulated) const {
    const Touch& cond = past.touches[0];
    switch (op) {
      case Op::cond_wait:
        simulated.uses[0] =
            past.done ? cond.use : changes_if(past.own_tally(past.touches[1]).held > 0);
        simulated.uses[1] = simulated.uses[0];
        return;
      case Op::cond_wake: {
        const bool woken = is_woken(past);
        simulated.uses[0] = woken ? cond.use : event::Use::changes;
        simulated.outcomes =
            past.done && woken ? Simulated::Outcomes::same : Simulated::Outcomes::unknown;
        return;
      }
      case Op::cond_signal:
        simulated.outcomes = Simulated::Outcomes::unknown;
        [[fallthrough]];
      case Op::cond_broadcast:
        simulated.uses[0] = changes_if(past.tally_without(cond).waiting > 0);
    }
  }

 private:
  static constexpr uint32_t kTimeOutAfterSignal = 1;

  static bool waits_for(const Thread& thread, event::ObjectId cond) {
    return thread.announced && !thread.signalled &&
           thread.pending.kind == event::OpKind::cond_wake && thread.pending.object == cond;
  }

  static uint16_t waiters(const State& state, event::ObjectId cond) {
    uint16_t count = 0;
    for (const Thread& thread : state.threads()) {
      count = static_cast<uint16_t>(count + (waits_for(thread, cond) ? 1 : 0));
    }
    return count;
  }

  // The waiter that came `rank` places after the first.
  static event::ThreadId waiter_by_rank(const State& state, event::ObjectId cond, uint32_t rank) {
    const std::span<const Thread> threads = state.threads();
    for (size_t i = 0; i < threads.size(); ++i) {
      if (waits_for(threads[i], cond) && threads[i].place == rank + 1) {
        return static_cast<event::ThreadId>(i);
      }
    }
    return event::kNoThread;
  }

  static bool can_relock(const Object& mutex, event::ThreadId thread) {
    return mutex.owner == event::kNoThread ||
           (mutex.owner == thread && mutex.type == MutexType::recursive);
  }

  static Readiness wake_readiness(const State& state, const Thread& thread, event::ThreadId id) {
    if (!can_relock(state.object(thread.pending.mutex), id)) {
      return kBlocked;
    }
    if (thread.signalled) {
      return thread.pending.timed ? Readiness{2, false, false} : kReady;
    }
    return thread.pending.timed ? kReadyByTime : kBlocked;
  }

  static Effect wait(State& state, const Turn& turn) {
    Thread& thread = state.thread(turn.thread);
    const event::ObjectId mutex_id = thread.pending.mutex;
    Object& mutex = state.object(mutex_id);
    if (mutex.owner != turn.thread) {
      const bool answered = mutex.type != MutexType::normal;
      return {.result = EPERM,
              .misuse = answered ? event::Misuse::none : event::Misuse::wait_without_mutex,
              .value = mutex.identity};
    }
    state.release(mutex_id, turn.thread);
    if (--mutex.count == 0) {
      mutex.owner = event::kNoThread;
    }
    thread.signalled = false;
    join_queue(state, thread);
    return {.value = mutex.identity};
  }

  static Effect wake(State& state, const Turn& turn) {
    Thread& thread = state.thread(turn.thread);
    const event::ObjectId mutex_id = thread.pending.mutex;
    Effect effect;
    if (!thread.signalled || turn.alternative == kTimeOutAfterSignal) {
      effect = timed_out();
    }
    leave_queue(state, thread);
    thread.signalled = false;
    Object& mutex = state.object(mutex_id);
    if (mutex.owner == turn.thread) {
      ++mutex.count;
      state.hold(mutex_id, turn.thread, turn.step);
    } else {
      take_lock(state, mutex_id, mutex, turn);
    }
    effect.value = mutex.identity;
    return effect;
  }

  static Effect signal(State& state, const Turn& turn) {
    const event::ThreadId woken = waiter_by_rank(state, turn.operation.object, turn.alternative);
    if (woken != event::kNoThread) {
      state.thread(woken).signalled = true;
      leave_queue(state, state.thread(woken));
    }
    return {.other = woken, .value = woken != event::kNoThread ? uint64_t{1} : 0};
  }

  static Effect broadcast(State& state, const Turn& turn) {
    uint64_t woken = 0;
    for (size_t i = 0; i < state.thread_count(); ++i) {
      Thread& thread = state.thread(static_cast<event::ThreadId>(i));
      if (waits_for(thread, turn.operation.object)) {
        thread.signalled = true;
        thread.place = 0;  // as all of them leave
        ++woken;
      }
    }
    return {.value = woken};
  }

  // Whether the signal that let it be done is there.
  static bool is_woken(const Past& past) {
    const event::ThreadId thread = past.step.thread;
    Past::User waker;
    for (Past::User user = past.latest(past.touches[0]); user.is_there();
         user = past.before(user)) {
      const event::Event& step = *user.step;
      if ((step.kind == event::OpKind::cond_signal && step.other == thread) ||
          (step.kind == event::OpKind::cond_broadcast && step.value != 0)) {
        waker = user;
      }
      if (step.kind == event::OpKind::cond_wait && step.thread == thread) {
        break;
      }
    }
    return waker.is_there() ? !past.is_gone(waker) : past.done && !past.step.timed_out;
  }
};

}  // namespace heddle::primitive
