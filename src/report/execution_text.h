// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/terminal.h"
#include "trace/trace.h"

#include <string>

// The parts of a report about one execution.
namespace heddle::report {

// "deadlock, with 1 preemption"
[[nodiscard]] std::string headline(const trace::Trace& trace);

// Where the threads were when the execution ended: those that failed or wait, with
// their calls, and those that were still under way.
[[nodiscard]] std::string render_end(const trace::Trace& trace, const Style& style);

// The message, the interleaving and the end, a blank line between.
[[nodiscard]] std::string render_execution(const trace::Trace& trace, const Style& style);

}  // namespace heddle::report
