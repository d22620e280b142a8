// SPDX-License-Identifier: Apache-2.0
// Executions that wait: the cuts with which they begin.
#include "search/bounded_reduction.h"
#include "search/seal.h"

#include <algorithm>

namespace heddle::search {

using event::Event;

// From all that wait and are in the same execution.
void BoundedReduction::start_from_items() {
  const order::Cuts& cuts = walk_.cuts();
  steps_.clear();
  steps_.add(0);
  for (uint32_t step = 0; step < order_->size(); ++step) {
    steps_.add(cuts.id(step).low);
  }
  for (uint32_t step = 0; step < order_->size(); ++step) {
    const uint64_t id = cuts.id(step).low;
    index_.for_each(id, steps_, [&](ItemId item) {
      return item < items_.size() && targets_[item].step == id && item != state_.running &&
             start_from(item);
    });
  }
}

// Whether it is in the execution, and need not be run any more.
bool BoundedReduction::start_from(ItemId item) {
  std::fill(cut_.begin(), cut_.end(), 0);
  const event::Deviation last = items_.deviation(item);
  const uint32_t preemptions = items_.preemptions(item);
  uint32_t end = last.position + 1;
  for (ItemId at = item; items_.parent(at) != WorkItems::kNone; at = items_.parent(at)) {
    const event::Deviation& step = items_.deviation(at);
    cut_[step.option] += end - step.position;
    end = step.position;
  }
  const order::Fingerprint& state = targets_[item].state;
  if (states_.find(state) != waits(preemptions) ||
      !walk_.start_from(cut_, state, last.option, item, preemptions)) {
    return false;
  }
  states_.add(state, gone_through(preemptions));
  walk_.for_each_outcome_of_start([&](const CutWalk::Turn& outcome) {
    if (is_wanted(outcome)) {
      push(items_.parent(item), outcome);
    }
  });
  return true;
}

// The preemptions that it takes are the fewest, as each walk goes by preemptions.
bool BoundedReduction::is_wanted(const CutWalk::Turn& turn) {
  return states_.add(CutWalk::state_of(turn.cut, turn.thread), waits(turn.preemptions));
}

void BoundedReduction::push(ItemId parent, const CutWalk::Turn& turn) {
  const ItemId item = parent == WorkItems::kNone
                          ? parent
                          : items_.make(parent, {turn.position, turn.thread, turn.alternative, 0},
                                        turn.preemptions);
  if (item == WorkItems::kNone || item >= targets_.capacity()) {
    state_.overflowed = true;
    return;
  }
  if (item >= targets_.size()) {
    arena_.journal.save(targets_.size_word());
    targets_.set_size(item + 1);
  }
  arena_.journal.save_fresh(targets_[item]);
  targets_[item] = {CutWalk::state_of(turn.cut, turn.thread), turn.step};
  index_.add(turn.step, last_steps_of_others(turn), item);
  items_.put(state_.waiting[turn.preemptions], item);
}

// Most executions that have its last step do not have these.  That of the thread that ran before
// tells most, and those of the first thread, which creates the others, least.
ItemIndex::Summary BoundedReduction::last_steps_of_others(const CutWalk::Turn& turn) {
  ItemIndex::Summary summary;
  const order::Cut cut = walk_.cut_of(turn.after);
  const uint32_t before = walk_[turn.after].thread;
  const auto add = [&](uint32_t thread) {
    if (thread != turn.thread && cut[thread] != 0) {
      summary.add(walk_.cuts().id_of_last(cut, thread).low);
    }
  };
  add(before);
  for (auto thread = static_cast<uint32_t>(cut.size()); thread-- > 0;) {
    if (thread != before) {
      add(thread);
    }
  }
  return summary;
}

// The steps up to and with those of the node.
BoundedReduction::ItemId BoundedReduction::item_of(CutWalk::NodeId node) {
  path_.clear();
  for (; !walk_[node].begins && walk_[node].item == CutWalk::kNone; node = walk_[node].parent) {
    path_.push_back(node);
  }
  ItemId item = walk_[node].begins ? state_.root : walk_[node].item;
  for (size_t i = path_.size(); i-- > 0;) {
    CutWalk::Node& at = walk_[path_[i]];
    if (at.chosen && item != WorkItems::kNone) {
      item = items_.make(item, {at.position, at.thread, at.alternative, 0}, 0);
    }
    at.item = item;
  }
  return item;
}

uint64_t BoundedReduction::waiting() const {
  uint64_t waiting = 0;
  for (const WorkItems::Stack& stack : state_.waiting) {
    waiting += stack.size;
  }
  return waiting;
}

}  // namespace heddle::search
