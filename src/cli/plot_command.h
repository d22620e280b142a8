// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace heddle::cli {

struct PlotWords {
  std::vector<std::string> files;
  std::string output;
  std::string by = "executions";
  std::string log = "y";
  std::string title;
};

void declare_plot_options(CLI::App& command, PlotWords& words);

// heddle plot: draws what `heddle run --coverage` has written; returns the exit status.
int plot_command(const PlotWords& words);

}  // namespace heddle::cli
