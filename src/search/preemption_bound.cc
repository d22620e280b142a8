// SPDX-License-Identifier: Apache-2.0
// Musuvathi and Qadeer, "Iterative Context Bounding for Systematic Testing of
// Multithreaded Programs", PLDI 2007, Algorithm 1:
//
//   work through the queue of the current bound; where the running thread could
//   go on, put each switch away from it into the queue of the next bound, where
//   it could not, into that of the current one; when the current queue is empty,
//   the next one takes its place, and every execution within the bound is done.
//
// We keep no states: a work item is a schedule prefix, and is run from the start.
// Options beyond who runs next (which waiter is woken, whether a wait times out)
// are free, as are switches away from a thread that has yielded.
#include "search/preemption_bound.h"

#include "search/seal.h"

namespace heddle::search {

using event::Event;

PreemptionBound::PreemptionBound(base::Region region, explore::Journal& journal,
                                 uint32_t max_preemptions)
    : journal_(journal),
      state_(region.take_one<State>()),
      items_(region, journal),
      max_preemptions_(max_preemptions) {
  if (!state_.begun) {
    state_ = State{};
    put_seal(state_);
  }
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
  if (state_.now.size == 0 && state_.next.size > 0) {
    ++state_.bound;
    state_.now = state_.next;
    state_.next = WorkItems::Stack{};
  }
  state_.running = items_.pop(state_.now);
  put_seal(state_);
  if (state_.running == WorkItems::kNone) {
    return false;
  }
  items_.lay_down(state_.running, plan);
  return items_.intact();
}

// The first option goes on with the running thread where that is possible.
uint32_t PreemptionBound::choose(const event::SchedulePoint& /*point*/) { return 0; }

void PreemptionBound::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  journal_.save_once(state_);
  // What a diverged execution has met need not be there another time.
  if (outcome.ending != event::Ending::diverged) {
    for_each_alternative(log, items_.fresh_from(state_.running), [&](const Alternative& other) {
      if (other.preemptions > max_preemptions_) {
        state_.beyond = true;
        return;
      }
      WorkItems::Stack& stack = other.preemptions > state_.bound ? state_.next : state_.now;
      state_.overflowed |= !items_.push(stack, state_.running, other);
    });
  }
  items_.release(state_.running);
  state_.running = WorkItems::kNone;
  put_seal(state_);
}

explore::Coverage PreemptionBound::coverage() const {
  if (!is_sealed(state_)) {
    return {.damaged = true};
  }
  const bool bound_done = state_.begun && state_.running == WorkItems::kNone &&
                          state_.now.size == 0 && !state_.overflowed;
  const bool all_done = bound_done && state_.next.size == 0;
  return {.completed_bound = static_cast<int32_t>(state_.bound) - (bound_done ? 0 : 1),
          .exhausted = all_done && !state_.beyond,
          .overflowed = state_.overflowed,
          .damaged = !items_.intact(),
          .waiting = state_.now.size + state_.next.size};
}

void PreemptionBound::start_over() {
  journal_.save_once(state_);
  const uint64_t epoch = state_.epoch;
  state_ = State{};
  state_.epoch = epoch;
  put_seal(state_);
  items_.clear();
}

}  // namespace heddle::search
