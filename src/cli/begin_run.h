// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_options.h"

namespace heddle::cli {

// `heddle run`, from the words of its command line: refuses what cannot be, finds the program,
// opens all that is written to, reads standard input, and then runs.  Returns the exit status.
int begin_run(const RunOptions& options);

}  // namespace heddle::cli
