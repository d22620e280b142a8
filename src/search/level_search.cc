// SPDX-License-Identifier: Apache-2.0
#include "search/level_search.h"

#include "base/check.h"

namespace heddle::search {

LevelSearch::LevelSearch(base::Region region, explore::Journal& journal, size_t levels,
                         uint32_t max_preemptions)
    : LevelSearch(Memory(region, [&](base::Region& from) { return from.take<Level>(levels); }),
                  journal, max_preemptions) {}

// In the lowest level that has some.  If a stray write has emptied a stack, there is less
// than there should be.
WorkItems::ItemId LevelSearch::next_item() {
  size_t looked_at = 0;
  while (state_.waiting > 0 && at(state_.level).stack.size == 0 && looked_at < levels_.size()) {
    ++state_.level;
    ++looked_at;
  }
  Level& level = at(state_.level);
  if (state_.waiting == 0 || level.stack.size == 0 || !is_sealed(level)) {
    state_.damaged = state_.waiting > 0;
    return WorkItems::kNone;
  }
  journal_.save_once(level);
  const WorkItems::ItemId item = items_.pop(level.stack);
  put_seal(level);
  --state_.waiting;
  return item;
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
  state_.progress.overflowed |= !pushed;
}

void LevelSearch::push_within_bound(uint32_t level, const Alternative& alternative) {
  if (alternative.preemptions > max_preemptions_) {
    state_.progress.beyond = true;
  } else {
    push(level, running(), alternative);
  }
}

bool LevelSearch::level_is_done() const { return is_between() && at(state_.level).stack.size == 0; }

// Nothing is known of a bound before the whole search is over.
explore::Coverage LevelSearch::coverage() const {
  if (!is_sealed(state_)) {
    return {.damaged = true};
  }
  const bool done = is_between() && state_.waiting == 0;
  return {.completed_bound = done && !state_.cut ? as_completed(max_preemptions_) : -1,
          .exhausted = done && !state_.progress.beyond && !state_.cut,
          .overflowed = state_.progress.overflowed,
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
  start_over_with({});
}

}  // namespace heddle::search
