// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/trace.h"

namespace heddle::report {

// The execution with names that can be shown: all that comes from the program is escaped.
[[nodiscard]] trace::Trace shown(const trace::Trace& trace);

}  // namespace heddle::report
