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

namespace heddle::search {

using event::Event;

PreemptionBound::PreemptionBound(base::Region region, uint32_t max_preemptions)
    : state_(region.take_one<State>()), items_(region), max_preemptions_(max_preemptions) {
  if (!state_.begun) {
    state_ = State{};
  }
}

bool PreemptionBound::begin_execution(explore::Plan& plan) {
  if (!state_.begun) {
    state_.begun = true;
    state_.running = items_.make_root();
    plan.clear();
    return true;
  }
  if (state_.now.size == 0 && state_.next.size > 0) {
    ++state_.bound;
    state_.now = state_.next;
    state_.next = WorkItems::Stack{};
  }
  state_.running = items_.pop(state_.now);
  if (state_.running == WorkItems::kNone) {
    return false;
  }
  items_.lay_down(state_.running, plan);
  return true;
}

// The first option goes on with the running thread where that is possible.
uint32_t PreemptionBound::choose(const event::SchedulePoint& /*point*/) { return 0; }

void PreemptionBound::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
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
}

explore::Coverage PreemptionBound::coverage() const {
  const bool bound_done = state_.begun && state_.running == WorkItems::kNone &&
                          state_.now.size == 0 && !state_.overflowed;
  const bool all_done = bound_done && state_.next.size == 0;
  return {.completed_bound = static_cast<int32_t>(state_.bound) - (bound_done ? 0 : 1),
          .exhausted = all_done && !state_.beyond,
          .overflowed = state_.overflowed};
}

}  // namespace heddle::search
