// SPDX-License-Identifier: Apache-2.0
// Executions that do not follow their schedule.
#include "explore/divergence.h"
#include "explore/explorer.h"

#include <algorithm>

namespace heddle::explore {

using event::Event;

namespace {

void copy_compared(std::span<const Event> from, Log& to) {
  to.clear();
  for (const Event& event : from.first(std::min(from.size(), to.capacity()))) {
    to.push_back(event);
  }
}

}  // namespace

// Tells the first difference between attempts at the same schedule, or between the schedule and
// what was done before along the same choices.
bool Explorer::compare(bool as_planned) {
  Divergence& divergence = arena_.divergence();
  const std::span<const event::Deviation> plan = arena_.plan.items();
  const std::span<const Event> log = arena_.log.items();
  const uint64_t schedule = hash_of(plan);
  const bool is_tried_again = divergence.attempts != 0 && divergence.schedule == schedule;
  Difference difference;
  if (is_tried_again) {
    difference = as_planned ? difference_of(log, arena_.failed_log.items())
                            : difference_of(arena_.failed_log.items(), log);
  }
  const bool differs_from_last = difference.found;
  if (!as_planned && !difference.found) {
    const std::span<const Event> first = arena_.first_log.items();
    difference = difference_of(first.first(choices_in_common(plan, first)), log);
  }
  if (!as_planned && !difference.found) {
    difference = difference_from(plan, log);
  }
  if (difference.found &&
      (!divergence.first.found || (is_tried_again && !divergence.first.expected_known))) {
    divergence.first = difference;
  }
  if (as_planned || arena_.settings().strategy == StrategyKind::replay) {
    return false;
  }
  divergence.all_alike = !is_tried_again || (divergence.all_alike && !differs_from_last);
  divergence.attempts = is_tried_again ? divergence.attempts + 1 : 1;
  divergence.schedule = schedule;
  copy_compared(log, arena_.failed_log);
  return divergence.attempts < kMostAttempts;
}

// A failure is one however it was come to; it is reported only if it shows again.
void Explorer::count_diverged(const event::Outcome& outcome) {
  Counters& counters = arena_.counters();
  ++counters.diverged;
  arena_.divergence().attempts = 0;
  if (outcome.has_finding) {
    counters.race_met |= outcome.finding.kind == event::FindingKind::race;
    keep_finding(outcome.finding);
  }
}

// Something has changed for good: a file was written, a cache filled.  What was learned before is
// of another program.
bool Explorer::must_learn_anew(const event::Outcome& outcome) const {
  return outcome.ending == event::Ending::diverged && !outcome.has_finding &&
         arena_.findings.empty() && arena_.divergence().all_alike &&
         arena_.counters().diverged < kMostChanges &&
         arena_.settings().strategy != StrategyKind::replay;
}

void Explorer::learn_anew() {
  Counters fresh = what_stays();
  ++fresh.diverged;
  forget();
  arena_.divergence().attempts = 0;
  arena_.first_log.clear();
  begin_from(fresh);
}

// The schedule was followed, by the first attempt or a later one.
void Explorer::count_followed() {
  Divergence& divergence = arena_.divergence();
  if (divergence.attempts != 0 && divergence.schedule == hash_of(arena_.plan.items())) {
    ++arena_.counters().retried;
    divergence.attempts = 0;
  }
  if (arena_.first_log.empty()) {
    copy_compared(arena_.log.items(), arena_.first_log);
  }
}

}  // namespace heddle::explore
