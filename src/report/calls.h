// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/terminal.h"
#include "trace/trace.h"

#include <string>

namespace heddle::report {

// The calls of the user's own code in a stack, a line each, the innermost first; all of them if
// the style asks for all.
[[nodiscard]] std::string render_calls(const trace::Stack& stack, const Style& style);

}  // namespace heddle::report
