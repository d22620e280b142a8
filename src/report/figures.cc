// SPDX-License-Identifier: Apache-2.0
#include "report/figures.h"

#include "report/words.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace heddle::report {
namespace {

std::string at_most(uint32_t bound) {
  return bound == 0 ? "without preemptions" : "with at most " + counted(bound, "preemption");
}

std::string duration(double seconds) {
  if (seconds < 1) {
    return fmt::format("{:.0f} ms", std::ceil(seconds * 1000));
  }
  if (seconds < 60) {
    return fmt::format("{:.1f} s", seconds);
  }
  const auto whole = static_cast<uint64_t>(seconds);
  return whole < 3600 ? fmt::format("{} min {} s", whole / 60, whole % 60)
                      : fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string rate_words(const Summary& summary) {
  const uint64_t executions = summary.executions - summary.executions_before;
  if (summary.wall_seconds <= 0 || executions < 2) {
    return {};
  }
  const double rate = static_cast<double>(executions) / summary.wall_seconds;
  return rate >= 10 ? fmt::format(" ({} a second)", grouped(static_cast<uint64_t>(rate)))
                    : fmt::format(" ({:.1f} a second)", rate);
}

std::string by_bound(const Summary& summary) {
  size_t label = 0;
  size_t digits = 0;
  for (const BoundCount& count : summary.by_bound) {
    label = std::max(label, at_most(count.bound).size());
    digits = std::max(digits, grouped(count.executions).size());
  }
  std::string text;
  for (const BoundCount& count : summary.by_bound) {
    text += fmt::format("  {:<{}}  {:>{}}\n", at_most(count.bound), label,
                        grouped(count.executions), digits);
  }
  return summary.by_bound.size() < 2 ? std::string() : text;
}

}  // namespace

std::string covered_words(const Summary& summary) {
  if (!summary.completed) {
    return "no bound as a whole";
  }
  return summary.completed->all ? "every schedule"
                                : "every schedule " + at_most(summary.completed->preemptions);
}

std::string uncovered_words(const Summary& summary) {
  const uint32_t from = summary.completed ? summary.completed->preemptions + 1 : 0;
  const uint32_t to = summary.requested.preemptions;
  if (summary.requested.all) {
    return from == 0 ? "some schedules"
                     : fmt::format("some schedules with {} or more preemptions", from);
  }
  if (from == 0) {
    return "some schedules " + at_most(to);
  }
  return from >= to ? fmt::format("some schedules with {}", counted(to, "preemption"))
                    : fmt::format("some schedules with {} to {} preemptions", from, to);
}

std::string render_figures(const Summary& summary, const Style& style) {
  std::string line = fmt::format("{} in {}{}", counted(summary.executions, "execution"),
                                 duration(summary.wall_seconds), rate_words(summary));
  if (summary.assumption_failed > 0) {
    line += fmt::format("; {} more dropped by heddle_assume", grouped(summary.assumption_failed));
  }
  if (summary.pruned > summary.assumption_failed) {
    line += fmt::format("; {} more cut short, with nothing new ahead",
                        grouped(summary.pruned - summary.assumption_failed));
  }
  if (summary.verdict == Verdict::finding) {
    return paragraph(line, style) + "\n";
  }
  const std::string size =
      fmt::format("{}, {} in all, at most {} in one execution", counted(summary.threads, "thread"),
                  counted(summary.steps, "step"), grouped(summary.max_steps));
  return paragraph(line, style) + "\n" + by_bound(summary) + paragraph(size, style) + "\n";
}

}  // namespace heddle::report
