// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/terminal.h"
#include "trace/trace.h"
#include "verdict/summary.h"

#include <string>

namespace heddle::report {

// What `heddle run` says at its end.
[[nodiscard]] std::string render_run(const verdict::Summary& summary, const Style& style);

// One execution: what went wrong in it, the interleaving, and where each thread
// was at the end.
[[nodiscard]] std::string render_trace(const trace::Trace& trace, const Style& style);

}  // namespace heddle::report
