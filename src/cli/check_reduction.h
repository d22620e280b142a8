// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_options.h"
#include "supervise/program.h"
#include "supervise/watch.h"

namespace heddle::cli {

// `heddle run --check-reduction A,B`: explores the program by both, and compares the states that
// they reach; the exit status.
int check_reduction(const RunOptions& options, const supervise::Program& program,
                    const supervise::Limits& limits);

}  // namespace heddle::cli
