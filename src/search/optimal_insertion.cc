// SPDX-License-Identifier: Apache-2.0
// How a race is turned round, and where in the tree that belongs; see optimal_reduction.cc.
#include "search/optimal_reduction.h"

#include <algorithm>

namespace heddle::search {

using order::Mark;

// `b` before `a`, if that is new; what else does not depend on `a` comes before both.  If something
// sleeps that makes it needless: until fewer than so many steps are those of this execution.
uint32_t OptimalReduction::turn_round(uint32_t a, uint32_t b, const Mark& turned) {
  if (!may_plan(b - a)) {
    return 0;
  }
  turned_.begin(*order_, a, b, turned);
  if (depends_by_outcome(a, turned)) {
    Mark first = order_->mark(a);
    first.sole = true;
    first.others = 0;
    first.guessed = true;
    turned_.add_first(first);
  }
  uint32_t until = 0;
  for (const Sleeper& sleeper : sleepers_at(a)) {
    const uint32_t other = explored_after(sleeper, a);
    until = other == 0 ? until : other;
    if (until != 0 && until != kEveryTime) {
      break;
    }
  }
  if (until == 0) {
    insert(a);
  }
  return until;
}

// Whether `a` is in a race with the step only with this outcome, and not with another that was
// explored.  That of a wait which was signalled and timed out is certain to be there still.
bool OptimalReduction::depends_by_outcome(uint32_t a, const Mark& turned) const {
  const Mark& first = order_->mark(a);
  if (order_->event(a).kind != event::OpKind::cond_wake || first.outcomes == 1 ||
      turned.outcomes != 1) {
    return false;
  }
  for (const Sleeper& another : sleepers_at(a)) {
    const Mark& other = tree_[another.node].mark;
    if (other.thread == first.thread && !dependent(other, turned, order_->uses())) {
      return true;
    }
  }
  return false;
}

// Whether all that can follow the sequence is known, since this step sleeps; 0 if not, else as from
// turn_round().  If the step is not in it, all its outcomes must sleep.
uint32_t OptimalReduction::explored_after(const Sleeper& asleep, uint32_t a) const {
  const Mark& sleeper = tree_[asleep.node].mark;
  const uint32_t place = turned_.place_if_first(sleeper, asleep.bits);
  if (place == TurnedRace::kNowhere) {
    return 0;
  }
  if (place < order_->size()) {
    return place + 2;  // the last step in common may come to something else
  }
  const bool any_outcome =
      place == TurnedRace::kNotThere || (place == TurnedRace::kSecond && order_->uses().any());
  if (!any_outcome || sleeper.outcomes == 1) {
    return kEveryTime;
  }
  size_t outcomes = 0;
  for (const Sleeper& another : sleepers_at(a)) {
    const Mark& other = tree_[another.node].mark;
    outcomes += other.thread == sleeper.thread && turned_.comes_first(other) ? 1 : 0;
  }
  return outcomes == sleeper.outcomes ? kEveryTime : 0;
}

// Of a sequence only as much is put there as is needed; what it leaves out is found again by those
// who follow it.
void OptimalReduction::insert(uint32_t a) {
  if (!make_path(log_, a + 1)) {
    return;
  }
  NodeId node = node_before(a);
  const NodeId under_way = path_[a];
  found_.clear();
  beside_.clear();
  for (;;) {
    NodeId found = TraceTree::kNone;
    uint32_t place = TurnedRace::kNowhere;
    tree_.for_each_child(node, [&](NodeId child) {
      const Mark& mark = tree_[child].mark;
      const bool all_outcomes =
          mark.outcomes == 1 || (tree_[child].child == TraceTree::kNone && !mark.sole);
      if (tree_[child].done) {
        return false;
      }
      // If it is not there, nothing of its thread is.
      place =
          child == under_way ? TurnedRace::kNowhere : turned_.place_if_first(mark, bits_of(mark));
      if (place != TurnedRace::kNowhere && (all_outcomes || place != TurnedRace::kNotThere)) {
        found = child;
      } else if (!beside_.full()) {
        beside_.push_back({child, static_cast<uint32_t>(found_.size())});
      }
      return found != TraceTree::kNone;
    });
    if (found == TraceTree::kNone) {
      break;
    }
    turned_.remove(place);
    // Whatever is below will be explored.  That a step ends it all is known only where it was done.
    const uint32_t last = turned_.last();
    const bool ends = last != TurnedRace::kNowhere && turned_.mark_of(last).all;
    if (last == TurnedRace::kNowhere || (tree_[found].child == TraceTree::kNone && !ends)) {
      return;
    }
    found_.push_back(found);
    node = found;
  }
  base::List<TurnedRace::Step>& steps = turned_.write_down();
  leave_out_needless(a, steps);
  const auto fill = [&](size_t i, NodeId, TraceTree::Node& fresh) {
    fresh.mark = turned_.mark_of(steps[i].step);
  };
  state_.overflowed |= !tree_.add_chain(node, steps.size(), fill);
}

// What is needed: the second step of the race, what wakes all that will sleep there, and what these
// have to come after.  The rest can as well be done after them, and whoever does that need not look
// for who sleeps.  With several outcomes it is not that plain, and all of it is kept.
void OptimalReduction::leave_out_needless(uint32_t a, base::List<TurnedRace::Step>& steps) {
  using Step = TurnedRace::Step;
  const auto mark_of = [&](const Step& step) -> const Mark& { return turned_.mark_of(step.step); };
  const auto is_second = [](const Step& step) { return step.step == TurnedRace::kSecond; };
  const auto chooses = [&](const Step& step) { return mark_of(step).outcomes != 1; };
  if (std::none_of(steps.begin(), steps.end(), is_second) ||
      std::any_of(steps.begin(), steps.end(), chooses) || beside_.full()) {
    return;
  }
  for (const Sleeper& sleeper : sleepers_at(a)) {
    if (!need_waker(sleeper.node, 0, steps)) {
      return;
    }
  }
  for (const Beside& beside : beside_) {
    if (!need_waker(beside.node, beside.from, steps)) {
      return;
    }
  }
  need_what_comes_before(steps);
  Step* const kept =
      std::remove_if(steps.begin(), steps.end(), [](const Step& step) { return !step.needed; });
  steps.set_size(static_cast<size_t>(kept - steps.begin()));
}

// The latest of those that are needed are enough to tell: there are no more of them than threads.
void OptimalReduction::need_what_comes_before(base::List<TurnedRace::Step>& steps) {
  using Step = TurnedRace::Step;
  latest_.clear();
  const auto is_before_others = [&](const Step& step) {
    const auto is_before = [&](uint32_t other) { return order_->before(step.step, other); };
    return std::any_of(latest_.begin(), latest_.end(), is_before);
  };
  const auto is_of_the_race = [](const Step& step) { return step.step >= TurnedRace::kFirst; };
  Step* const race = std::find_if(steps.begin(), steps.end(), is_of_the_race);
  const auto comes_before_race = [&](const Step& step) {
    return std::any_of(race, steps.end(), [&](const Step& last) {
      return (step.bits & last.bits) != 0 &&
             dependent(turned_.mark_of(step.step), turned_.mark_of(last.step), order_->uses());
    });
  };
  for (Step* at = race; at-- != steps.begin();) {
    const bool before_another = is_before_others(*at);
    if (!before_another && (at->needed || comes_before_race(*at))) {
      latest_.push_back(at->step);
      at->needed = true;
    }
    at->needed |= before_another;
  }
}

// A step that wakes it, unless one does on the way there; false if none is known to.
bool OptimalReduction::need_waker(NodeId sleeper, size_t from,
                                  base::List<TurnedRace::Step>& steps) const {
  const Mark& mark = tree_[sleeper].mark;
  const auto wakes = [&](NodeId node) { return dependent(tree_[node].mark, mark, order_->uses()); };
  if (std::any_of(found_.begin() + from, found_.end(), wakes)) {
    return true;
  }
  const uint64_t bits = bits_of(mark);
  TurnedRace::Step* const waker =
      std::find_if(steps.begin(), steps.end(), [&](const TurnedRace::Step& step) {
        return (step.bits & bits) != 0 &&
               dependent(turned_.mark_of(step.step), mark, order_->uses());
      });
  if (waker == steps.end() || mark.outcomes != 1) {
    return false;
  }
  waker->needed = true;
  return true;
}

}  // namespace heddle::search
