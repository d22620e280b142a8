// SPDX-License-Identifier: Apache-2.0
#include "verdict/climb.h"

#include <algorithm>

namespace heddle::verdict {
namespace {

void add(const explore::Counters& lower, explore::Counters& sum) {
  sum.executions += lower.executions;
  sum.pruned += lower.pruned;
  sum.assumption_failed += lower.assumption_failed;
  sum.diverged += lower.diverged;
  sum.retried += lower.retried;
  sum.steps += lower.steps;
  sum.failing += lower.failing;
  sum.threads = std::max(sum.threads, lower.threads);
  sum.max_steps = std::max(sum.max_steps, lower.max_steps);
  sum.max_preemptions = std::max(sum.max_preemptions, lower.max_preemptions);
}

void add(const std::vector<explore::NoteRecord>& lower, std::vector<explore::NoteRecord>& sum) {
  for (const explore::NoteRecord& note : lower) {
    const auto known = std::find_if(sum.begin(), sum.end(), [&](const explore::NoteRecord& other) {
      return other.kind == note.kind;
    });
    if (known == sum.end()) {
      sum.push_back(note);
    } else {
      known->executions += note.executions;
    }
  }
}

}  // namespace

uint32_t Climb::every() const {
  if (!is_under_way() || done.size() >= 32) {
    return last;
  }
  return static_cast<uint32_t>(std::min<uint64_t>(uint64_t{1} << done.size(), last));
}

Rung rung_of(const Exploration& exploration) {
  return {.every = exploration.settings.fair_every,
          .counters = exploration.counters,
          .states = exploration.states,
          .notes = exploration.notes,
          .known_race_executions = exploration.known_race_executions};
}

uint64_t executions_below(const Climb& climb) {
  uint64_t sum = 0;
  for (const Rung& rung : climb.done) {
    sum += rung.counters.executions;
  }
  return sum;
}

void add_lower(const Climb& climb, Exploration& rung) {
  for (const Rung& lower : climb.done) {
    add(lower.counters, rung.counters);
    add(lower.notes, rung.notes);
    const size_t races =
        std::min(lower.known_race_executions.size(), rung.known_race_executions.size());
    for (size_t i = 0; i < races; ++i) {
      rung.known_race_executions[i] += lower.known_race_executions[i];
    }
  }
}

}  // namespace heddle::verdict
