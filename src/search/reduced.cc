// SPDX-License-Identifier: Apache-2.0
#include "search/reduced.h"

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

base::Region without(base::Region region, size_t bytes) {
  region.take<std::byte>(bytes);
  return region;
}

template <typename T>
explore::Strategy& make(TracesSlot& slot, explore::Arena& arena) {
  static_assert(sizeof(T) <= sizeof slot.bytes);
  return *new (slot.bytes) T(arena, arena.search, arena.passing, arena.log.capacity());
}

explore::Strategy& attach_traces(TracesSlot& slot, explore::Arena& arena) {
  switch (arena.settings().reduction) {
    case explore::Reduction::inspect:
      return make<Inspect>(slot, arena);
    case explore::Reduction::sleep:
      return make<SleepSearch>(slot, arena);
    default:
      break;
  }
  if (arena.settings().max_preemptions <= BoundedReduction::kMostPreemptions) {
    return make<BoundedReduction>(slot, arena);
  }
  return make<OptimalReduction>(slot, arena);
}

}  // namespace

Reduced::Reduced(explore::Arena& arena)
    : arena_(arena),
      state_(base::Region(arena.reduction_memory).take_one<State>()),
      traces_(attach_traces(slot_, arena)),
      schedules_(without(arena.reduction_memory, sizeof(State)), arena.journal,
                 arena.settings().max_preemptions) {
  if (state_.seal == 0) {
    put_seal(state_);
  }
}

bool Reduced::begin_execution(explore::Plan& plan) {
  if (!is_sealed(state_)) {
    return false;
  }
  return by_traces() ? traces_.begin_execution(plan) : schedules_.begin_execution(plan);
}

uint32_t Reduced::choose(const event::SchedulePoint& point) {
  return by_traces() ? traces_.choose(point) : schedules_.choose(point);
}

// A loop goes round only from its end.
bool Reduced::runs_on() const {
  return arena_.control().reset.load(std::memory_order_relaxed) == explore::Reset::loop;
}

void Reduced::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  arena_.journal.save_once(state_);
  if (by_traces()) {
    state_.chooses |= chooses_in_log();
    state_.cut_off |= is_cut_off(outcome);
    traces_.end_execution(log, outcome);
    ++state_.executions;
  } else {
    schedules_.end_execution(log, outcome);
    state_.executions -= state_.mode == Mode::fewer_preemptions ? 1 : 0;
  }
  put_seal(state_);
}

bool Reduced::cannot_reduce(const event::Outcome& outcome) const {
  why_not_ = by_traces() ? why_not(outcome) : explore::Unreduced::no;
  return why_not_ != explore::Unreduced::no;
}

explore::Unreduced Reduced::why_not(const event::Outcome& outcome) const {
  using explore::Unreduced;
  const explore::Record& record = arena_.record();
  if (record.fairness_removed_a_choice) {
    return Unreduced::by_fairness;
  }
  if (!record.waiting_told) {
    return Unreduced::died;
  }
  if (record.destroyed_in_use) {
    return Unreduced::destroyed;
  }
  if ((state_.chooses || chooses_in_log()) && (state_.cut_off || is_cut_off(outcome))) {
    return Unreduced::cut_off;
  }
  return traces_.cannot_reduce(outcome) ? Unreduced::not_known : Unreduced::no;
}

bool Reduced::chooses_in_log() const {
  return std::any_of(arena_.log.begin(), arena_.log.end(),
                     [](const Event& step) { return step.alternatives > 1; });
}

// Some thread could have gone on, and it is not known what follows.
bool Reduced::is_cut_off(const event::Outcome& outcome) const {
  const bool is_covered =
      outcome.ending == event::Ending::pruned && outcome.code != event::kAssumptionFailed;
  return !is_covered && std::any_of(arena_.waiting.begin(), arena_.waiting.end(),
                                    [](const order::Waiting& waiting) { return waiting.ready; });
}

void Reduced::stop_reducing() {
  arena_.journal.save_once(state_);
  state_.mode = Mode::schedules;
  state_.unreduced = why_not_;
  put_seal(state_);
}

explore::Coverage Reduced::coverage() const {
  if (!is_sealed(state_)) {
    return {.damaged = true};
  }
  if (by_traces()) {
    return traces_.coverage();
  }
  explore::Coverage coverage = schedules_.coverage();
  coverage.unreduced = state_.unreduced;
  return coverage;
}

bool Reduced::goes_on_below(uint32_t preemptions) {
  if (state_.mode == Mode::schedules || preemptions == 0 || !traces_.coverage().by_traces) {
    return false;
  }
  if (state_.mode == Mode::fewer_preemptions) {
    return preemptions == state_.below && state_.executions != 0;
  }
  arena_.journal.save_once(state_);
  state_.mode = Mode::fewer_preemptions;
  state_.below = preemptions;
  state_.executions = std::max(kLeastForFewer, kTimesForFewer * state_.executions);
  put_seal(state_);
  schedules_.search_below(preemptions);
  return true;
}

void Reduced::start_over() {
  traces_.start_over();
  schedules_.start_over();
}

}  // namespace heddle::search
