// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle::crosscheck {

// "a", "b2": who did a step and, unless it is the first, in which way.
[[nodiscard]] std::string letter_for(event::ThreadId thread, uint32_t alternative);

enum class End : uint8_t { done, deadlock, misuse, livelock, aborted, dropped };

// One execution, as both sides describe it.
struct Run {
  std::string word;  // who did each step, and in which way
  uint32_t preemptions = 0;
  End end = End::done;
  uint32_t most_yields = 0;  // of one thread
  std::string state;         // where it ended

  friend auto operator<=>(const Run&, const Run&) = default;
};

using Runs = std::vector<Run>;

[[nodiscard]] std::string to_string(const Run& run);

// In order, for comparison.
[[nodiscard]] Runs sorted(Runs runs);

// Those with at most so many preemptions.
[[nodiscard]] Runs within(const Runs& runs, uint32_t bound);

// Each end with the fewest preemptions with which there is a way to it; those that were cut short
// by the limit of steps are none.
using Cheapest = std::map<std::pair<End, std::string>, uint32_t>;
[[nodiscard]] Cheapest cheapest(const Runs& runs);

// Nothing, or a sentence for each end that is not found, or with more preemptions.
[[nodiscard]] std::string lost_or_dearer(const Cheapest& there, const Cheapest& found);

// Nothing, or a sentence that says what is in one and not in the other.
[[nodiscard]] std::string difference(const Runs& expected, const Runs& actual);

}  // namespace heddle::crosscheck
