// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "report/coverage.h"

#include <string>
#include <vector>

namespace heddle::report {

// A search, and what the legend calls it.
struct Curve {
  std::string name;
  Coverage coverage;
};

struct PlotOptions {
  enum class By {
    executions,  // coverage growth: states after so many executions
    bound        // of all states, how many are reached with so many preemptions, in percent
  };
  By by = By::executions;
  bool log_x = false;
  bool log_y = true;  // `by` executions only: percentages are not drawn that way
  std::string title;  // above the figure; may be empty
};

// The curves in one figure, as a page of SVG that needs nothing else.  They can be told apart
// without colours.  Where states were not counted, executions are drawn instead.
[[nodiscard]] base::Result<std::string> plot(const std::vector<Curve>& curves,
                                             const PlotOptions& options);

}  // namespace heddle::report
