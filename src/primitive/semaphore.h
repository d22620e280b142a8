// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"

#include <climits>

// Counting semaphores: `count` is the value.
namespace heddle::primitive {

struct Semaphore : UsesItsObject, HasNoTally {
  enum class Op : uint8_t { HEDDLE_SEMAPHORE_OPERATIONS(HEDDLE_AS_OP) };
  Op op;
  explicit constexpr Semaphore(event::OpKind kind) : op(static_cast<Op>(kind)) {}

  [[nodiscard]] constexpr bool may_block() const { return op == Op::sem_wait; }
  [[nodiscard]] bool is_waiting_at(const Thread& thread, event::ObjectId object) const {
    return may_block() && thread.pending.object == object;
  }

  [[nodiscard]] Readiness readiness(const State& state, const Thread& thread,
                                    event::ThreadId /*id*/) const {
    const event::Operation& operation = thread.pending;
    if (op != Op::sem_wait || state.object(operation.object).count > 0) {
      return kReady;
    }
    return operation.timed ? kReadyByTime : kBlocked;
  }

  [[nodiscard]] Effect apply(State& /*state*/, const Turn& turn) const {
    Object& semaphore = *turn.object;
    switch (op) {
      case Op::sem_post:
        if (semaphore.count == INT_MAX) {
          return {.result = EOVERFLOW};
        }
        ++semaphore.count;
        return {};
      case Op::sem_getvalue:
        return {.result = static_cast<int32_t>(semaphore.count)};
      case Op::sem_wait:
      case Op::sem_trywait:
        break;
    }
    if (semaphore.count > 0) {
      --semaphore.count;
      return {.value = semaphore.count};
    }
    return op == Op::sem_trywait ? Effect{.result = EAGAIN} : timed_out();
  }

  // Anybody could post.
  template <typename Each>
  static bool any_holder(const State& /*state*/, const Thread& /*thread*/, Each /*each*/) {
    return false;
  }

  static uint64_t value_before(const State& state, const event::Operation& operation) {
    return state.object(operation.object).count;
  }

  [[nodiscard]] constexpr Telling telling() const {
    return op == Op::sem_wait ? Telling{.awaits = Awaits::unit} : Telling{};
  }

  [[nodiscard]] constexpr event::Use use(const Used& step) const {
    switch (op) {
      case Op::sem_wait:
      case Op::sem_trywait:
        return changes_if(step.result == 0);
      case Op::sem_post:
        return step.result == 0 ? event::Use::adds : event::Use::reads;
      case Op::sem_getvalue:
        break;
    }
    return event::Use::reads;
  }

  [[nodiscard]] constexpr ClockEdge acquires(const event::Operation& operation,
                                             const Done& done) const {
    switch (op) {
      case Op::sem_wait:
      case Op::sem_trywait:
        return if_done(operation, done);
      case Op::sem_post:
      case Op::sem_getvalue:
        break;
    }
    return {};
  }
  [[nodiscard]] constexpr ClockEdge releases(const event::Operation& operation,
                                             const Done& done) const {
    switch (op) {
      case Op::sem_post:
        return if_done(operation, done);
      case Op::sem_wait:
      case Op::sem_trywait:
      case Op::sem_getvalue:
        break;
    }
    return {};
  }

  [[nodiscard]] Ready ready_without(const Past& past) const {
    switch (op) {
      case Op::sem_wait:
        return past.at_once_if(past.is_answered() || is_positive(past));
      case Op::sem_trywait:
      case Op::sem_post:
      case Op::sem_getvalue:
        break;
    }
    return Ready::yes;
  }

  void simulate(const Past& past, Simulated& simulated) const {
    switch (op) {
      case Op::sem_wait:
      case Op::sem_trywait:
        simulated.uses[0] = changes_if(is_positive(past));
        return;
      case Op::sem_post:
      case Op::sem_getvalue:
        simulated.uses[0] = past.touches[0].use;
    }
  }

 private:
  static constexpr ClockEdge if_done(const event::Operation& operation, const Done& done) {
    return done.result == 0 ? ClockEdge{.what = ClockEdge::What::object, .object = operation.object}
                            : ClockEdge{};
  }

  static int64_t posted_by(const event::Event& step) {
    if (step.result != 0) {
      return 0;
    }
    switch (Semaphore(step.kind).op) {
      case Op::sem_post:
        return 1;
      case Op::sem_getvalue:
        return 0;
      case Op::sem_wait:
      case Op::sem_trywait:
        break;
    }
    return -1;
  }

  // From what it had just before.
  static bool is_positive(const Past& past) {
    const auto value = static_cast<int64_t>(past.step.value);
    int64_t count = !past.done ? value : past.step.result == 0 ? value + 1 : 0;
    for (Past::User user = past.latest(past.touches[0]); user.is_there() && past.may_be_gone(user);
         user = past.before(user)) {
      if (past.is_gone(user)) {
        count -= posted_by(*user.step);
      }
    }
    return count > 0;
  }
};

}  // namespace heddle::primitive
