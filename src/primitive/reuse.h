// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"

// A malloc: it gets fresh memory, or one of the freed blocks.
namespace heddle::primitive {

struct Reuse : NeverWaits, OrdersNothing, HasNoTally, UsesItsObject, SaysNothingBefore {
  explicit constexpr Reuse(event::OpKind /*kind*/) {}

  static Readiness readiness(const State& state, const Thread& thread, event::ThreadId /*id*/) {
    return {static_cast<uint16_t>(1 + state.object(thread.pending.object).count), false, false};
  }
  static Effect apply(State& /*state*/, const Turn& turn) {
    return {.result = static_cast<int32_t>(turn.alternative)};
  }

  static constexpr Telling telling() { return {.phrase = Phrase::block}; }

  static constexpr event::Use use(const Used& step) {
    return changes_if(step.result > 0);  // which freed block was taken, from 1
  }

  // The freed blocks of one size, as those name them who free one; who frees of many sizes names
  // all.
  static constexpr Touching touching() { return Touching::more; }
  static void touch_more(const event::Event& step, Footprint& footprint) {
    using event::ResourceKind;
    footprint.add(touch_of({ResourceKind::heap_block, step.identity}, use(used_by(step))));
    footprint.add(touch_of({ResourceKind::heap_block, event::kWholeKind}, event::Use::reads));
  }

  // Of other blocks to choose from, it may take one.
  static void simulate(const Past& /*past*/, Simulated& simulated) {
    simulated.uses[0] = event::Use::changes;
    simulated.outcomes = Simulated::Outcomes::unknown;
  }
};

}  // namespace heddle::primitive
