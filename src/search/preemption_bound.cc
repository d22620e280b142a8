// SPDX-License-Identifier: Apache-2.0
// Musuvathi and Qadeer, "Iterative Context Bounding for Systematic Testing of
// Multithreaded Programs", PLDI 2007, Algorithm 1:
//
//   work through the queue of the current bound; where the running thread could
//   go on, put each switch away from it into the queue of the next bound, where
//   it could not, into that of the current one; when the current queue is empty,
//   the next one takes its place, and every execution within the bound is done.
//
// and its earlier form, "Iterative Context Bounding for Systematic Testing of Multithreaded
// Programs" (draft, 2006), where a phase allows for several preemptions more than the one before.
//
// We keep no states: a work item is a schedule prefix, and is run from the start.
// Options beyond who runs next (which waiter is woken, whether a wait times out)
// are free, as are switches away from a thread that has yielded.
#include "search/preemption_bound.h"

#include <algorithm>

namespace heddle::search {

using event::Event;

PreemptionBound::PreemptionBound(base::Region region, explore::Journal& journal,
                                 uint32_t max_preemptions, uint32_t phase_width, bool has_all)
    : PreemptionBound(
          Memory(region, [](base::Region& from) -> Pace& { return from.take_one<Pace>(); }),
          journal, max_preemptions, phase_width, has_all) {}

PreemptionBound::PreemptionBound(Memory memory, explore::Journal& journal, uint32_t max_preemptions,
                                 uint32_t phase_width, bool has_all)
    : ItemSearch(memory.state, memory.rest, journal, first_state(max_preemptions, phase_width)),
      pace_(memory.beside),
      max_preemptions_(max_preemptions),
      phase_width_(phase_width),
      has_all_(has_all) {
  if (!state_.progress.begun) {
    journal_.save(pace_);
    pace_ = Pace{};
  }
}

PreemptionBound::State PreemptionBound::first_state(uint32_t max_preemptions,
                                                    uint32_t phase_width) {
  State state;
  state.bound = std::min(phase_width, max_preemptions);
  return state;
}

// Those with too many preemptions are let go.
WorkItems::ItemId PreemptionBound::next_item() {
  if (has_all_ && state_.now.size == 0 && has_next_bound()) {
    begin_next_bound();
  }
  for (;;) {
    journal_.save_once(pace_);
    pace_.take(state_.now.size);
    const WorkItems::ItemId item = items_.pop(state_.now);
    if (item == WorkItems::kNone || items_.preemptions(item) < state_.only_below) {
      return item;
    }
    items_.release(item);
  }
}

void PreemptionBound::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  ItemSearch::end_execution(log, outcome);
  journal_.save_once(pace_);
  pace_.count_execution();
}

void PreemptionBound::learn(std::span<const Event> log) {
  for_each_fresh_alternative(log, [&](const Alternative& other) {
    if (other.preemptions > max_preemptions_) {
      state_.progress.beyond = true;
      return;
    }
    WorkItems::Stack& stack = other.preemptions > state_.bound ? state_.next : state_.now;
    state_.progress.overflowed |= !items_.push(stack, running(), other);
  });
}

explore::Coverage PreemptionBound::coverage() const {
  if (!is_sealed(state_)) {
    return {.damaged = true};
  }
  const bool bound_done = is_between() && state_.now.size == 0 && !state_.cut;
  const bool all_done = bound_done && state_.next.size == 0;
  return {.completed_bound = bound_done ? as_completed(state_.bound) : state_.completed,
          .exhausted = all_done && !state_.progress.beyond,
          .overflowed = state_.progress.overflowed,
          .damaged = !items_.intact(),
          .waiting = state_.now.size + state_.next.size,
          .waiting_now = state_.now.size,
          .left = state_.now.size == 0 ? explore::Estimate{.known = true} : pace_.estimate()};
}

// Within a phase the order is not that of preemptions.
bool PreemptionBound::goes_on_below(uint32_t preemptions) {
  if (phase_width_ == 0 || static_cast<int64_t>(preemptions) <= state_.completed + 1) {
    return false;
  }
  search_below(preemptions);
  return true;
}

void PreemptionBound::search_below(uint32_t preemptions) {
  if (preemptions < state_.only_below) {
    journal_.save_once(state_);
    state_.only_below = preemptions;
    state_.cut = true;
    put_seal(state_);
  }
}

// What waits for the next phase needs more preemptions than this one allows for.
bool PreemptionBound::has_next_bound() const {
  return state_.next.size > 0 && state_.bound + 1 < state_.only_below;
}

void PreemptionBound::begin_next_bound() {
  journal_.save_once(state_);
  state_.completed = as_completed(state_.bound);
  state_.bound += std::min(phase_width_ + 1, max_preemptions_ - state_.bound);
  state_.now = state_.next;
  state_.next = WorkItems::Stack{};
  put_seal(state_);
  journal_.save_once(pace_);
  pace_.begin(state_.now.size);
}

void PreemptionBound::begin_with_nothing(const explore::WorkProgress& progress) {
  journal_.save_once(state_);
  state_.progress.begun = true;
  state_.bound = progress.bound;
  state_.completed = progress.completed;
  put_seal(state_);
}

void PreemptionBound::take(uint64_t most, explore::Work& work) {
  journal_.save_once(state_);
  items_.take(state_.now, most, work);
  put_seal(state_);
  begin_pace_again();
}

void PreemptionBound::give(std::span<const explore::WorkStep> work) {
  journal_.save_once(state_);
  state_.progress.overflowed |= !items_.give(state_.now, work);
  put_seal(state_);
  begin_pace_again();
}

void PreemptionBound::begin_pace_again() {
  journal_.save_once(pace_);
  pace_.begin_again(state_.now.size);
}

void PreemptionBound::start_over() {
  start_over_with(first_state(max_preemptions_, phase_width_));
  journal_.save_once(pace_);
  pace_ = Pace{.epoch = pace_.epoch};
}

}  // namespace heddle::search
