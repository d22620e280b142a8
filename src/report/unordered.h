// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/access.h"
#include "trace/trace.h"

#include <string>

namespace heddle::report {

// Why nothing orders the two accesses of a race, as the steps show it.  That nothing does is
// taken as known; said is only what follows from that and from the steps.
[[nodiscard]] std::string why_unordered(const trace::Trace& trace, const event::Access& first,
                                        const event::Access& second);

}  // namespace heddle::report
