// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "order/uses.h"
#include "tool.h"
#include "words.h"

#include <string>

// What a trace is, by definition: executions that can be made into each other by swapping
// independent steps that stand next to each other.
namespace heddle::crosscheck {

// The first of all executions of a trace, if threads are tried in their order: equal for
// equal traces.
[[nodiscard]] std::string canonical_form(const EventLog& log, const order::Uses& uses);

// Nothing, or where swapping two steps that are said to be independent makes a difference.
[[nodiscard]] std::string wrong_swaps(const Program& program, const EventLog& log,
                                      const order::Uses& uses);

// Nothing, or where the clock of a thread is earlier than that of a step before it that it depends
// on.
[[nodiscard]] std::string wrong_clocks(const Program& program, EventLog log);

}  // namespace heddle::crosscheck
