// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/settings.h"
#include "verdict/summary.h"

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::verdict {

// What a verdict has to know of a run besides what came of it.
struct RunFacts {
  std::string path;        // of the program
  bool is_model = false;   // it is no program that runs
  size_t arguments = 0;    // that it was given
  size_t input_bytes = 0;  // of its standard input
  bool input_ended = true;
  bool fixed_addresses = true;                    // the same in every run
  explore::Settings settings;                     // as asked for
  Bound bound;                                    // of preemptions, asked for
  bool by_delays = false;                         // the strategy goes by delays instead
  bool climbs = false;                            // fairness does
  std::string time_limit;                         // as the user wrote it
  std::vector<std::string> unknown_suppressions;  // their kinds
};

}  // namespace heddle::verdict
