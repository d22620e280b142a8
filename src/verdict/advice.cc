// SPDX-License-Identifier: Apache-2.0
#include "verdict/advice.h"

#include "search/strategy_table.h"
#include "verdict/counts.h"

#include <fmt/format.h>

namespace heddle::verdict {

std::string advice_for(const Rounds& rounds, const RunFacts& facts) {
  const Exploration& explored = rounds.last;
  const bool by_time = explored.stopped == Stopped::by_time;
  const bool by_executions = explored.stopped == Stopped::no;
  const explore::Coverage& coverage = explored.counters.coverage;
  const bool by_memory = by_executions && coverage.overflowed;
  if (!by_time && !by_executions) {
    return "";
  }
  if (by_executions && is_cut_by_depth(explored.counters)) {
    return "a deeper --depth, or --strategy icb, which tries what takes few preemptions first";
  }
  if (search::takes_samples(facts.settings.strategy)) {
    return fmt::format("another --seed, which draws other schedules, or more {}",
                       by_time ? "--time" : "--executions");
  }
  const std::string samples =
      "--strategy pos, which takes samples of all schedules and waits for no bound";
  if (by_memory) {
    return "a lower --preemptions, which needs less room, or " + samples;
  }
  if (by_executions && (coverage.waiting == 0 && !rounds.stopped_below)) {
    return "";
  }
  const std::string limit = by_time ? "--time" : "--executions";
  const bool in_parts = facts.bound.all && !facts.by_delays;
  return fmt::format("{}more {}, or {}", in_parts ? "--preemptions 2, which is done sooner, " : "",
                     limit, samples);
}

}  // namespace heddle::verdict
