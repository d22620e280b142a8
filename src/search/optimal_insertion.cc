// SPDX-License-Identifier: Apache-2.0
// How a race is turned round, and where in the tree that belongs; see optimal_reduction.cc.
#include "search/optimal_reduction.h"

#include <algorithm>

namespace heddle::search {

using order::Mark;

// `b` before `a`, if that is new; what else does not depend on `a` comes before both.  If something
// sleeps that makes it needless: until fewer than so many steps are those of this execution.
uint32_t OptimalReduction::turn_round(uint32_t a, uint32_t b, const Mark& turned) {
  turned_.clear();
  turned_from_ = 0;
  order_->for_each_left(a + 1, [&](uint32_t step) {
    if (step != b) {
      turned_.push_back({step, order_->bits(step)});
    }
  });
  second_ = turned;
  turned_.push_back({kSecond, bits_of(second_)});
  if (depends_by_outcome(a, turned)) {
    first_ = order_->mark(a);
    first_.sole = true;
    turned_.push_back({kFirst, bits_of(first_)});
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
    insert(node_before(a), path_[a]);
  }
  return until;
}

// Whether `a` is in a race with the step only with this outcome, and not with another that was
// explored.  That of a wait which was signalled and timed out is certain to be there still.
bool OptimalReduction::depends_by_outcome(uint32_t a, const Mark& turned) const {
  const Mark& first = order_->mark(a);
  if (first.kind != event::OpKind::cond_wake || first.outcomes == 1 || turned.outcomes != 1) {
    return false;
  }
  for (const Sleeper& another : sleepers_at(a)) {
    const Mark& other = tree_[another.node].mark;
    if (other.thread == first.thread && !dependent(other, turned)) {
      return true;
    }
  }
  return false;
}

// Whether all that can follow the sequence is known, since this step sleeps; 0 if not, else as from
// turn_round().  If the step is not in it, all its outcomes must sleep.
uint32_t OptimalReduction::explored_after(const Sleeper& asleep, uint32_t a) const {
  const Mark& sleeper = tree_[asleep.node].mark;
  const uint32_t place = place_if_first(sleeper, asleep.bits);
  if (place == kNowhere) {
    return 0;
  }
  if (place < order_->size()) {
    return place + 2;  // the last step in common may come to something else
  }
  if (place != kNotThere || sleeper.outcomes == 1) {
    return kEveryTime;
  }
  size_t outcomes = 0;
  for (const Sleeper& another : sleepers_at(a)) {
    const Mark& other = tree_[another.node].mark;
    outcomes += other.thread == sleeper.thread && comes_first(other) ? 1 : 0;
  }
  return outcomes == sleeper.outcomes ? kEveryTime : 0;
}

const Mark& OptimalReduction::mark_of(const Turned& turned) const {
  return turned.step == kSecond  ? second_
         : turned.step == kFirst ? first_
                                 : order_->mark(turned.step);
}

bool OptimalReduction::has_step_of(event::ThreadId thread) const {
  return std::any_of(turned_.begin() + turned_from_, turned_.end(),
                     [&](const Turned& step) { return mark_of(step).thread == thread; });
}

// Which step of the sequence this one is, if that can begin with it; kNotThere if it is not in it,
// and does not depend on it.
uint32_t OptimalReduction::place_if_first(const Mark& step, uint64_t bits) const {
  const Turned* end = turned_.end();
  for (const Turned* at = turned_.begin() + turned_from_; at != end; ++at) {
    if ((at->bits & bits) == 0) {
      continue;
    }
    const Mark& other = mark_of(*at);
    if (other.thread == step.thread) {
      return other.alternative == step.alternative ? at->step : kNowhere;
    }
    if (dependent(other, step)) {
      return kNowhere;
    }
  }
  return kNotThere;
}

void OptimalReduction::remove_first_of(event::ThreadId thread) {
  Turned* from = turned_.begin() + turned_from_;
  Turned* found = std::find_if(from, turned_.end(),
                               [&](const Turned& step) { return mark_of(step).thread == thread; });
  if (found != turned_.end()) {
    std::copy_backward(from, found, found + 1);
    ++turned_from_;
  }
}

void OptimalReduction::insert(NodeId node, NodeId under_way) {
  for (;;) {
    NodeId found = TraceTree::kNone;
    tree_.for_each_child(node, [&](NodeId child) {
      const Mark& mark = tree_[child].mark;
      const bool all_outcomes =
          mark.outcomes == 1 || (tree_[child].child == TraceTree::kNone && !mark.sole);
      if (!tree_[child].done && child != under_way && comes_first(mark) &&
          (all_outcomes || has_step_of(mark.thread))) {
        found = child;
      }
      return found != TraceTree::kNone;
    });
    if (found == TraceTree::kNone) {
      break;
    }
    remove_first_of(tree_[found].mark.thread);
    // Whatever is below will be explored.  That a step ends it all is known only where it was done.
    const bool empty = turned_from_ == turned_.size();
    const bool ends = !empty && mark_of(turned_.back()).all;
    if (empty || (tree_[found].child == TraceTree::kNone && !ends)) {
      return;
    }
    node = found;
  }
  const auto fill = [&](size_t i, NodeId, TraceTree::Node& fresh) {
    fresh.mark = mark_of(turned_[turned_from_ + i]);
  };
  state_.overflowed |= !tree_.add_chain(node, turned_.size() - turned_from_, fill);
}

}  // namespace heddle::search
