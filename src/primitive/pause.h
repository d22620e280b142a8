// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"

// Threads that let others go on, or time pass: yield and sleep.
namespace heddle::primitive {

struct Pause : NeverWaits,
               OrdersNothing,
               HasNoTally,
               UsesItsObject,
               SaysNothingBefore,
               ComesToTheSame {
  enum class Op : uint8_t { HEDDLE_PAUSE_OPERATIONS(HEDDLE_AS_OP) };
  Op op;
  explicit constexpr Pause(event::OpKind kind) : op(static_cast<Op>(kind)) {}

  [[nodiscard]] Readiness readiness(const State& /*state*/, const Thread& /*thread*/,
                                    event::ThreadId /*id*/) const {
    return op == Op::sleep ? kReadyByTime : kReady;
  }

  static Effect apply(State& /*state*/, const Turn& /*turn*/) { return {.yielded = true}; }

  [[nodiscard]] constexpr bool lets_time_pass() const { return op == Op::sleep; }

  static constexpr event::Use use(const Used& /*step*/) { return event::Use::none; }
  static constexpr Touching touching() { return Touching::more; }  // nothing

  [[nodiscard]] Ready ready_without(const Past& /*past*/) const {
    return op == Op::sleep ? Ready::by_time : Ready::yes;
  }
};

}  // namespace heddle::primitive
