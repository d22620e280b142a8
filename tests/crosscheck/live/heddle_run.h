// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "outcomes.h"

#include <map>
#include <string>
#include <vector>

// One run of the heddle command on the player, and all that comes out of it.
namespace heddle::live {

inline constexpr int kAll = 1000;  // as a bound

struct Configuration {
  std::string reduction = "dpor";
  int bound = 2;
  std::string strategy = "icb";
  std::string reset = "snapshot";
  std::string threads = "fibers";
  bool shows = false;  // the program's output

  // Whether executions are put back in batches, of which some are done again and do not count.
  [[nodiscard]] bool has_batches() const { return reset == "snapshot" && !shows; }
};

[[nodiscard]] std::string to_string(const Configuration& configuration);

struct Schedule {
  int preemptions = 0;
  std::vector<int> threads;
};

struct Found {
  int count = 0;
  int fewest_preemptions = 0;
};

struct Report {
  int status = 0;
  std::string problem;      // why the rest says nothing
  bool limited = false;     // a limit was reached first
  bool dropped = false;     // it says that an assumption fails in each execution
  bool covers_all = false;  // it says that schedules beyond the bound make no difference
  std::string reduction;    // that was used in the end
  std::vector<std::string> notes;
  long executions = 0;
  long pruned = 0;
  std::map<std::string, Found> findings;  // by kind
  std::vector<Schedule> schedules;        // of all executions that count
  std::map<Outcome, int> recorded;        // by the player, and how often
};

// Where it runs, and what.
struct Site {
  std::string heddle;
  std::string player;
  std::string folder;  // for its files; has to be there
  long most_executions = 5000;
};

[[nodiscard]] Report run_heddle(const Site& site, const Program& program,
                                const Configuration& configuration);

}  // namespace heddle::live
