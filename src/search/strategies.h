// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "explore/strategy.h"

#include <cstddef>
#include <new>

// How strategies are made; what is known of them without is in strategy_table.h.
namespace heddle::search {

// Room for any strategy, without a heap.
struct StrategySlot {
  alignas(16) std::byte bytes[8192];
  alignas(16) std::byte reduction[256];  // that stands before it

  template <typename T, typename... Arguments>
  T& put(Arguments&&... arguments) {
    static_assert(sizeof(T) <= sizeof bytes);
    return *new (bytes) T(arguments...);
  }
};

// The strategy that the arena's settings ask for, over the state that is there.
// It lives in `slot` and is never destroyed: its process ends with it.
explore::Strategy& attach_strategy(explore::Arena& arena, StrategySlot& slot);

// Only lays it over what is there, which may be damaged: all that is read decides whether it is
// begun.
explore::Strategy& lay_strategy(explore::Arena& arena, StrategySlot& slot);

}  // namespace heddle::search
