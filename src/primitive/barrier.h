// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/clocks.h"
#include "primitive/family.h"

#include <algorithm>

// Barriers: `count` threads arrive, then each of them leaves.  One of a round,
// the last to arrive, is told that it is the serial thread.
namespace heddle::primitive {

struct Barrier : UsesItsObject, HasNoTally {
  enum class Op : uint8_t { HEDDLE_BARRIER_OPERATIONS(HEDDLE_AS_OP) };
  Op op;
  explicit constexpr Barrier(event::OpKind kind) : op(static_cast<Op>(kind)) {}

  [[nodiscard]] constexpr bool may_block() const { return op == Op::barrier_leave; }
  static bool is_waiting_at(const Thread& /*thread*/, event::ObjectId /*object*/) {
    return false;
  }  // it has arrived

  [[nodiscard]] Readiness readiness(const State& /*state*/, const Thread& thread,
                                    event::ThreadId /*id*/) const {
    return op == Op::barrier_arrive || thread.signalled ? kReady : kBlocked;
  }

  // Who leaves when its round is over does not touch the barrier again: it may be gone by then.
  [[nodiscard]] bool has_left_object(const Thread& thread, const Object& /*barrier*/) const {
    return op == Op::barrier_leave && thread.signalled;
  }

  [[nodiscard]] Effect apply(State& state, const Turn& turn) const {
    Thread& thread = state.thread(turn.thread);
    Object& barrier = *turn.object;
    switch (op) {
      case Op::barrier_leave: {
        const bool serial = thread.serial;
        thread.serial = false;
        thread.signalled = false;
        return {.result = serial ? kSerialThread : 0};
      }
      case Op::barrier_arrive:
        break;
    }
    thread.serial = ++barrier.arrived == barrier.count;
    thread.signalled = thread.serial;
    if (thread.serial) {
      barrier.arrived = 0;
      end_round(state, turn.operation.object);
    }
    return {.value = thread.serial ? event::kEndsRound : 0};
  }

  // Leaving does not depend on those that arrive in the next round, so it takes over nothing of
  // their time, nor they of its, unless they end that round.
  void pass_time(ThreadClocks& thread, ObjectClocks& barrier, const Effect& effect) const {
    switch (op) {
      case Op::barrier_leave:
        thread.time = std::max(thread.time, barrier.added_time);
        barrier.read_time = std::max(barrier.read_time, thread.time);
        return;
      case Op::barrier_arrive:
        break;
    }
    thread.round = barrier.rounds;
    thread.time = std::max(thread.time, barrier.time);
    if (effect.value == event::kEndsRound) {
      ++barrier.rounds;
      thread.time = std::max(thread.time, barrier.read_time);
      barrier.added_time = thread.time;
    }
    barrier.time = thread.time;
  }

  // Any thread could arrive.
  template <typename Each>
  static bool any_holder(const State& /*state*/, const Thread& /*thread*/, Each /*each*/) {
    return false;
  }

  [[nodiscard]] uint64_t value_before(const State& state, const event::Operation& operation) const {
    const Object& barrier = state.object(operation.object);
    return op == Op::barrier_arrive && barrier.arrived + 1U == barrier.count ? event::kEndsRound
                                                                             : 0;
  }

  [[nodiscard]] constexpr Rest rest(int32_t /*result*/) const {
    return {op == Op::barrier_arrive, event::OpKind::barrier_leave};
  }

  [[nodiscard]] constexpr event::Use use(const Used& /*step*/) const {
    return op == Op::barrier_arrive ? event::Use::changes : event::Use::reads;
  }

  // Those who leave look only at whether their round is over, which is the work of the last to
  // arrive.
  static constexpr Touching touching() { return Touching::more; }
  void touch_more(const event::Event& step, Footprint& footprint) const {
    event::Use of_round = event::Use::reads;
    if (op == Op::barrier_arrive) {
      footprint.add(touch_of(step.object, event::Use::changes));
      of_round = step.value == event::kEndsRound ? event::Use::changes : event::Use::none;
    }
    Touch round = touch_of(step.object, of_round);
    round.what = Touch::What::round;
    footprint.add(round);
  }

  [[nodiscard]] constexpr ClockEdge acquires(const event::Operation& operation,
                                             const Done& done) const {
    return op == Op::barrier_leave ? of_round(operation, done) : ClockEdge{};
  }
  [[nodiscard]] constexpr ClockEdge releases(const event::Operation& operation,
                                             const Done& done) const {
    return op == Op::barrier_arrive ? of_round(operation, done) : ClockEdge{};
  }

  [[nodiscard]] Ready ready_without(const Past& past) const {
    switch (op) {
      case Op::barrier_leave:
        return past.at_once_if(past.is_answered() || is_let_go(past));
      case Op::barrier_arrive:
        break;
    }
    return Ready::yes;
  }

  void simulate(const Past& past, Simulated& simulated) const {
    simulated.uses[0] = past.touches[0].use;
    if (op == Op::barrier_arrive) {
      simulated.uses[1] = ends_round(past) ? event::Use::changes : event::Use::none;
    }
  }

 private:
  // Those that have arrived in it may leave, whatever rounds follow until they do.
  static void end_round(State& state, event::ObjectId barrier) {
    for (Thread& thread : state.threads()) {
      const bool has_arrived = thread.announced
                                   ? thread.pending.kind == event::OpKind::barrier_leave
                                   : thread.pending.kind == event::OpKind::barrier_arrive;
      thread.signalled = thread.signalled || (has_arrived && thread.pending.object == barrier);
    }
  }

  static constexpr ClockEdge of_round(const event::Operation& operation, const Done& done) {
    return {.what = ClockEdge::What::round, .object = operation.object, .number = done.round};
  }

  // Whether the last one to come in its round is there.  It came itself in the step before it.
  static bool is_let_go(const Past& past) {
    Past::User last;
    for (Past::User user = past.latest(past.touches[0]);
         user.is_there() && user.number >= past.parent_number; user = past.before(user)) {
      last = user.touch->use == event::Use::changes ? user : last;
    }
    return last.is_there() ? !past.is_gone(last) : past.done && !past.step.timed_out;
  }

  // Whether it is the last to arrive in its round.  Those that arrive depend on each other, so it
  // comes in place of the first that is gone.
  static bool ends_round(const Past& past) {
    const event::Event* first = &past.step;
    for (Past::User user = past.latest(past.touches[0]); user.is_there() && past.is_gone(user);
         user = past.before_gone(user)) {
      first = user.step;
    }
    return first->value == event::kEndsRound;
  }
};

}  // namespace heddle::primitive
