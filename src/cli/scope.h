// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "cli/run_options.h"
#include "supervise/exploration.h"

#include <string>
#include <vector>

namespace heddle::cli {

// Finds out what --scope and --no-scope mean in the program, if they were given, for the request.
// Returns notes for the report.
base::Result<std::vector<std::string>> settle_scope(const RunPlan& plan,
                                                    const supervise::Program& program,
                                                    supervise::Request& request);

}  // namespace heddle::cli
