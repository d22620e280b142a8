// SPDX-License-Identifier: Apache-2.0
#include "search/depth_first.h"

#include "search/seal.h"

namespace heddle::search {

using event::Event;

DepthFirst::DepthFirst(base::Region region, explore::Journal& journal, uint32_t max_preemptions)
    : journal_(journal),
      state_(region.take_one<State>()),
      items_(region, journal),
      max_preemptions_(max_preemptions) {
  if (!state_.begun) {
    journal_.save(state_);
    state_ = State{};
    put_seal(state_);
  }
}

bool DepthFirst::begin_execution(explore::Plan& plan) {
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
  state_.running = items_.pop(state_.stack);
  put_seal(state_);
  if (state_.running == WorkItems::kNone) {
    return false;
  }
  items_.lay_down(state_.running, plan);
  return items_.intact();
}

uint32_t DepthFirst::choose(const event::SchedulePoint& /*point*/) { return 0; }

void DepthFirst::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  journal_.save_once(state_);
  if (outcome.ending != event::Ending::diverged) {
    for_each_alternative(log, items_.fresh_from(state_.running), items_.preemptions(state_.running),
                         [&](const Alternative& other) {
                           if (other.preemptions > max_preemptions_) {
                             state_.beyond = true;
                             return;
                           }
                           state_.overflowed |= !items_.push(state_.stack, state_.running, other);
                         });
  }
  items_.release(state_.running);
  state_.running = WorkItems::kNone;
  put_seal(state_);
}

// Nothing is known of a bound before the whole search is over.
explore::Coverage DepthFirst::coverage() const {
  if (!is_sealed(state_)) {
    return {.damaged = true};
  }
  const bool done = state_.begun && state_.running == WorkItems::kNone && state_.stack.size == 0 &&
                    !state_.overflowed;
  const int32_t bound =
      max_preemptions_ > INT32_MAX ? INT32_MAX : static_cast<int32_t>(max_preemptions_);
  return {.completed_bound = done ? bound : -1,
          .exhausted = done && !state_.beyond,
          .overflowed = state_.overflowed,
          .damaged = !items_.intact(),
          .waiting = state_.stack.size,
          .waiting_now = state_.stack.size};
}

void DepthFirst::begin_with_nothing(const explore::WorkProgress& /*progress*/) {
  journal_.save_once(state_);
  state_.begun = true;
  put_seal(state_);
}

void DepthFirst::take(uint64_t most, explore::Work& work) {
  journal_.save_once(state_);
  items_.take(state_.stack, most, work);
  put_seal(state_);
}

void DepthFirst::give(std::span<const explore::WorkStep> work) {
  journal_.save_once(state_);
  state_.overflowed |= !items_.give(state_.stack, work);
  put_seal(state_);
}

void DepthFirst::start_over() {
  journal_.save_once(state_);
  const uint64_t epoch = state_.epoch;
  state_ = State{};
  state_.epoch = epoch;
  put_seal(state_);
  items_.clear();
}

}  // namespace heddle::search
