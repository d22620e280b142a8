// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verdict/summary.h"

#include <string>

namespace heddle::report {

// The report of `heddle run --json`: one JSON object.  Its keys
// are an interface, described in docs/reference/json-report.md; figures that were
// not measured are null.
[[nodiscard]] std::string to_json(const verdict::Summary& summary);

}  // namespace heddle::report
