// SPDX-License-Identifier: Apache-2.0
#include "supervise/sum.h"

#include <algorithm>
#include <iterator>

namespace heddle::supervise {
namespace {

void merge(explore::Counters& sum, const explore::Counters& part) {
  sum.executions += part.executions;
  sum.pruned += part.pruned;
  sum.assumption_failed += part.assumption_failed;
  sum.diverged += part.diverged;
  sum.retried += part.retried;
  sum.steps += part.steps;
  sum.failing += part.failing;
  sum.states += part.states;
  sum.forgotten += part.forgotten;
  sum.incomplete_from = std::min(sum.incomplete_from, part.incomplete_from);
  sum.threads = std::max(sum.threads, part.threads);
  sum.max_steps = std::max(sum.max_steps, part.max_steps);
  sum.max_preemptions = std::max(sum.max_preemptions, part.max_preemptions);
  sum.sizes.steps = std::max(sum.sizes.steps, part.sizes.steps);
  sum.sizes.blocking = std::max(sum.sizes.blocking, part.sizes.blocking);
  sum.sizes.chooses |= part.sizes.chooses;
  sum.fairness_removed_a_choice |= part.fairness_removed_a_choice;
  sum.pins_removed_a_choice |= part.pins_removed_a_choice;
  sum.atomic_sections |= part.atomic_sections;
  sum.fairness_acted |= part.fairness_acted;
  sum.options_dropped |= part.options_dropped;
  sum.reuse_possible |= part.reuse_possible;
  sum.race_met |= part.race_met;
  sum.shared_lost |= part.shared_lost;
  for (size_t i = 0; i < explore::kMaxBounds; ++i) {
    sum.by_preemptions[i] += part.by_preemptions[i];
  }
  explore::Coverage& coverage = sum.coverage;
  coverage.completed_bound = std::min(coverage.completed_bound, part.coverage.completed_bound);
  coverage.completed_delays = std::min(coverage.completed_delays, part.coverage.completed_delays);
  coverage.cut |= part.coverage.cut;
  coverage.exhausted &= part.coverage.exhausted;
  coverage.overflowed |= part.coverage.overflowed;
  coverage.damaged |= part.coverage.damaged;
  coverage.waiting += part.coverage.waiting;
  coverage.waiting_now += part.coverage.waiting_now;
  add_to(coverage.left, part.coverage.left);
  if (part.refusal.ending == event::Ending::refused) {
    sum.refusal = part.refusal;
  }
  if (sum.unseen == 0) {
    sum.unseen_why = part.unseen_why;
    std::copy(std::begin(part.unseen_what), std::end(part.unseen_what), sum.unseen_what);
  }
  sum.unseen += part.unseen;
}

void merge(std::vector<verdict::Found>& sum, const verdict::Found& part) {
  const auto known = std::find_if(sum.begin(), sum.end(), [&](const verdict::Found& found) {
    return found.record.finding.kind == part.record.finding.kind &&
           found.record.finding.place == part.record.finding.place;
  });
  if (known == sum.end()) {
    sum.push_back(part);
    return;
  }
  const uint64_t executions = known->record.executions + part.record.executions;
  if (part.record.preemptions < known->record.preemptions) {
    *known = part;
  }
  known->record.executions = executions;
}

void merge(std::vector<explore::NoteRecord>& sum, const explore::NoteRecord& part) {
  const auto known = std::find_if(sum.begin(), sum.end(), [&](const explore::NoteRecord& note) {
    return note.kind == part.kind;
  });
  if (known == sum.end()) {
    sum.push_back(part);
  } else {
    known->executions += part.executions;
  }
}

void merge(std::vector<std::string>& sum, const std::vector<std::string>& part) {
  for (const std::string& text : part) {
    if (std::find(sum.begin(), sum.end(), text) == sum.end()) {
      sum.push_back(text);
    }
  }
}

}  // namespace

// Their errors have nothing to do with each other.
void add_to(explore::Estimate& sum, const explore::Estimate& part) {
  sum.known &= part.known;
  sum.executions += part.executions;
  sum.margin_squared += part.margin_squared;
}

void add_to(verdict::Exploration& sum, const verdict::Exploration& part) {
  merge(sum.counters, part.counters);
  for (const verdict::Found& found : part.found) {
    merge(sum.found, found);
  }
  for (size_t i = 0; i < part.known_race_executions.size(); ++i) {
    sum.known_race_executions[i] += part.known_race_executions[i];
  }
  for (const explore::NoteRecord& note : part.notes) {
    merge(sum.notes, note);
  }
  merge(sum.uncontrolled, part.uncontrolled);
  merge(sum.variables, part.variables);
  merge(sum.effects, part.effects);
  merge(sum.foreign, part.foreign);
  merge(sum.loaded, part.loaded);
  merge(sum.instrumented, part.instrumented);
  merge(sum.remarks, part.remarks);
  std::stable_sort(sum.found.begin(), sum.found.end(),
                   [](const verdict::Found& a, const verdict::Found& b) {
                     return a.record.preemptions < b.record.preemptions;
                   });
  if (!sum.difference.found) {
    sum.difference = part.difference;
  }
  sum.refused = sum.refused.empty() ? part.refused : sum.refused;
  sum.scenario |= part.scenario;
  sum.log_error = sum.log_error != 0 ? sum.log_error : part.log_error;
}

}  // namespace heddle::supervise
