// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "order/cuts.h"
#include "search/lone_groups.h"
#include "search/users.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::search {

// Goes through the cuts of an execution, simulated and not executed, as iterative context bounding
// (Musuvathi, Qadeer, PLDI 2007) would: each cut with each thread that may have run last, by the
// fewest preemptions that it takes to get there.  A cut is so many of the first steps of each
// thread, with all that the trace order puts before them; all schedules that lead to it lead to the
// same state.  It finds where a thread could do something else than it did in the execution.
//
// Invariant: wherever a schedule within the bound leads inside the executions so far is gone
// through, with no more preemptions than in that schedule.  Decision 0026 has the proof that no
// trace within the bound is missed.
//
// A thread is left where that costs a preemption only if others use what it uses next: up to there
// it could as well go on, since nothing that happens in between makes a difference to it.  Where a
// step is pinned it is not left for a preemption; so it is left before the step before that, too,
// or before one that may lead to a pinned one.  And where some threads can run to their ends
// without meeting another one, no other is tried before them (LoneGroups).
class CutWalk {
 public:
  using NodeId = uint32_t;
  static constexpr NodeId kNone = 0xffffffff;
  static constexpr uint32_t kMostPreemptions = 15;

  // Nothing that is in the region is used.
  CutWalk(base::Region& region, size_t most_steps);

  // A thread does one or more steps as in the execution; only the first of them was chosen.
  struct Node {
    order::Fingerprint cut = {};  // after it
    NodeId next = kNone;          // that waits
    NodeId parent = kNone;
    uint32_t item = kNone;     // for who takes what is found
    uint32_t position = 0;     // of its first step
    uint16_t alternative = 0;  // of that
    uint16_t thread = 0;
    uint32_t preemptions = 0;
    bool begins = false;   // is before all steps
    bool chosen = false;   // its first step is not the default
    bool yielded = false;  // its last step
  };

  // A step that is not in the execution, right after a cut of it.
  struct Turn {
    NodeId after;
    uint32_t position;
    uint16_t thread;
    uint16_t alternative;
    uint32_t preemptions;    // up to it
    uint64_t step;           // stands for it, with all that it comes after
    order::Fingerprint cut;  // with it, after it
  };

  // Begins with an execution.  False if it is more than can be kept.
  //   known: so many of its steps are those of the one before;
  //   cut_off: it is known that there is more than will be gone through.
  [[nodiscard]] bool begin(order::PartialOrder& order, std::span<const order::Waiting> waiting,
                           const Users& users, uint32_t known, bool cut_off);

  [[nodiscard]] const order::Cuts& cuts() const { return cuts_; }

  // Walks are begun before all steps, or after a cut, if it is one of this execution: false if not.
  void start();
  bool start_from(order::Cut cut, const order::Fingerprint& state, uint16_t thread, uint32_t item,
                  uint32_t preemptions);

  // Tells `take` of the other outcomes of the last step in the cut that was started from.
  template <typename Take>
  void for_each_outcome_of_start(Take take) const;

  // Tells `take` of each step that is not in the execution, and asks `pass` of each cut that it
  // comes to whether to go on there; of all that take at most so many preemptions.  False if there
  // are more than can be kept, or it would take more work than that.
  template <typename Take, typename Pass>
  [[nodiscard]] bool go(uint32_t most_preemptions, uint64_t most_work, Take take, Pass pass);

  // What it took since it began: about as many steps were looked at.
  [[nodiscard]] uint64_t work() const { return work_; }

  // There are others that take more preemptions.
  [[nodiscard]] bool is_cut_off() const { return beyond_; }

  [[nodiscard]] Node& operator[](NodeId node) { return nodes_[node]; }
  [[nodiscard]] order::Cut cut_of(NodeId node) const {
    return {numbers_.begin() + size_t{node} * threads_, threads_};
  }
  [[nodiscard]] std::span<const Node> nodes() const { return nodes_.items(); }

  // Whether this walk comes there for the first time, or with fewer preemptions than before.
  bool is_new(const order::Fingerprint& state, uint32_t preemptions);

  // What follows a cut depends on who ran last, too.
  [[nodiscard]] static order::Fingerprint state_of(const order::Fingerprint& cut, uint16_t thread) {
    return mixed(cut + order::Fingerprint{thread + 1U, 0});
  }

 private:
  static constexpr size_t kMostNodes = size_t{1} << 20;
  static constexpr size_t kMostNumbers = kMostNodes * 8;
  static constexpr size_t kSlots = kMostNodes * 2;
  // What a step comes to that is turned round is found by looking back at those before it.
  static constexpr size_t kLookedBackAtOnce = 32;

  struct Seen {
    uint64_t key;
    uint32_t walk;
    uint32_t preemptions;
  };

  //   is_known: what it does next is what it did in the execution.
  [[nodiscard]] bool is_left(order::Cut cut, uint32_t thread, bool is_known) const;
  [[nodiscard]] bool is_contested(order::Cut cut, uint32_t thread, bool is_known) const;
  [[nodiscard]] bool can_be_left_after(order::Cut cut, uint32_t thread, bool is_known) const;
  NodeId add(NodeId parent);
  void drop_last();
  void put_off(NodeId node, uint32_t preemptions);
  void do_step(NodeId node, uint32_t step);

  template <typename Take, typename Pass>
  bool expand(NodeId node, uint32_t preemptions, uint32_t most_preemptions, Take& take, Pass& pass);
  template <typename Pass>
  bool go_on(NodeId node, uint32_t preemptions, bool stays, Pass& pass);

  order::Cuts cuts_;
  base::List<uint64_t> contested_by_;  // row: threads, as bits
  uint64_t contested_if_turned_ = 0;   // any row, besides
  LoneGroups lone_groups_;
  bool any_pinned_ = false;
  base::List<Node> nodes_;
  base::List<uint32_t> numbers_;  // of each node's cut
  std::span<Seen> seen_;
  uint32_t& walk_;       // of so many; beside what was seen
  size_t seen_now_ = 0;  // in this one
  uint32_t threads_ = 0;
  bool beyond_ = false;
  uint64_t work_ = 0;
  order::PartialOrder* order_ = nullptr;
  NodeId waiting_[kMostPreemptions + 1] = {};  // by preemptions
};

template <typename Take>
void CutWalk::for_each_outcome_of_start(Take take) const {
  const auto start = static_cast<NodeId>(nodes_.size() - 1);
  const Node& node = nodes_[start];
  const uint32_t last = cuts_.last_of(cut_of(start), node.thread);
  const event::Event& step = order_->event(last);
  for (uint16_t other = 0; other < step.alternatives; ++other) {
    if (other != step.alternative) {
      const order::Fingerprint id = cuts_.id_of_outcome(last, other);
      take(Turn{start, order::Cuts::size_of(cut_of(start)) - 1, node.thread, other,
                node.preemptions, id.low, node.cut - cuts_.id(last) + id});
    }
  }
}

template <typename Take, typename Pass>
bool CutWalk::go(uint32_t most_preemptions, uint64_t most_work, Take take, Pass pass) {
  for (uint32_t preemptions = 0; preemptions <= most_preemptions; ++preemptions) {
    while (waiting_[preemptions] != kNone) {
      if (work_ > most_work) {
        return false;
      }
      const NodeId node = waiting_[preemptions];
      waiting_[preemptions] = nodes_[node].next;
      if (!expand(node, preemptions, most_preemptions, take, pass)) {
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
  // Another outcome may use other things.
  const bool is_known = own.as_done && order_->event(own.step).alternatives == 1;
  const bool goes_on = leaving_costs && !is_left(cut_of(node), at.thread, is_known);
  const uint64_t among = goes_on ? LoneGroups::kAll
                                 : lone_groups_.find(cuts_, cut_of(node),
                                                     leaving_costs ? at.thread : LoneGroups::kNone);
  for (uint32_t i = 0; i < threads_; ++i) {
    if (among != LoneGroups::kAll && ((among >> i) & 1) == 0) {
      continue;
    }
    const auto thread = static_cast<uint16_t>(i);
    const bool is_own = !at.begins && thread == at.thread;
    if (goes_on && !is_own) {
      continue;
    }
    const uint32_t cost = preemptions + (leaving_costs && !is_own ? 1 : 0);
    if (cost > most_preemptions && beyond_) {
      continue;
    }
    ++work_;
    const order::Cuts::Next next = is_own ? own : cuts_.next(cut_of(node), thread);
    if (!next.there || next.ready == order::Ready::no) {
      continue;
    }
    if (cost > most_preemptions) {
      beyond_ = true;
      continue;
    }
    const order::Fingerprint without = at.cut - cuts_.id_of_last(cut_of(node), thread);
    if (!next.as_done) {
      work_ += order_->size() / kLookedBackAtOnce;
      uint16_t alternative = 0;
      const order::Fingerprint id = cuts_.id_of_turned(cut_of(node), thread, alternative);
      take(Turn{node, position, thread, alternative, cost, id.low, without + id});
      continue;
    }
    const event::Event& step = order_->event(next.step);
    for (uint16_t other = 0; other < step.alternatives; ++other) {
      if (other != step.alternative) {
        const order::Fingerprint id = cuts_.id_of_outcome(next.step, other);
        take(Turn{node, position, thread, other, cost, id.low, without + id});
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
    if (go_on(child, cost, cost == most_preemptions && beyond_, pass)) {
      put_off(child, cost);
    } else {
      drop_last();
    }
  }
  return true;
}

// By itself, to where something is to be decided.  Whether nobody was there.
//   stays: the thread cannot be left where that takes a preemption.  Then nothing is decided on the
//   way, and whoever comes to it from elsewhere may go the rest of it once more.
template <typename Pass>
bool CutWalk::go_on(NodeId node, uint32_t preemptions, bool stays, Pass& pass) {
  const uint16_t thread = nodes_[node].thread;
  const auto is_new = [&] { return pass(state_of(nodes_[node].cut, thread), preemptions); };
  bool told = true;
  if (!is_new()) {
    return false;
  }
  for (;;) {
    ++work_;
    const order::Cuts::Next next = cuts_.next(cut_of(node), thread);
    if (nodes_[node].yielded || !next.as_done || next.ready != order::Ready::yes ||
        order_->event(next.step).alternatives > 1 ||
        (!stays && is_left(cut_of(node), thread, true))) {
      return told || is_new();
    }
    do_step(node, next.step);
    told = !stays;
    if (told && !is_new()) {
      return false;
    }
  }
}

}  // namespace heddle::search
