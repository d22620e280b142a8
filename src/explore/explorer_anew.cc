// SPDX-License-Identifier: Apache-2.0
// When a search is forgotten, and begins anew.
#include "explore/await_table.h"
#include "explore/explorer.h"
#include "explore/shared_set.h"
#include "explore/use_table.h"

namespace heddle::explore {

// Of the counts, when the execution that has just ended is the last of a search that is forgotten.
Counters Explorer::what_stays() const {
  Counters fresh;
  fresh.forgotten = arena_.counters().forgotten + arena_.counters().executions + 1;
  fresh.diverged = arena_.counters().diverged;
  fresh.retried = arena_.counters().retried;
  return fresh;
}

// Forgets what was done since the last commit, but not that steps use something besides what their
// operations are on, nor what those of the last execution have used.
void Explorer::forget() {
  const bool uses = arena_.uses().any();
  if (uses) {
    recall_uses(arena_);
  }
  undo_uncommitted();
  if (uses) {
    remember_uses(arena_);
  }
}

void Explorer::start_over() {
  rollback();
  begin_from(Counters{});
}

// Whether the execution that has just ended shows that the search has to begin anew; then it does.
// If somebody asks for an end, nothing of it counts: who goes on runs it again.  If it is the last
// one that may be run, it counts, and tells that all before it is not enough.
bool Explorer::begins_anew(const event::Outcome& outcome) {
  const bool grows = would_grow();
  const bool unseen_use = !grows && has_unseen_use();
  const bool unseen_loop = !grows && !unseen_use && has_unseen_loop();
  const bool unreduced = !grows && !unseen_use && !unseen_loop && cannot_reduce(outcome);
  if (!grows && !unseen_use && !unseen_loop && !unreduced && !knew_too_little(outcome)) [[likely]] {
    return false;
  }
  if (arena_.control().stop.load() != 0) {
    rollback();
    return true;
  }
  if (is_the_last()) {
    arena_.counters().incomplete_from = 0;
    return false;
  }
  if (ends_by_fairness(arena_.record().fairness_acted)) {
    leave_to_others();
  } else if (grows) {
    grow();
  } else if (unseen_use) {
    look_out_for_uses();
  } else if (unseen_loop) {
    look_at_loops();
  } else if (unreduced) {
    stop_reducing();
  } else {
    learn_more(outcome);
  }
  return true;
}

// A replay goes the way it went, whatever it touches.
bool Explorer::would_grow() const {
  return arena_.settings().visible == Visible::all &&
         arena_.settings().strategy != StrategyKind::replay &&
         SharedSet(arena_).would_grow(arena_.newly_shared);
}

// Accesses to the bytes that were found shared are steps from now on.  So the same
// schedules are others now, and what was done under fewer points covers none of them.
void Explorer::grow() {
  Counters fresh = what_stays();
  fresh.shared_lost = arena_.newly_shared.full();
  forget();
  SharedSet shared(arena_);
  for (const SharedBytes& bytes : arena_.newly_shared) {
    fresh.shared_lost |= !shared.add(bytes);
  }
  begin_from(fresh);
}

// Whether the execution has shown that steps use something for which nobody looked out.
bool Explorer::has_unseen_use() const {
  const Record& record = arena_.record();
  const Kept& kept = arena_.kept();
  return ((record.unseen && !kept.unseen) || (record.late_handlers && !kept.late_handlers)) &&
         arena_.settings().strategy != StrategyKind::replay;
}

// From now on steps tell of these uses; what was done before did not.
void Explorer::look_out_for_uses() {
  const Counters fresh = what_stays();
  forget();
  arena_.journal.save(arena_.kept());
  arena_.kept().unseen |= arena_.record().unseen;
  arena_.kept().late_handlers |= arena_.record().late_handlers;
  arena_.kept().destroyed.add_all(arena_.record().destroyed);
  begin_from(fresh);
}

// Whether the execution has shown a loop that waits, and was not looked at.
bool Explorer::has_unseen_loop() const {
  return !arena_.await_sites_now.empty() && awaits_are_on(arena_) && has_new_await_site(arena_);
}

// Who could go on is another question from now on.
void Explorer::look_at_loops() {
  const Counters fresh = what_stays();
  forget();
  keep_await_sites(arena_);
  begin_from(fresh);
}

bool Explorer::goes_by_awaits() const {
  return !arena_.await_sites.empty() && awaits_are_on(arena_);
}

bool Explorer::gives_up_awaits() {
  if (!goes_by_awaits()) {
    return false;
  }
  const Counters fresh = what_stays();
  forget();
  arena_.journal.save(arena_.kept());
  arena_.kept().no_awaits = true;
  arena_.divergence() = {};
  begin_from(fresh);
  return true;
}

// The execution was there to find something out, and does not count.
void Explorer::keep_trial() {
  const Counters fresh = what_stays();
  forget();
  if (keep_awaits(arena_)) {
    begin_from(fresh);
  } else {
    commit();
  }
}

void Explorer::stop_reducing() {
  const Counters fresh = what_stays();
  forget();
  reduces_->stop_reducing();
  begin_from(fresh);
}

// Fairness acts.  How it goes on is for those to say who asked to be told.
void Explorer::leave_to_others() {
  Counters fresh = what_stays();
  fresh.fairness_acted = true;
  forget();
  begin_from(fresh);
}

void Explorer::learn_more(const event::Outcome& outcome) {
  const Counters fresh = what_stays();
  const uint64_t executions = arena_.counters().executions + 1;
  forget();
  learns_anew_->learn_more(outcome, executions);
  begin_from(fresh);
}

void Explorer::begin_from(const Counters& fresh) {
  arena_.journal.save(arena_.kept());
  ++arena_.kept().starts;
  arena_.save_results();
  const uint64_t epoch = arena_.counters().epoch;
  arena_.counters() = fresh;
  arena_.counters().epoch = epoch;
  arena_.findings.clear();
  arena_.finding_plans.clear();
  arena_.finding_holds.clear();
  arena_.notes.clear();
  arena_.states.clear();
  arena_.samples.clear();
  for (uint64_t& executions : arena_.known_race_executions) {
    arena_.journal.save(executions);
    executions = 0;
  }
  strategy_.start_over();
  commit();
  if (listener_ != nullptr) {
    listener_->started_over();
  }
}

}  // namespace heddle::explore
