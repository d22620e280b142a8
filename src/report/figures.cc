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

std::string at_most_delays(uint32_t delays) {
  return delays == 0 ? "without delays" : "with at most " + counted(delays, "delay");
}

std::string covered_by_delays(const verdict::Delays& delays, const verdict::Scope& scope) {
  if (!delays.completed) {
    return "no bound completed";
  }
  return (delays.completed->all ? "every schedule"
                                : "every schedule " + at_most_delays(delays.completed->delays)) +
         (scope.any() ? ", " + verdict::scope_words(scope, "its preemptions") : "");
}

std::string uncovered_by_delays(const verdict::Delays& delays) {
  const uint32_t from = delays.completed ? delays.completed->delays + 1 : 0;
  if (delays.requested.all || from == delays.requested.delays) {
    return fmt::format("some schedules with {}{}", counted(from, "delay"),
                       delays.requested.all ? " or more" : "");
  }
  return from == 0
             ? "some schedules " + at_most_delays(delays.requested.delays)
             : fmt::format("some schedules with {} to {} delays", from, delays.requested.delays);
}

// Three digits, and never more than it is.
std::string at_least(double probability) {
  constexpr double kMost = 0.999;
  const double digits = std::pow(10, 2 - std::floor(std::log10(probability)));
  return fmt::format("{:.3g}", std::min(kMost, std::floor(probability * digits) / digits));
}

// In one execution, and in all of them; the first one is there to learn how long they are.
std::string pct_words(const verdict::Summary& summary) {
  if (!summary.pct || !summary.pct->probability) {
    return {};
  }
  const verdict::Pct& pct = *summary.pct;
  const double one = *pct.probability;
  std::string text =
      fmt::format("pct: a bug of depth {} shows in one execution with a probability of at least {}",
                  pct.bug_depth, at_least(one));
  if (summary.executions > 1) {
    const auto drawn = static_cast<double>(summary.executions - 1);
    const double all = one < 1 ? -std::expm1(drawn * std::log1p(-one)) : 1;
    text += fmt::format(", in these {} of at least {}", grouped(summary.executions), at_least(all));
  }
  return text + fmt::format(", if there are no more than {} and {}", counted(pct.threads, "thread"),
                            counted(pct.steps, "step"));
}

std::string rate_words(const verdict::Summary& summary) {
  const uint64_t executions = summary.executions - summary.executions_before;
  if (summary.wall_seconds <= 0 || executions < 2) {
    return {};
  }
  const double rate = static_cast<double>(executions) / summary.wall_seconds;
  return rate >= 10 ? fmt::format(" ({} a second)", grouped(static_cast<uint64_t>(rate)))
                    : fmt::format(" ({:.1f} a second)", rate);
}

std::string by_bound(const verdict::Summary& summary) {
  size_t label = 0;
  size_t digits = 0;
  for (const verdict::BoundCount& count : summary.by_bound) {
    label = std::max(label, at_most(count.bound).size());
    digits = std::max(digits, grouped(count.executions).size());
  }
  std::string text;
  for (const verdict::BoundCount& count : summary.by_bound) {
    text += fmt::format("  {:<{}}  {:>{}}\n", at_most(count.bound), label,
                        grouped(count.executions), digits);
  }
  return summary.by_bound.size() < 2 ? std::string() : text;
}

}  // namespace

std::string covered_words(const verdict::Summary& summary) {
  if (summary.delays) {
    return covered_by_delays(*summary.delays, summary.scope);
  }
  if (summary.depth && !summary.completed) {
    return fmt::format("every choice within the first {}", counted(*summary.depth, "step"));
  }
  if (!summary.completed) {
    return "no bound completed";
  }
  const verdict::Bound& completed = *summary.completed;
  const bool scoped = summary.scope.any() && (completed.all || completed.preemptions > 0);
  return (completed.all ? "every schedule" : "every schedule " + at_most(completed.preemptions)) +
         (scoped ? ", " + verdict::scope_words(summary.scope,
                                               completed.all ? "its preemptions" : "them")
                 : "");
}

std::string uncovered_words(const verdict::Summary& summary) {
  if (summary.delays) {
    return uncovered_by_delays(*summary.delays);
  }
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

std::string render_figures(const verdict::Summary& summary, const Style& style) {
  std::string line = fmt::format("{} in {}{}", counted(summary.executions, "execution"),
                                 duration(summary.wall_seconds), rate_words(summary));
  if (summary.assumption_failed > 0) {
    line += fmt::format("; {} more dropped by heddle_assume", grouped(summary.assumption_failed));
  }
  if (summary.pruned > summary.assumption_failed) {
    line += fmt::format("; {} more cut short, with nothing new ahead",
                        grouped(summary.pruned - summary.assumption_failed));
  }
  const std::string pct = pct_words(summary);
  const std::string chances = pct.empty() ? "" : paragraph(pct, style) + "\n";
  if (summary.verdict == verdict::Verdict::finding) {
    return paragraph(line, style) + "\n" + chances;
  }
  std::string size =
      fmt::format("{}, {} in all, at most {} in one execution", counted(summary.threads, "thread"),
                  counted(summary.steps, "step"), grouped(summary.max_steps));
  if (summary.states) {
    size += "; " + counted(*summary.states, "state");
  }
  return paragraph(line, style) + "\n" + by_bound(summary) + paragraph(size, style) + "\n" +
         chances;
}

}  // namespace heddle::report
