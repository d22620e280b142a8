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

#include "search/seal.h"

#include <algorithm>

namespace heddle::search {

using event::Event;

PreemptionBound::PreemptionBound(base::Region region, explore::Journal& journal,
                                 uint32_t max_preemptions, uint32_t phase_width, bool has_all)
    : journal_(journal),
      state_(region.take_one<State>()),
      pace_(region.take_one<Pace>()),
      items_(region, journal),
      max_preemptions_(max_preemptions),
      phase_width_(phase_width),
      has_all_(has_all) {
  if (!state_.begun) {
    journal_.save(state_);
    state_ = first_state();
    put_seal(state_);
    journal_.save(pace_);
    pace_ = Pace{};
  }
}

PreemptionBound::State PreemptionBound::first_state() const {
  State state;
  state.bound = std::min(phase_width_, max_preemptions_);
  return state;
}

bool PreemptionBound::begin_execution(explore::Plan& plan) {
  if (!is_sealed(state_)) {
    return false;
  }
  journal_.save_once(state_);
  if (!state_.begun) {
    state_.begun = true;
    state_.running = items_.make_root();
    put_seal(state_);
    plan.clear();
    return true;
  }
  if (has_all_ && state_.now.size == 0 && has_next_bound()) {
    begin_next_bound();
  }
  state_.running = next_item();
  put_seal(state_);
  if (state_.running == WorkItems::kNone) {
    return false;
  }
  items_.lay_down(state_.running, plan);
  return items_.intact();
}

// Those with too many preemptions are let go.
WorkItems::ItemId PreemptionBound::next_item() {
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

// The first option goes on with the running thread where that is possible.
uint32_t PreemptionBound::choose(const event::SchedulePoint& /*point*/) { return 0; }

void PreemptionBound::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  journal_.save_once(state_);
  // What a diverged execution has met need not be there another time.
  if (outcome.ending != event::Ending::diverged) {
    for_each_alternative(log, items_.fresh_from(state_.running), items_.preemptions(state_.running),
                         [&](const Alternative& other) {
                           if (other.preemptions > max_preemptions_) {
                             state_.beyond = true;
                             return;
                           }
                           WorkItems::Stack& stack =
                               other.preemptions > state_.bound ? state_.next : state_.now;
                           state_.overflowed |= !items_.push(stack, state_.running, other);
                         });
  }
  journal_.save_once(pace_);
  pace_.count_execution();
  items_.release(state_.running);
  state_.running = WorkItems::kNone;
  put_seal(state_);
}

explore::Coverage PreemptionBound::coverage() const {
  if (!is_sealed(state_)) {
    return {.damaged = true};
  }
  const bool bound_done = state_.begun && state_.running == WorkItems::kNone &&
                          state_.now.size == 0 && !state_.overflowed && !state_.cut;
  const bool all_done = bound_done && state_.next.size == 0;
  return {.completed_bound = bound_done ? static_cast<int32_t>(state_.bound) : state_.completed,
          .exhausted = all_done && !state_.beyond,
          .overflowed = state_.overflowed,
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
  state_.completed = static_cast<int32_t>(state_.bound);
  state_.bound += std::min(phase_width_ + 1, max_preemptions_ - state_.bound);
  state_.now = state_.next;
  state_.next = WorkItems::Stack{};
  put_seal(state_);
  journal_.save_once(pace_);
  pace_.begin(state_.now.size);
}

void PreemptionBound::begin_with_nothing(const explore::WorkProgress& progress) {
  journal_.save_once(state_);
  state_.begun = true;
  state_.bound = progress.bound;
  state_.completed = progress.completed;
  put_seal(state_);
}

void PreemptionBound::take(uint64_t most, explore::Work& work) {
  journal_.save_once(state_);
  items_.take(state_.now, most, work);
  put_seal(state_);
  journal_.save_once(pace_);
  pace_.begin_again(state_.now.size);
}

void PreemptionBound::give(std::span<const explore::WorkStep> work) {
  journal_.save_once(state_);
  state_.overflowed |= !items_.give(state_.now, work);
  put_seal(state_);
  journal_.save_once(pace_);
  pace_.begin_again(state_.now.size);
}

void PreemptionBound::start_over() {
  journal_.save_once(state_);
  const uint64_t epoch = state_.epoch;
  state_ = first_state();
  state_.epoch = epoch;
  put_seal(state_);
  items_.clear();
  journal_.save_once(pace_);
  pace_ = Pace{.epoch = pace_.epoch};
}

}  // namespace heddle::search
