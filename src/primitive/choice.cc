// SPDX-License-Identifier: Apache-2.0
// A value that the program leaves open, and the memory that a malloc returns: one alternative each.
#include "primitive/families.h"

#include <algorithm>

namespace heddle::primitive {

Readiness choice_readiness(const World& /*world*/, const Thread& thread, event::ThreadId /*id*/) {
  const int64_t values = thread.pending.argument;
  const int64_t numbered = std::clamp<int64_t>(values, 1, kMostAlternatives);
  return {static_cast<uint16_t>(numbered), false, values > numbered};
}

// Fresh memory, or one of the freed blocks.
Readiness reuse_readiness(const World& world, const Thread& thread, event::ThreadId /*id*/) {
  return {static_cast<uint16_t>(1 + world.object(thread.pending.object).count), false, false};
}

Effect choice_apply(World& /*world*/, const Turn& turn) {
  return {.result = static_cast<int32_t>(turn.alternative)};
}

}  // namespace heddle::primitive
