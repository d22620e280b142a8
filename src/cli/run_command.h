// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_options.h"
#include "cli/run_outputs.h"
#include "cli/saved_search.h"
#include "supervise/program.h"
#include "supervise/watch.h"

#include <memory>

namespace heddle::cli {

// All that a run needs; see begin_run.h.
struct RunJob {
  const RunOptions& options;
  RunPlan plan;
  supervise::Program program;
  RunOutputs& outputs;
  supervise::Limits limits;
  bool input_ended = true;                // standard input was read to its end
  std::unique_ptr<SavedSearch> taken_up;  // the search that goes on, if one does
};

// One `heddle run`, from its plan to its report; returns the exit status.
int run(RunJob job);

}  // namespace heddle::cli
