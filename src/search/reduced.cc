// SPDX-License-Identifier: Apache-2.0
#include "search/reduced.h"

#include "primitive/facts.h"
#include "search/bounded_reduction.h"
#include "search/inspect.h"
#include "search/optimal_reduction.h"
#include "search/seal.h"
#include "search/sleep_sets.h"

#include <algorithm>
#include <new>

namespace heddle::search {

using event::Event;

namespace {

// So many executions, or as many times those before, for a finding with fewer preemptions.
constexpr uint64_t kLeastForFewer = 100'000;
constexpr uint64_t kTimesForFewer = 4;

// Of what a reduction keeps, after the state: one half for states, and one for schedules.
struct Halves {
  base::Region states;
  base::Region schedules;

  Halves(base::Region region, size_t before) {
    region.take<std::byte>(before);
    const size_t least = explore::StateSet::least_bytes();
    const std::span<std::byte> half = region.take<std::byte>(least + (region.left() - least) / 2);
    states = base::Region(half.data(), half.size());
    schedules = region;
  }
};

// Of the memory that lasts, what it takes to try without the bound; without one, what it takes to
// search for fewer preemptions.
constexpr size_t kSmallPart = 8;

template <typename T, typename... More>
T* make(TracesSlot& slot, explore::Arena& arena, base::Region lasting, More... more) {
  static_assert(sizeof(T) <= sizeof slot.bytes);
  return new (slot.bytes) T(arena, lasting, arena.passing, arena.log.capacity(), more...);
}

bool has_bound(const explore::Arena& arena) {
  return arena.settings().reduction == explore::Reduction::dpor &&
         arena.settings().max_preemptions <= BoundedReduction::kMostPreemptions;
}

// Searches within a bound and without one keep to their own part, so that neither finds what the
// other has left.
struct Parts {
  base::Region within_bound;
  base::Region without_bound;

  explicit Parts(const explore::Arena& arena) {
    base::Region small = arena.search;
    const std::span<std::byte> most =
        small.take<std::byte>(small.left() / kSmallPart * (kSmallPart - 1));
    const base::Region large(most.data(), most.size());
    within_bound = has_bound(arena) ? large : small;
    without_bound = has_bound(arena) ? small : large;
  }
};

TraceSearch* make_without_bound(TracesSlot& slot, explore::Arena& arena, bool foresees) {
  const base::Region lasting = Parts(arena).without_bound;
  switch (arena.settings().reduction) {
    case explore::Reduction::inspect:
      return make<Inspect>(slot, arena, lasting);
    case explore::Reduction::sleep:
      return make<SleepSearch>(slot, arena, lasting);
    default:
      break;
  }
  if (foresees) {
    return make<OptimalReduction>(slot, arena, lasting);
  }
  return make<Inspect>(slot, arena, lasting);
}

}  // namespace

Reduced::Reduced(explore::Arena& arena)
    : arena_(arena),
      state_(base::Region(arena.reduction_memory).take_one<State>()),
      schedules_(Halves(arena.reduction_memory, sizeof(State)).schedules, arena.journal,
                 arena.settings().max_preemptions),
      by_states_(arena, Halves(arena.reduction_memory, sizeof(State)).states, schedules_) {
  if (state_.seal == 0) {
    arena.journal.save(state_);
    // What a malloc would come to that has other blocks to choose from is not known.
    state_ = State{.foresees = !arena.settings().reuse};
    put_seal(state_);
  }
  // Whoever is at work, the journal has to know of what another one has left in its part and is not
  // saved.
  (void)make<BoundedReduction>(slot_, arena, Parts(arena).within_bound, 0U);
  attach_traces();
}

// All that lasts of a search by traces without a bound is in the same place and form.
void Reduced::attach_traces() const {
  foresees_ = state_.foresees;
  bounded_ = state_.bounded;
  fewer_ = is_fewer();
  within_bound_ = nullptr;
  without_bound_ = nullptr;
  if (is_bounded() || is_fewer()) {
    const uint32_t bound = is_fewer() ? state_.below - 1 : arena_.settings().max_preemptions;
    within_bound_ = make<BoundedReduction>(slot_, arena_, Parts(arena_).within_bound, bound);
    traces_ = within_bound_;
    return;
  }
  without_bound_ = make_without_bound(slot_, arena_, foresees_);
  if (has_bound(arena_)) {
    without_bound_->plan_at_most(arena_.settings().planning.without_bound);
  }
  traces_ = without_bound_;
}

bool Reduced::is_bounded() const { return state_.bounded && has_bound(arena_); }

bool Reduced::plans_too_much() const {
  (void)traces();
  return within_bound_ != nullptr ? within_bound_->plans_too_much()
                                  : without_bound_->plans_too_much();
}

bool Reduced::begin_execution(explore::Plan& plan) {
  if (!is_sealed(state_)) {
    return false;
  }
  return inner().begin_execution(plan);
}

void Reduced::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  arena_.journal.save_once(state_);
  if (is_fewer()) {
    end_one_of_fewer(log, outcome);
    return;
  }
  inner().end_execution(log, outcome);
  if (by_traces()) {
    state_.chooses |= chooses_in_log();
    state_.exited_early |= exited_with_live_threads(outcome);
    ++state_.executions;
  } else if (state_.mode == Mode::fewer_by_schedules) {
    --state_.executions;
  }
  put_seal(state_);
}

// What was found stays, so this search begins anew by itself, or is left for the other one.
void Reduced::end_one_of_fewer(std::span<const Event> log, const event::Outcome& outcome) {
  (void)traces();
  --state_.executions;
  state_.chooses |= chooses_in_log();
  state_.exited_early |= exited_with_live_threads(outcome);
  put_seal(state_);
  const bool counts =
      outcome.ending != event::Ending::diverged && outcome.ending != event::Ending::refused;
  if (counts && why_not(outcome) != explore::Unreduced::no) {
    go_on_by_schedules();
    return;
  }
  if (counts && within_bound_->knew_too_little(outcome)) {
    within_bound_->begin_again(outcome);
    return;
  }
  within_bound_->end_execution(log, outcome);
  if (within_bound_->plans_too_much()) {
    go_on_by_schedules();
  }
}

void Reduced::go_on_by_schedules() {
  state_.mode = Mode::fewer_by_schedules;
  put_seal(state_);
  schedules_.search_below(state_.below);
}

bool Reduced::knew_too_little(const event::Outcome& outcome) const {
  return state_.mode == Mode::traces &&
         (cuts_off_by_surprise(outcome) || traces().learns_anew()->knew_too_little(outcome));
}

void Reduced::learn_more(const event::Outcome& outcome, uint64_t executions) {
  if (!cuts_off_by_surprise(outcome)) {
    traces().learns_anew()->learn_more(outcome, executions);
    return;
  }
  arena_.journal.save_once(state_);
  state_.foresees = false;
  put_seal(state_);
}

// Whether a step has ended the execution for threads that could have gone on, unlike all steps of
// its kind, and that matters to what is learned from it.
bool Reduced::cuts_off_by_surprise(const event::Outcome& outcome) const {
  const explore::Settings& settings = arena_.settings();
  return settings.reduction == explore::Reduction::dpor && !is_bounded() && state_.foresees &&
         event::ends_all_threads(outcome) && !arena_.log.empty() &&
         !primitive::depends_on_all(arena_.log.back().kind) && exited_with_live_threads(outcome) &&
         !explore::ends_the_search(outcome, settings);
}

bool Reduced::cannot_reduce(const event::Outcome& outcome) const {
  why_not_ = state_.mode == Mode::traces         ? why_not(outcome)
             : by_states_.cannot_reduce(outcome) ? explore::Unreduced::destroyed
                                                 : explore::Unreduced::no;
  return why_not_ != explore::Unreduced::no;
}

explore::Unreduced Reduced::why_not(const event::Outcome& outcome) const {
  using explore::Unreduced;
  const explore::Record& record = arena_.record();
  if (record.destroyed.count != 0) {
    return Unreduced::destroyed;
  }
  if (record.uses_lost) {
    return Unreduced::prediction_failed;
  }
  if (record.waited_for_descriptors) {
    return Unreduced::by_descriptors;
  }
  if (record.were_some_idle || record.awaits_lost || fairness_may_act()) {
    return Unreduced::by_fairness;
  }
  if (!record.waiting_told) {
    return Unreduced::died;
  }
  if (record.pins_removed_a_choice && !is_bounded()) {
    return Unreduced::pinned;
  }
  if ((state_.chooses || chooses_in_log()) &&
      (state_.exited_early || exited_with_live_threads(outcome))) {
    return Unreduced::exited_with_live_threads;
  }
  if (plans_too_much()) {
    return Unreduced::planning;
  }
  if (within_bound_ == nullptr || !within_bound_->cannot_reduce()) {
    return Unreduced::no;
  }
  return record.awaits_lost ? Unreduced::by_fairness : Unreduced::prediction_failed;
}

// A thread has come to a second yield on which fairness acts.  Whom that has then kept from going
// on depends on the order of independent steps; that it may have is the same in all executions of
// the trace.
bool Reduced::fairness_may_act() const {
  const uint32_t every = std::max(arena_.settings().fair_every, 1U);
  size_t yields = 0;
  bool came_back = false;
  for (const Event& step : arena_.log) {
    yields += step.yielded ? 1 : 0;
    came_back |= step.came_back;
  }
  return (came_back || yields >= size_t{2} * every) && acts_twice_on_one(every);
}

bool Reduced::acts_twice_on_one(uint32_t every) const {
  struct Yields {
    uint32_t all = 0;
    uint32_t acted_on = 0;
  };
  Yields yields[event::kMaxThreads];
  return std::any_of(arena_.log.begin(), arena_.log.end(), [&](const Event& step) {
    if (!step.yielded) {
      return false;
    }
    Yields& own = yields[event::index(step.thread)];
    own.all = step.came_back ? 0 : own.all + 1;
    own.acted_on += own.all % every == 0 ? 1 : 0;
    return own.acted_on >= 2;
  });
}

bool Reduced::chooses_in_log() const {
  return std::any_of(arena_.log.begin(), arena_.log.end(),
                     [](const Event& step) { return step.alternatives > 1; });
}

// Some thread could have gone on, and it is not known what follows.
bool Reduced::exited_with_live_threads(const event::Outcome& outcome) const {
  const bool is_covered =
      outcome.ending == event::Ending::pruned && outcome.code != event::kAssumptionFailed;
  return !is_covered && std::any_of(arena_.waiting.begin(), arena_.waiting.end(),
                                    [](const order::Waiting& waiting) { return waiting.ready; });
}

void Reduced::stop_reducing() {
  arena_.journal.save_once(state_);
  if (why_not_ == explore::Unreduced::planning && is_bounded()) {
    state_.bounded = false;
    put_seal(state_);
    return;
  }
  state_.mode = Mode::schedules;
  state_.unreduced = why_not_;
  put_seal(state_);
  using explore::Unreduced;
  if (why_not_ == Unreduced::destroyed || why_not_ == Unreduced::prediction_failed) {
    by_states_.stop_reducing();
  }
}

explore::Coverage Reduced::coverage() const {
  if (!is_sealed(state_)) {
    return {.damaged = true};
  }
  if (by_traces()) {
    explore::Coverage coverage = traces().coverage();
    coverage.beyond_bound = has_bound(arena_) && !is_bounded();
    return coverage;
  }
  explore::Coverage coverage = by_states_.coverage();
  coverage.unreduced = state_.unreduced;
  coverage.by_states = !by_states_.is_off();
  return coverage;
}

bool Reduced::goes_on_below(uint32_t preemptions) {
  if (state_.mode == Mode::schedules || preemptions == 0) {
    return false;
  }
  if (state_.mode != Mode::traces) {
    return preemptions == state_.below && state_.executions != 0;
  }
  if (!traces().coverage().by_traces) {
    return false;
  }
  arena_.journal.save_once(state_);
  state_.below = preemptions;
  state_.executions = std::max(kLeastForFewer, kTimesForFewer * state_.executions);
  if (has_bound(arena_) || preemptions > BoundedReduction::kMostPreemptions + 1) {
    go_on_by_schedules();  // within the bound it has taken too much
    return true;
  }
  state_.mode = Mode::fewer_by_traces;
  put_seal(state_);
  recover_traces();
  return true;
}

void Reduced::recover() {
  recover_traces();
  by_states_.recover();
}

void Reduced::recover_traces() const {
  if (explore::Recovers* const recovers = traces().recovers(); recovers != nullptr) {
    recovers->recover();
  }
}

void Reduced::start_over() {
  if (is_fewer()) {
    traces().start_over();
    arena_.journal.save_once(state_);
    state_.mode = Mode::traces;
    state_.executions = 0;
    put_seal(state_);
  }
  traces().start_over();
  by_states_.start_over();
}

}  // namespace heddle::search
