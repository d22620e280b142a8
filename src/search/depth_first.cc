// SPDX-License-Identifier: Apache-2.0
#include "search/depth_first.h"

namespace heddle::search {

using event::Event;

DepthFirst::DepthFirst(base::Region region, uint32_t max_preemptions)
    : state_(region.take_one<State>()), items_(region), max_preemptions_(max_preemptions) {
  if (!state_.begun) {
    state_ = State{};
  }
}

bool DepthFirst::begin_execution(explore::Plan& plan) {
  if (!state_.begun) {
    state_.begun = true;
    state_.running = items_.make_root();
    plan.clear();
    return true;
  }
  state_.running = items_.pop(state_.stack);
  if (state_.running == WorkItems::kNone) {
    return false;
  }
  items_.lay_down(state_.running, plan);
  return true;
}

uint32_t DepthFirst::choose(const event::SchedulePoint& /*point*/) { return 0; }

void DepthFirst::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  if (outcome.ending != event::Ending::diverged) {
    for_each_alternative(log, items_.fresh_from(state_.running), [&](const Alternative& other) {
      if (other.preemptions > max_preemptions_) {
        state_.beyond = true;
        return;
      }
      state_.overflowed |= !items_.push(state_.stack, state_.running, other);
    });
  }
  items_.release(state_.running);
  state_.running = WorkItems::kNone;
}

// Nothing is known of a bound before the whole search is over.
explore::Coverage DepthFirst::coverage() const {
  const bool done = state_.begun && state_.running == WorkItems::kNone && state_.stack.size == 0 &&
                    !state_.overflowed;
  const int32_t bound =
      max_preemptions_ > INT32_MAX ? INT32_MAX : static_cast<int32_t>(max_preemptions_);
  return {.completed_bound = done ? bound : -1,
          .exhausted = done && !state_.beyond,
          .overflowed = state_.overflowed};
}

}  // namespace heddle::search
