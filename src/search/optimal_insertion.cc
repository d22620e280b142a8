// SPDX-License-Identifier: Apache-2.0
// How a race is turned round, and where in the tree that belongs; see optimal_reduction.cc.
#include "search/optimal_reduction.h"

#include <algorithm>

namespace heddle::search {

using order::Mark;

// `b` before `a`, if that is new; what else does not depend on `a` comes before both.  False if
// something sleeps that makes it needless.
bool OptimalReduction::turn_round(uint32_t a, uint32_t b, const Mark& turned) {
  turned_.clear();
  for (auto i = a + 1; i < order_.size(); ++i) {
    if (i != b && !order_.is_gone(i)) {
      turned_.push_back(order_.mark(i));
    }
  }
  turned_.push_back(turned);
  if (depends_by_outcome(a, turned)) {
    turned_.push_back(order_.mark(a));
    turned_.back().sole = true;
  }
  for (size_t i = sleep_from_[a]; i < sleep_from_[a + 1]; ++i) {
    if (is_explored_after(tree_[sleepers_[i]].mark, a)) {
      return false;
    }
  }
  insert(node_before(a), path_[a]);
  return true;
}

// Whether `a` is in a race with the step only with this outcome, and not with another that was
// explored.  That of a wait which was signalled and timed out is certain to be there still.
bool OptimalReduction::depends_by_outcome(uint32_t a, const Mark& turned) const {
  const Mark& first = order_.mark(a);
  if (first.kind != event::OpKind::cond_wake || first.outcomes == 1 || turned.outcomes != 1) {
    return false;
  }
  for (size_t i = sleep_from_[a]; i < sleep_from_[a + 1]; ++i) {
    const Mark& other = tree_[sleepers_[i]].mark;
    if (other.thread == first.thread && !dependent(other, turned)) {
      return true;
    }
  }
  return false;
}

// Whether all that can follow the sequence is known, since this step sleeps.  If the step is not
// in it, all its outcomes must sleep.
bool OptimalReduction::is_explored_after(const Mark& sleeper, uint32_t a) const {
  if (!comes_first(sleeper)) {
    return false;
  }
  if (sleeper.outcomes == 1 || has_step_of(sleeper.thread)) {
    return true;
  }
  size_t asleep = 0;
  for (size_t i = sleep_from_[a]; i < sleep_from_[a + 1]; ++i) {
    const Mark& other = tree_[sleepers_[i]].mark;
    asleep += other.thread == sleeper.thread && comes_first(other) ? 1 : 0;
  }
  return asleep == sleeper.outcomes;
}

bool OptimalReduction::has_step_of(event::ThreadId thread) const {
  return std::any_of(turned_.begin(), turned_.end(),
                     [&](const Mark& mark) { return mark.thread == thread; });
}

// Whether the sequence can begin with this step: it does, or does not depend on it.
bool OptimalReduction::comes_first(const Mark& step) const {
  for (const Mark& other : turned_) {
    if (other.thread == step.thread) {
      return other.alternative == step.alternative;
    }
    if (dependent(other, step)) {
      return false;
    }
  }
  return true;
}

void OptimalReduction::remove_first_of(event::ThreadId thread) {
  const auto is_its = [&](const Mark& mark) { return mark.thread == thread; };
  auto* found = std::find_if(turned_.begin(), turned_.end(), is_its);
  if (found != turned_.end()) {
    std::copy(found + 1, turned_.end(), found);
    turned_.pop_back();
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
    const bool ends = !turned_.empty() && turned_.back().all;
    if (turned_.empty() || (tree_[found].child == TraceTree::kNone && !ends)) {
      return;
    }
    node = found;
  }
  for (const Mark& mark : turned_) {
    node = tree_.add_last(node, mark);
    if (node == TraceTree::kNone) {
      state_.overflowed = true;
      return;
    }
  }
}

}  // namespace heddle::search
