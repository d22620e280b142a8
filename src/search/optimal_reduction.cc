// SPDX-License-Identifier: Apache-2.0
// After each execution every race in it is turned round: the second step of the race is to be done
// before the first, after all that does not depend on that one.  This sequence of steps is put
// into the tree at the place of the first step, unless it is there already, or begins with a step
// after which everything was explored (it sleeps).  Executions follow the tree in order, and
// where it ends, they go on by default.
//
// Sequences are compared up to the order of independent steps, so that each trace is reached once:
// whatever sleeps where a sequence begins is woken by a step of it.  Of the steps of a sequence, as
// many are put into the tree as keep that true; the others come after them of themselves.
//
// Steps of an execution are put there when something else is to be tried in their place.
//
// An operation may come to several outcomes.  They are traces of their own, explored one after the
// other, before whatever else is at their place in the tree: what sleeps must have been explored
// with all of them.
#include "search/optimal_reduction.h"

#include <algorithm>

namespace heddle::search {

using event::Event;
using order::Mark;

OptimalReduction::OptimalReduction(explore::Arena& arena, base::Region lasting,
                                   base::Region passing, size_t most_steps)
    : TraceSearch(arena, lasting, passing, most_steps),
      again_(passing, most_steps + 1),
      turned_(passing, most_steps),
      found_(passing, most_steps),
      beside_(passing, kMostBeside),
      latest_(passing, most_steps),
      order_(passing, most_steps, arena.uses(), arena.awaited()) {}

void OptimalReduction::learn(std::span<const Event> log, const event::Outcome& outcome) {
  size_t known = 0;  // steps that are those of an execution before
  while (known < path_.size() && tree_[path_[known]].executed) {
    ++known;
  }
  if (!order_.follow(log, known, event::ends_all_threads(outcome), state_.learned)) {
    state_.overflowed = true;
    return;
  }
  const bool forgotten = order_.made_anew();
  if (forgotten) {
    turned_.forget();
  }
  // The last step that was planned is new where it is.
  const bool sole = !path_.empty() && tree_[path_.back()].mark.sole;
  const size_t fresh = path_.empty() || sole ? path_.size() : path_.size() - 1;
  log_ = log;
  add_planned(known);
  for (size_t i = fresh; i < log.size(); ++i) {
    if (log[i].alternatives > 1 && make_path(log, i + 1)) {
      add_outcomes(i, log[i], order::worst_mark_of(log[i]), [](uint16_t) { return false; });
    }
  }
  if (state_.overflowed || !find_sleepers(log.size(), forgotten ? 0 : known)) {
    state_.overflowed = true;
    return;
  }
  // Races before another outcome of a step were turned round with the first outcome; and what slept
  // then need not sleep when more is known of what comes after.
  const bool anew = known < path_.size() && tree_[path_[known]].other_outcome;
  if (forgotten) {
    recall_again(known);
  }
  again_.set_size(log.size());
  for (uint32_t b = 0; b < log.size(); ++b) {
    if (anew || b >= known || again_[b] > known) {
      uint32_t again = b < known && again_[b] != 0 ? kEveryTime : 0;
      order_->for_each_race(b, [&](uint32_t a, const Mark& turned) {
        again = std::max(again, turn_round(a, b, turned));
      });
      again_[b] = again;
      if (b < known) {
        tree_.set_again(path_[b], again);
      }
    }
  }
  const auto end = static_cast<uint32_t>(log.size());
  for (const order::Waiting& waiting : arena_.waiting) {
    order_->for_each_race(waiting,
                          [&](uint32_t a, const Mark& turned) { turn_round(a, end, turned); });
  }
  keep_again(known);
  order_.keep(arena_, ++state_.learned);
}

void OptimalReduction::recall_again(size_t known) {
  again_.clear();
  for (size_t i = 0; i < known; ++i) {
    again_.push_back(tree_[path_[i]].again);
  }
}

// Of steps that were known, what has changed was kept at once.
void OptimalReduction::keep_again(size_t known) {
  for (size_t i = known; i < path_.size(); ++i) {
    tree_.set_again(path_[i], again_[i]);
  }
}

void OptimalReduction::add_planned(size_t known) {
  for (size_t i = known; i < path_.size(); ++i) {
    // What was put into the tree beside it was compared with the step as it was planned.
    tree_.settle(path_[i], merged(tree_[path_[i]].mark, order_->mark(i)), log_[i]);
  }
}

}  // namespace heddle::search
