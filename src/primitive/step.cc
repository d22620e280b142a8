// SPDX-License-Identifier: Apache-2.0
#include "primitive/step.h"

namespace heddle::primitive {

using event::ThreadId;

Effect apply_other(State& state, const Turn& turn) {
  return ask_primitive(turn.operation.kind,
                       [&](const auto& primitive) { return primitive.apply(state, turn); });
}

Readiness readiness_of_other(const State& state, const Thread& thread, ThreadId id) {
  return ask_primitive(thread.pending.kind, [&](const auto& primitive) {
    return primitive.readiness(state, thread, id);
  });
}

}  // namespace heddle::primitive
