// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_options.h"

namespace heddle::cli {

// `heddle run`; the exit status.
int run_command(const RunOptions& options);

}  // namespace heddle::cli
