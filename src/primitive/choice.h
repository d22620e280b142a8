// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"

#include <algorithm>

// heddle_choose: one alternative for each value.
namespace heddle::primitive {

struct Choose : NeverWaits, OrdersNothing, HasNoTally, UsesItsObject, SaysNothingBefore {
  explicit constexpr Choose(event::OpKind /*kind*/) {}

  static Readiness readiness(const State& /*state*/, const Thread& thread, event::ThreadId /*id*/) {
    const int64_t values = thread.pending.argument;
    const int64_t numbered = std::clamp<int64_t>(values, 1, kMostAlternatives);
    return {static_cast<uint16_t>(numbered), false, values > numbered};
  }
  static Effect apply(State& /*state*/, const Turn& turn) {
    return {.result = static_cast<int32_t>(turn.alternative)};
  }

  static constexpr Telling telling() { return {.phrase = Phrase::chosen}; }

  static constexpr event::Use use(const Used& /*step*/) { return event::Use::none; }
  static constexpr Touching touching() { return Touching::more; }  // nothing

  static void simulate(const Past& past, Simulated& simulated) {
    simulated.outcomes = past.done ? Simulated::Outcomes::same : Simulated::Outcomes::first;
  }
};

}  // namespace heddle::primitive
