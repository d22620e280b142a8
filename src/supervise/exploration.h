// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "supervise/program.h"
#include "supervise/search_files.h"
#include "supervise/symbolizer.h"
#include "supervise/watch.h"
#include "verdict/exploration.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::supervise {

// How it is to be run.
struct Request : verdict::Search {
  Limits limits;
  // A replay that goes another way is not tried again after this; nothing: there is time.
  std::optional<Clock::time_point> retry_until;
  int output = -1;               // where the program's own output goes; -1: nowhere
  Symbols* symbols = nullptr;    // kept from replay to replay; null: they are not
  SearchFiles* files = nullptr;  // null: the search is kept in memory
  bool keep_states = false;      // tell of each
  // Called many times a second while the program runs, with what was done so far.
  std::function<void(const explore::Counters& counters, size_t findings)> onlooker;
};

// Runs the program under the schedules that the settings ask for, by as many workers as they say.
base::Result<verdict::Exploration> explore_program(const Program& program, const Request& request);

}  // namespace heddle::supervise
