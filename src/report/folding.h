// SPDX-License-Identifier: Apache-2.0
#pragma once

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
};

// All steps, in their order.  Of a loop only the first round is shown and, if still
// more than some 200 rows are left, only those near to both ends, to a preemption
// to the taking of a lock that is waited for at the end, or to an access that the finding
// is about.
[[nodiscard]] std::vector<Row> rows_to_show(const trace::Trace& trace, bool all);

}  // namespace heddle::report
