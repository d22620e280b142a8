// SPDX-License-Identifier: Apache-2.0
#include "search/level_search.h"

#include "base/check.h"
#include "search/seal.h"

namespace heddle::search {

using event::Event;

LevelSearch::LevelSearch(base::Region region, explore::Journal& journal, size_t levels,
                         uint32_t max_preemptions)
    : journal_(journal),
      state_(region.take_one<State>()),
      levels_(region.take<Level>(levels)),
      items_(region, journal),
      max_preemptions_(max_preemptions) {
  if (!state_.begun) {
    journal_.save(state_);
    state_ = State{};
    put_seal(state_);
  }
}

bool LevelSearch::begin_execution(explore::Plan& plan) {
  if (!is_sealed(state_)) {
    return false;
  }
  journal_.save_once(state_);
  plan.clear();
  if (!state_.begun) {
    state_.begun = true;
    state_.running = items_.make_root();
    put_seal(state_);
    return true;
  }
  if (!find_work()) {
    return false;
  }
  items_.lay_down(state_.running, plan);
  if (!items_.intact()) {
    return false;
  }
  lay_down_last(plan);
  return true;
}

// In the lowest level that has some.  If a stray write has emptied a stack, there is less
// than there should be.
bool LevelSearch::find_work() {
  size_t looked_at = 0;
  while (state_.waiting > 0 && at(state_.level).stack.size == 0 && looked_at < levels_.size()) {
    ++state_.level;
    ++looked_at;
  }
  Level& level = at(state_.level);
  if (state_.waiting == 0 || level.stack.size == 0 || !is_sealed(level)) {
    state_.damaged = state_.waiting > 0;
    put_seal(state_);
    return false;
  }
  journal_.save_once(level);
  state_.running = items_.pop(level.stack);
  put_seal(level);
  --state_.waiting;
  put_seal(state_);
  return state_.running != WorkItems::kNone;
}

void LevelSearch::end_execution(std::span<const Event> log, const event::Outcome& outcome) {
  journal_.save_once(state_);
  // What a diverged execution has met need not be there another time.
  if (outcome.ending != event::Ending::diverged) {
    learn(log);
  }
  items_.release(state_.running);
  state_.running = WorkItems::kNone;
  put_seal(state_);
}

void LevelSearch::push(uint32_t level, WorkItems::ItemId parent, const Alternative& alternative) {
  HEDDLE_CHECK(level - state_.level < levels_.size(), "work should not be put off too far");
  Level& its = at(level);
  journal_.save_once(its);
  if (its.stack.size == 0) {
    its.stack = WorkItems::Stack{};
  }
  const bool pushed = items_.push(its.stack, parent, alternative);
  put_seal(its);
  state_.waiting += pushed ? 1 : 0;
  state_.overflowed |= !pushed;
}

void LevelSearch::push_within_bound(uint32_t level, const Alternative& alternative) {
  if (alternative.preemptions > max_preemptions_) {
    state_.beyond = true;
  } else {
    push(level, state_.running, alternative);
  }
}

bool LevelSearch::is_done() const {
  return state_.begun && state_.running == WorkItems::kNone && state_.waiting == 0 &&
         !state_.overflowed;
}

bool LevelSearch::level_is_done() const {
  return is_done() || (state_.begun && state_.running == WorkItems::kNone &&
                       at(state_.level).stack.size == 0 && !state_.overflowed);
}

// Nothing is known of a bound before the whole search is over.
explore::Coverage LevelSearch::coverage() const {
  if (!is_sealed(state_)) {
    return {.damaged = true};
  }
  const bool done = is_done();
  const int32_t bound =
      max_preemptions_ > INT32_MAX ? INT32_MAX : static_cast<int32_t>(max_preemptions_);
  return {.completed_bound = done && !state_.cut ? bound : -1,
          .exhausted = done && !state_.beyond && !state_.cut,
          .overflowed = state_.overflowed,
          .cut = state_.cut,
          .damaged = state_.damaged || !items_.intact(),
          .waiting = state_.waiting};
}

void LevelSearch::start_over() {
  for (Level& level : levels_) {
    if (level.stack.size != 0) {
      journal_.save_once(level);
      level.stack = WorkItems::Stack{};
      put_seal(level);
    }
  }
  journal_.save_once(state_);
  const uint64_t epoch = state_.epoch;
  state_ = State{};
  state_.epoch = epoch;
  put_seal(state_);
  items_.clear();
}

}  // namespace heddle::search
