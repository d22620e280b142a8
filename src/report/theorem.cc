// SPDX-License-Identifier: Apache-2.0
#include "report/theorem.h"

#include "report/words.h"

#include <cmath>

#include <fmt/format.h>

namespace heddle::report {
namespace {

double log_of_factorial(double n) { return std::lgamma(n + 1); }

std::string number(double bound) {
  constexpr double kExact = 1e15;
  if (std::isinf(bound)) {
    return "more than 10^308";
  }
  return bound < kExact ? grouped(static_cast<uint64_t>(bound)) : fmt::format("{:.1e}", bound);
}

}  // namespace

double theorem_bound(const verdict::ProgramSizes& sizes, uint32_t preemptions) {
  const double points = static_cast<double>(sizes.threads) * sizes.steps;
  const double contexts = static_cast<double>(sizes.threads) * sizes.blocking + preemptions;
  if (preemptions > points) {
    return 0;
  }
  const double logarithm = log_of_factorial(points) - log_of_factorial(preemptions) -
                           log_of_factorial(points - preemptions) + log_of_factorial(contexts);
  const double bound = std::exp(logarithm);
  return bound < 1e15 ? std::round(bound) : bound;
}

std::string render_explanation(const verdict::Summary& summary) {
  if (!summary.sizes.has_value()) {
    return {};
  }
  const verdict::ProgramSizes& sizes = *summary.sizes;
  std::string text = fmt::format(
      "at most, by Theorem 1 of Musuvathi and Qadeer (2007), with {} of at most {}, {} of them "
      "blocking:\n",
      counted(sizes.threads, "thread"), counted(sizes.steps, "step"), sizes.blocking);
  uint64_t below = 0;
  for (const verdict::BoundCount& count : summary.by_bound) {
    text +=
        fmt::format("  with {}: {} of at most {}\n",
                    count.bound == 0 ? "no preemptions" : counted(count.bound, "preemption"),
                    grouped(count.executions - below), number(theorem_bound(sizes, count.bound)));
    below = count.executions;
  }
  if (sizes.chooses) {
    text += "  (the theorem counts orders of threads; this program also chooses otherwise)\n";
  }
  return text;
}

}  // namespace heddle::report
