// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_options.h"
#include "verdict/summary.h"

namespace heddle::cli {

// What was asked for, as reports have it.
void describe(const RunOptions& options, const RunPlan& plan, verdict::Summary& summary);

}  // namespace heddle::cli
