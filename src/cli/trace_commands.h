// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

struct ReplayOptions {
  std::string trace;
  std::string program;  // to be run instead of the recorded one; a trace of others needs it
  bool gdb = false;
  std::vector<std::string> gdb_arguments;
  std::string threads;  // empty: fibers, and os for gdb
  std::string stuck_after = "5s";
};

struct ShowOptions {
  std::string trace;
  std::string html;
  bool all = false;
};

// `heddle replay` and `heddle show`; the exit status.
int replay_command(const ReplayOptions& options);
int show_command(const ShowOptions& options);

}  // namespace heddle::cli
