// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/terminal.h"
#include "verdict/summary.h"

#include <string>

// What was run, in numbers and in words.
namespace heddle::report {

// "every schedule with at most 1 preemption"; if no bound is complete, this is said.
[[nodiscard]] std::string covered_words(const verdict::Summary& summary);

// "some schedules with 2 preemptions"
[[nodiscard]] std::string uncovered_words(const verdict::Summary& summary);

// Executions and time; unless there is a finding, which is of more interest, also
// executions by bound, threads and steps.
[[nodiscard]] std::string render_figures(const verdict::Summary& summary, const Style& style);

}  // namespace heddle::report
