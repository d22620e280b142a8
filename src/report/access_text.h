// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/terminal.h"
#include "trace/trace.h"

#include <string>

namespace heddle::report {

// The accesses that a finding is about: who did what where, and with which locks; and of a
// race, why nothing orders them.  Empty if there are none.
[[nodiscard]] std::string render_accesses(const trace::Trace& trace, const Style& style);

}  // namespace heddle::report
