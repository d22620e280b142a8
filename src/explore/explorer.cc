// SPDX-License-Identifier: Apache-2.0
#include "explore/explorer.h"

#include "explore/await_table.h"
#include "explore/in_process.h"
#include "explore/samples.h"
#include "explore/shared_set.h"
#include "explore/use_table.h"
#include "order/trace_order.h"
#include "primitive/facts.h"

#include <algorithm>
#include <cstring>

namespace heddle::explore {

using event::Ending;
using event::Event;
using event::Outcome;

void Explorer::explore(Runner& runner) {
  while (explore_one(runner)) {
  }
}

bool Explorer::explore_one(Runner& runner) { return begin() && run_prepared(runner); }

bool Explorer::run_prepared(Runner& runner) {
  for (;;) {
    Outcome outcome;
    if (const Ran ran = runner.run(outcome); ran != Ran::ended) {
      return ran == Ran::taken_back;
    }
    if (!runner.tries_again() || !try_again(outcome)) {
      end(outcome);
      runner.learned(outcome);
      return true;
    }
    if (!runner.can_run_it_at_once()) {
      return true;
    }
    restart();
  }
}

void Explorer::explore(Subject& subject, base::Region scratch, std::span<Monitor* const> monitors) {
  InProcess runner(arena_, strategy_, *this, subject, scratch, monitors);
  explore(runner);
  commit();
}

bool Explorer::begin() {
  if (limit_reached()) {
    return false;
  }
  arena_.save_results();
  if (arena_.settings().strategy != StrategyKind::replay) {
    arena_.plan.clear();
  }
  if (!strategy_.begin_execution(arena_.plan)) {
    const Coverage coverage = strategy_.coverage();
    if (coverage.damaged) {
      arena_.control().damaged.store(1);
      return false;
    }
    arena_.counters().coverage = coverage;
    return false;
  }
  restart();
  arena_.control().executing.store(1, std::memory_order_release);
  return true;
}

void Explorer::restart() { arena_.begin_execution(); }

void Explorer::end(const Outcome& reported) {
  Control& control = arena_.control();
  control.executing.store(0, std::memory_order_release);
  control.uncommitted.store(control.uncommitted.load(std::memory_order_relaxed) + 1,
                            std::memory_order_relaxed);
  if (!arena_.plausible() || !arena_.intact()) [[unlikely]] {
    control.damaged.store(1);
    return;
  }
  if (!arena_.awaits_now.empty()) [[unlikely]] {
    keep_trial();
    return;
  }
  if (!keep_uses(arena_)) [[unlikely]] {
    arena_.record().uses_lost = true;
  }
  Outcome outcome = reported;
  if (diverged(outcome)) [[unlikely]] {
    outcome.ending = Ending::diverged;
    if (gives_up_awaits()) {
      return;
    }
    if (!is_the_last() && must_learn_anew(outcome)) {
      learn_anew();
      return;
    }
  }
  const bool counts = outcome.ending != Ending::diverged && outcome.ending != Ending::refused;
  // Where all are stuck for good, there is nothing to be learned from how they go on.
  const size_t steps = arena_.log.size();
  const bool learns = arena_.settings().strategy != StrategyKind::replay;
  const size_t learned = learns ? std::min<size_t>(steps, arena_.record().stuck_from) : steps;
  Outcome seen = outcome;
  if (learned < steps) [[unlikely]] {
    seen.ending = Ending::exited;
    seen.has_finding = false;
  }
  arena_.log.set_size(learned);
  if (counts && begins_anew(seen)) {
    return;
  }
  arena_.log.set_size(steps);
  count(outcome);
  arena_.log.set_size(learned);
  strategy_.end_execution(arena_.log.items(), seen);
  if (counts && !is_the_last() && cannot_reduce(seen)) {  // as it knows by now
    if (ends_by_fairness(arena_.record().fairness_acted)) {
      leave_to_others();
    } else {
      stop_reducing();
    }
    return;
  }
  arena_.counters().coverage = strategy_.coverage();
  if (arena_.settings().workers == 1) {
    if (is_sample_due(arena_.counters(), arena_.samples)) {
      arena_.journal.append(arena_.samples, sample_of(arena_.counters()));
    }
  }
  arena_.seal();
}

void Explorer::add_finding(const event::Finding& finding) {
  arena_.save_results();
  keep_finding(finding);
  commit();
}

void Explorer::commit() {
  arena_.seal();
  arena_.keep();
  arena_.journal.commit();
  arena_.control().uncommitted.store(0, std::memory_order_relaxed);
  if (listener_ != nullptr) {
    if (const int error = listener_->committed(); error != 0) {
      arena_.control().log_error.store(error);
    }
  }
}

void Explorer::rollback() {
  // Its steps may have kept uses that are about to go; whoever comes after a process that is killed
  // now would take them for damage.
  arena_.log.clear();
  undo_uncommitted();
}

void Explorer::undo_uncommitted() {
  arena_.journal.rollback();
  arena_.states.recover();
  if (Recovers* const recovers = strategy_.recovers(); recovers != nullptr) {
    recovers->recover();
  }
  // Steps of an execution that does not count are not to be compared with: see use_table.h.
  order::TraceOrder(arena_.order_memory, arena_.uses()).begin();
  arena_.seal();
  arena_.control().executing.store(0);
  arena_.control().uncommitted.store(0);
  if (listener_ != nullptr) {
    listener_->rolled_back();
  }
}

bool Explorer::limit_reached() {
  const Settings& settings = arena_.settings();
  const Counters& counters = arena_.counters();
  return arena_.control().stop.load() != 0 || arena_.control().damaged.load() != 0 ||
         enough_found() || ends_by_fairness(counters.fairness_acted) || counters.shared_lost ||
         counters.refusal.ending == Ending::refused ||
         (settings.max_executions != 0 &&
          counters.forgotten + counters.executions >= settings.max_executions);
}

// A race ends the search however much is wanted, see supervise/rounds.h.
bool Explorer::enough_found() {
  const auto& findings = arena_.findings;
  const uint32_t wanted = arena_.settings().max_findings;
  const bool race_met = arena_.counters().race_met;
  if (findings.size() < wanted && !race_met) {
    return false;
  }
  const bool race_is_sought = wanted == 1 && arena_.settings().races == Races::stop;
  const bool can_be_improved = !findings.empty() && (!race_met || race_is_sought);
  SearchesBelow* const below = can_be_improved ? strategy_.searches_below() : nullptr;
  return below == nullptr || !below->goes_on_below(worst_finding().preemptions);
}

// No other will be run after the one that has just ended.
bool Explorer::is_the_last() const {
  const Settings& settings = arena_.settings();
  const Counters& counters = arena_.counters();
  return arena_.control().stop.load() != 0 ||
         (settings.max_executions != 0 &&
          counters.forgotten + counters.executions + 1 >= settings.max_executions);
}

// What was done so far is not how the search goes on, unless it has found what it is for.
bool Explorer::ends_by_fairness(bool acted) const {
  return acted && arena_.settings().ends_when_fair &&
         arena_.findings.size() < arena_.settings().max_findings;
}

// The process of an execution can end before its plan does in ways that the
// execution itself cannot see.
bool Explorer::diverged(const Outcome& outcome) const {
  if (outcome.ending == Ending::diverged) {
    return true;
  }
  for (size_t i = arena_.plan.size(); i-- > 0;) {
    const event::Deviation& deviation = arena_.plan[i];
    if (deviation.options != 0) {  // somebody has been there
      return arena_.log.size() <= deviation.position;
    }
  }
  return false;
}

void Explorer::count(const Outcome& outcome) {
  Counters& counters = arena_.counters();
  const std::span<const Event> log = arena_.log.items();
  if (outcome.ending == Ending::refused) [[unlikely]] {
    counters.refusal = outcome;
    return;
  }
  if (outcome.ending == Ending::diverged) [[unlikely]] {
    count_diverged(outcome);
    return;
  }
  if (arena_.divergence().attempts != 0 || arena_.first_log.empty()) [[unlikely]] {
    count_followed();
  }
  if (outcome.ending == Ending::pruned) {
    ++counters.pruned;
    counters.assumption_failed += outcome.code == event::kAssumptionFailed ? 1 : 0;
    note_choices_left_out();
    return;
  }
  const uint32_t preemptions = preemptions_in(log);
  ++counters.executions;
  ++counters.by_preemptions[std::min<size_t>(preemptions, kMaxBounds - 1)];
  counters.steps += log.size();
  counters.max_steps = std::max(counters.max_steps, static_cast<uint32_t>(log.size()));
  counters.max_preemptions = std::max(counters.max_preemptions, preemptions);
  counters.threads = std::max(counters.threads, arena_.record().threads);
  if (arena_.settings().explain) [[unlikely]] {
    measure(log);
  }
  keep_notes(arena_.record().leftovers);
  count_known_races();
  note_choices_left_out();
  if (outcome.has_finding && is_cut_short(outcome.finding)) [[unlikely]] {
    counters.incomplete_from = std::min(counters.incomplete_from, preemptions);
  }
  if (outcome.unseen != event::Unseen::nothing && !outcome.has_finding) [[unlikely]] {
    count_unseen(outcome, preemptions);
  }
  if (outcome.has_finding) [[unlikely]] {
    ++counters.failing;
    counters.race_met |= outcome.finding.kind == event::FindingKind::race;
    keep_finding(outcome.finding);
  }
  count_state(preemptions);
  if (listener_ != nullptr) {
    listener_->execution_done(log, preemptions);
  }
}

void Explorer::count_unseen(const Outcome& outcome, uint32_t preemptions) {
  Counters& counters = arena_.counters();
  counters.incomplete_from = std::min(counters.incomplete_from, preemptions);
  if (counters.unseen == 0) {
    counters.unseen_why = outcome.unseen;
    memcpy(counters.unseen_what, arena_.details().text, sizeof counters.unseen_what - 1);
  }
  ++counters.unseen;
}

void Explorer::measure(std::span<const Event> log) {
  Sizes& sizes = arena_.counters().sizes;
  uint32_t steps[event::kMaxThreads] = {};
  uint32_t blocking[event::kMaxThreads] = {};
  for (const Event& event : log) {
    const size_t thread = event::index(event.thread);
    ++steps[thread];
    blocking[thread] += primitive::may_block(event.kind) || event.yielded ? 1 : 0;
    sizes.steps = std::max(sizes.steps, steps[thread]);
    sizes.blocking = std::max(sizes.blocking, blocking[thread]);
    sizes.chooses |= event.alternatives > 1;
  }
}

void Explorer::count_state(uint32_t preemptions) {
  if (arena_.settings().strategy == StrategyKind::replay) {
    return;
  }
  order::TraceOrder order(arena_.order_memory, arena_.uses());
  const size_t steps = std::min<size_t>(arena_.log.size(), arena_.record().stuck_from);
  order.follow(arena_.log.items().first(steps));
  if (order.overflowed() || arena_.record().uses_lost) [[unlikely]] {
    arena_.states.set_overflowed();
  } else {
    arena_.states.add(order.fingerprint(), preemptions);
  }
  arena_.counters().states = arena_.states.overflowed() ? 0 : arena_.states.size();
}

// What the execution did not let the strategy see, however it ended.
void Explorer::note_choices_left_out() {
  Counters& counters = arena_.counters();
  const Record& record = arena_.record();
  counters.fairness_removed_a_choice |= record.fairness_removed_a_choice;
  counters.pins_removed_a_choice |= record.pins_removed_a_choice;
  counters.atomic_sections |= record.pins_removed_a_choice && record.atomic_sections;
  counters.fairness_acted |= record.fairness_acted;
  counters.options_dropped |= record.options_dropped;
  counters.reuse_possible |= record.reuse_possible;
  if (record.options_dropped) [[unlikely]] {
    counters.incomplete_from =
        std::min(counters.incomplete_from, preemptions_in(arena_.log.items()));
  }
}

// Whether other threads could have gone on from there.
bool Explorer::is_cut_short(const event::Finding& finding) {
  return finding.kind == event::FindingKind::stuck ||
         finding.kind == event::FindingKind::livelock || finding.kind == event::FindingKind::race;
}

uint32_t preemptions_in(std::span<const Event> log) {
  uint32_t count = 0;
#pragma GCC unroll 4
  for (const Event& event : log) {
    count += event.preemption ? 1 : 0;
  }
  return count;
}

}  // namespace heddle::explore
