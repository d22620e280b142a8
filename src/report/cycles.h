// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/trace.h"

#include <cstddef>
#include <vector>

// What an execution that does not end does over and over.
namespace heddle::report {

struct Cycle {
  std::vector<size_t> round;  // the steps of the first round of it, counted from 0
  size_t rounds = 0;          // whole ones, up to the last step
  bool exact = true;          // each round meets the same objects and values
  bool whole = true;          // between its steps there are no others
  bool yields = false;        // some step of the last round

  // Who takes part, in the order of the threads.
  [[nodiscard]] std::vector<event::ThreadId> threads(const trace::Trace& trace) const;
};

// The steps that repeat up to the end: one cycle of them all or, where the threads come in
// no fixed order, one for each thread.  None if only a small part of the execution repeats, or
// some thread that runs at the end does not repeat its steps.
//
// The period is the smallest that explains most of what any period does, so that a loop around a
// loop is not taken for the inner one.
[[nodiscard]] std::vector<Cycle> cycles_at_end(const trace::Trace& trace);

}  // namespace heddle::report
