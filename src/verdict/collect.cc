// SPDX-License-Identifier: Apache-2.0
#include "verdict/collect.h"

#include "explore/samples.h"

#include <numeric>

namespace heddle::verdict {
namespace {

std::optional<std::vector<uint64_t>> states_in(const explore::StateSet& states) {
  if (states.overflowed()) {
    return std::nullopt;
  }
  std::vector<uint64_t> counts;
  for (uint32_t i = 0; i <= explore::StateSet::kMostPreemptions; ++i) {
    counts.push_back(states.reached_with(i));
  }
  return counts;
}

}  // namespace

void collect_search(explore::Arena& arena, Exploration& result) {
  result.settings = arena.settings();
  result.counters = arena.counters();
  result.states = states_in(arena.states);
  for (const explore::FindingRecord& record : arena.findings) {
    const auto all = arena.finding_plans.items();
    const auto own = all.subspan(record.first_deviation, record.deviations);
    const auto holds = arena.finding_holds.items().subspan(record.first_hold, record.holds);
    result.found.push_back({record, {own.begin(), own.end()}, {holds.begin(), holds.end()}});
  }
  result.difference = arena.divergence().first;
  result.notes.assign(arena.notes.begin(), arena.notes.end());
  result.samples.assign(arena.samples.begin(), arena.samples.end());
}

void add_last_sample(Exploration& result) {
  explore::SampleRecord end = explore::sample_of(result.counters);
  end.states = result.states
                   ? std::accumulate(result.states->begin(), result.states->end(), uint64_t{0})
                   : 0;
  if (end.executions == 0) {
    return;
  }
  while (!result.samples.empty() && result.samples.back().executions >= end.executions) {
    result.samples.pop_back();
  }
  result.samples.push_back(end);
}

}  // namespace heddle::verdict
