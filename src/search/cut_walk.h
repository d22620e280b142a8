// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "order/cuts.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::search {

// Goes through the cuts of an execution in thought, as a search of schedules would: each cut with
// each thread that may have run last, by the fewest preemptions that it takes to get there.  It
// comes to where a thread could do something else than it did in the execution.
//
// A thread is left where that costs a preemption only if its next step is contested: up to there
// it could as well go on, since nothing that happens in between makes a difference to it.
class CutWalk {
 public:
  using NodeId = uint32_t;
  static constexpr NodeId kNone = 0xffffffff;
  static constexpr uint32_t kMostPreemptions = 15;

  static size_t bytes_needed(size_t most_steps);

  // Nothing that is in the region is used.
  CutWalk(base::Region& region, size_t most_steps);

  // A thread does one or more steps as in the execution; only the first of them was chosen.
  struct Node {
    order::Fingerprint cut = {};  // after it
    NodeId parent = kNone;
    NodeId next = kNone;    // that waits
    uint32_t position = 0;  // of its first step
    uint32_t item = kNone;  // for who takes what is found
    uint16_t thread = 0;
    uint16_t alternative = 0;  // of its first step
    bool chosen = false;       // its first step is not the default
    bool yielded = false;      // its last step
    bool begins = false;       // is before all steps
  };

  // A step that is not in the execution, right after a cut of it.
  struct Turn {
    NodeId after;
    uint32_t position;
    uint16_t thread;
    uint16_t alternative;
    uint32_t preemptions;     // up to it
    order::Fingerprint cut;  // with it
  };

  // Tells `take` of each step, and `pass` of each cut with it, that takes at most so many
  // preemptions.  False if there are more cuts than can be kept.
  template <typename Take, typename Pass>
  [[nodiscard]] bool go(order::PartialOrder& order, std::span<const order::Waiting> waiting,
                        uint32_t most_preemptions, Take take, Pass pass);

  // There are others that take more.
  [[nodiscard]] bool is_cut_off() const { return beyond_; }

  [[nodiscard]] Node& operator[](NodeId node) { return nodes_[node]; }
  [[nodiscard]] std::span<const Node> nodes() const { return nodes_.items(); }

 private:
  static constexpr size_t kMostNodes = size_t{1} << 20;
  static constexpr size_t kMostNumbers = kMostNodes * 8;
  static constexpr size_t kSlots = kMostNodes * 2;

  struct Seen {
    uint64_t key = 0;
    uint64_t walk = 0;
  };

  bool begin(order::PartialOrder& order, std::span<const order::Waiting> waiting);
  [[nodiscard]] order::Cut cut_of(NodeId node) const {
    return {numbers_.begin() + size_t{node} * threads_, threads_};
  }
  NodeId add(NodeId parent);
  void put_off(NodeId node, uint32_t preemptions);
  bool is_new(NodeId node);
  void do_step(NodeId node, uint32_t step);

  template <typename Take, typename Pass>
  bool expand(NodeId node, uint32_t preemptions, uint32_t most_preemptions, Take& take, Pass& pass);

  order::Cuts cuts_;
  base::List<Node> nodes_;
  base::List<uint32_t> numbers_;  // of each node's cut
  std::span<Seen> seen_;
  uint32_t threads_ = 0;
  uint64_t& walk_;  // of so many; beside what was seen
  bool beyond_ = false;
  order::PartialOrder* order_ = nullptr;
  NodeId waiting_[kMostPreemptions + 1] = {};  // by preemptions
};

template <typename Take, typename Pass>
bool CutWalk::go(order::PartialOrder& order, std::span<const order::Waiting> waiting,
                 uint32_t most_preemptions, Take take, Pass pass) {
  if (!begin(order, waiting)) {
    return false;
  }
  for (uint32_t preemptions = 0; preemptions <= most_preemptions; ++preemptions) {
    while (waiting_[preemptions] != kNone) {
      const NodeId node = waiting_[preemptions];
      waiting_[preemptions] = nodes_[node].next;
      if (is_new(node) && !expand(node, preemptions, most_preemptions, take, pass)) {
        return false;
      }
    }
  }
  return true;
}

template <typename Take, typename Pass>
bool CutWalk::expand(NodeId node, uint32_t preemptions, uint32_t most_preemptions, Take& take,
                     Pass& pass) {
  const Node at = nodes_[node];
  const uint32_t position = order::Cuts::size_of(cut_of(node));
  if (position == order_->size()) {
    return true;  // the execution has ended, even if threads could have gone on
  }
  order::Cuts::Next own;
  if (!at.begins) {
    own = cuts_.next(cut_of(node), at.thread);
  }
  const bool leaving_costs = own.ready == order::Ready::yes && !at.yielded;
  const bool goes_on = leaving_costs && !cuts_.is_contested(cut_of(node), at.thread);
  for (uint32_t i = 0; i < threads_; ++i) {
    const auto thread = static_cast<uint16_t>(i);
    const bool is_own = !at.begins && thread == at.thread;
    if (goes_on && !is_own) {
      continue;
    }
    const order::Cuts::Next next = is_own ? own : cuts_.next(cut_of(node), thread);
    if (!next.there || next.ready == order::Ready::no) {
      continue;
    }
    const uint32_t cost = preemptions + (leaving_costs && !is_own ? 1 : 0);
    if (cost > most_preemptions) {
      beyond_ = true;
      continue;
    }
    const order::Fingerprint without = at.cut - cuts_.id_of_last(cut_of(node), thread);
    if (!next.as_done) {
      uint16_t alternative = 0;
      const order::Fingerprint id = cuts_.id_of_turned(cut_of(node), thread, alternative);
      take(Turn{node, position, thread, alternative, cost, without + id});
      continue;
    }
    const event::Event& step = order_->event(next.step);
    for (uint16_t other = 0; other < step.alternatives; ++other) {
      if (other != step.alternative) {
        take(Turn{node, position, thread, other, cost,
                  without + cuts_.id_of_outcome(next.step, other)});
      }
    }
    const NodeId child = add(node);
    if (child == kNone) {
      return false;
    }
    nodes_[child].position = position;
    nodes_[child].thread = thread;
    nodes_[child].alternative = step.alternative;
    nodes_[child].chosen = !is_own || !leaving_costs || step.alternative != 0;
    do_step(child, next.step);
    pass(nodes_[child].cut);
    // It goes on by itself to where something is to be decided.
    for (;;) {
      const order::Cuts::Next then = cuts_.next(cut_of(child), thread);
      if (nodes_[child].yielded || !then.as_done || then.ready != order::Ready::yes ||
          order_->event(then.step).alternatives > 1 ||
          cuts_.is_contested(cut_of(child), thread)) {
        break;
      }
      do_step(child, then.step);
      pass(nodes_[child].cut);
    }
    put_off(child, cost);
  }
  return true;
}

}  // namespace heddle::search
