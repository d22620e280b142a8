// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/cycles.h"
#include "report/terminal.h"
#include "trace/trace.h"

#include <cstddef>
#include <vector>

// Which steps of a long execution a reader is shown.
namespace heddle::report {

// Part of an interleaving: a step, or steps that are left out.
struct Row {
  enum class Kind {
    step,
    loop,  // they repeat the `period` steps before them
    gap,   // there are too many
  };
  Kind kind = Kind::step;
  size_t first = 0;  // counted from 0
  size_t count = 1;
  size_t period = 0;
  bool exact = true;  // they do not just look alike
};

// All steps, in their order.  Of a loop only the first round is shown, unless every round is
// asked for; and, if still more than some 200 rows are left and not all are asked for, only those
// near to both ends, to a preemption, to the taking of a lock that is waited for at the end, or to
// an access that the finding is about.
//
//   endless: the cycle in which the execution ends, or null
[[nodiscard]] std::vector<Row> rows_to_show(const trace::Trace& trace, const Style& style,
                                            const Cycle* endless = nullptr);

}  // namespace heddle::report
