// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"

// pthread_once, call_once and the guards of static locals: one thread is inside,
// the others wait until it has finished or, by an exception, given up.
namespace heddle::primitive {

struct Once : UsesItsObject, SaysNothingBefore {
  enum class Op : uint8_t { HEDDLE_ONCE_OPERATIONS(HEDDLE_AS_OP) };
  Op op;
  explicit constexpr Once(event::OpKind kind) : op(static_cast<Op>(kind)) {}

  [[nodiscard]] constexpr bool may_block() const { return op == Op::once_enter; }
  // Flags are not destroyed.
  static bool is_waiting_at(const Thread& /*thread*/, event::ObjectId /*object*/) { return false; }

  [[nodiscard]] Readiness readiness(const State& state, const Thread& thread,
                                    event::ThreadId /*id*/) const {
    const bool inside = state.object(thread.pending.object).once == OnceState::inside;
    return op == Op::once_enter && inside ? kBlocked : kReady;
  }

  [[nodiscard]] Effect apply(State& /*state*/, const Turn& turn) const {
    Object& once = *turn.object;
    switch (op) {
      case Op::once_finish:
        once.once = turn.operation.argument != 0 ? OnceState::done : OnceState::fresh;
        once.owner = event::kNoThread;
        return {};
      case Op::once_enter:
        break;
    }
    if (once.once == OnceState::done) {
      return {.result = kAlreadyDone};
    }
    once.once = OnceState::inside;
    once.owner = turn.thread;
    return {};
  }

  template <typename Each>
  bool any_holder(const State& state, const Thread& thread, Each each) const {
    return may_block() && each(state.object(thread.pending.object).owner);
  }

  // What the flag is for is done in between.
  [[nodiscard]] constexpr Rest rest(int32_t result) const {
    return {op == Op::once_enter && result == 0, event::OpKind::once_finish};
  }

  [[nodiscard]] constexpr event::Use use(const Used& step) const {
    switch (op) {
      case Op::once_enter:  // not 0: done long ago
        return changes_if(step.result == 0);
      case Op::once_finish:
        break;
    }
    return event::Use::changes;
  }

  [[nodiscard]] constexpr Touching touching() const {
    return op == Op::once_finish ? Touching::more : Touching::object;
  }
  // Whether it is done, as those see it who look at the flag before they enter.
  void touch_more(const event::Event& step, Footprint& footprint) const {
    footprint.add(touch_of(step.object, use(used_by(step))));
    footprint.add(touch_of({event::ResourceKind::once, step.identity}, event::Use::changes));
  }

  [[nodiscard]] constexpr ClockEdge acquires(const event::Operation& operation,
                                             const Done& /*done*/) const {
    return op == Op::once_enter
               ? ClockEdge{.what = ClockEdge::What::object, .object = operation.object}
               : ClockEdge{};
  }
  [[nodiscard]] constexpr ClockEdge releases(const event::Operation& operation,
                                             const Done& /*done*/) const {
    return op == Op::once_finish
               ? ClockEdge{.what = ClockEdge::What::object, .object = operation.object}
               : ClockEdge{};
  }

  [[nodiscard]] Tally tally(const event::Event& step, const event::Event* /*before*/) const {
    const int32_t succeeds = step.result == 0 ? 1 : 0;
    return {.held = op == Op::once_enter ? succeeds : -succeeds};
  }

  [[nodiscard]] Ready ready_without(const Past& past) const {
    switch (op) {
      case Op::once_enter:
        return past.at_once_if(past.is_answered() || is_free_without(past, past.touches[0]));
      case Op::once_finish:
        break;
    }
    return Ready::yes;
  }

  void simulate(const Past& past, Simulated& simulated) const {
    switch (op) {
      case Op::once_enter:
        simulated.uses[0] = changes_if(!is_done(past));
        return;
      case Op::once_finish:
        simulated.uses[0] = past.touches[0].use;
    }
  }

 private:
  static bool is_done(const Past& past) {
    for (Past::User user = past.latest(past.touches[0]); user.is_there();
         user = past.before(user)) {
      if (user.step->kind == event::OpKind::once_finish && !past.is_gone(user)) {
        return true;
      }
    }
    return false;
  }
};

}  // namespace heddle::primitive
