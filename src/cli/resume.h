// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "cli/run_options.h"
#include "cli/saved_search.h"
#include "supervise/program.h"

#include <memory>

namespace heddle::cli {

// A search that goes on where it was broken off.
struct TakenUp {
  RunOptions options;  // as they were, but for the limits and where the report goes
  std::unique_ptr<SavedSearch> search;
};

// `heddle run --resume DIR`, with the limits of the new command line.  Goes to the directory that
// the search was begun in.
base::Result<TakenUp> take_up(const RunOptions& now);

// The program that it was begun with, and with the same input.
base::Result<supervise::Program> find_again(const TakenUp& taken_up);

}  // namespace heddle::cli
