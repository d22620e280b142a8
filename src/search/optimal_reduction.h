// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "explore/arena.h"
#include "explore/strategy.h"
#include "search/kept_order.h"
#include "search/trace_search.h"
#include "search/turned_race.h"

#include <cstdint>

namespace heddle::search {

// One execution for each trace, without a bound: optimal dynamic partial-order reduction (Abdulla,
// Aronis, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic Partial Order
// Reduction", J. ACM 2017).
//
// Idea: after an execution each of its races is reversed.  The steps before the race that are
// needed, and then its second step, are inserted as a sequence into a wakeup tree (TraceTree),
// unless a thread that sleeps there shows that the sequence was explored.  A step that is done
// sleeps at the node where it was done, until a step that depends on it.
//
// Invariant: whatever trace begins with the path to a node and then a step that sleeps there is
// explored already, so that no execution is planned twice and none is cut short.  That needs to
// know, for steps that were not run, what they would have come to without others: see
// order/partial_order.h.
class OptimalReduction final : public TraceSearch {
 public:
  // Starts over zeroed memory, or goes on over what another process left there.
  //   lasting: what is left of it when an execution is over;
  //   passing: what the execution after it need not find as it was left.
  OptimalReduction(explore::Arena& arena, base::Region lasting, base::Region passing,
                   size_t most_steps);

 private:
  static constexpr size_t kMostBeside = size_t{1} << 16;

  struct Beside {
    NodeId node;
    uint32_t from;
  };

  static constexpr uint32_t kEveryTime = 0xffffffff;  // whatever is in common

  void learn(std::span<const event::Event> log, const event::Outcome& outcome) override;
  // It was compared with what came after it was planned.
  [[nodiscard]] bool sleeps_if_impossible() const override { return true; }
  [[nodiscard]] order::Mark mark_done(size_t step) const override { return order_->mark(step); }
  void add_planned(size_t known);
  void recall_again(size_t known);
  void keep_again(size_t known);
  uint32_t turn_round(uint32_t a, uint32_t b, const order::Mark& turned);
  void insert(uint32_t a);
  void leave_out_needless(uint32_t a, base::List<TurnedRace::Step>& steps);
  void need_what_comes_before(base::List<TurnedRace::Step>& steps);
  [[nodiscard]] bool need_waker(NodeId sleeper, size_t from,
                                base::List<TurnedRace::Step>& steps) const;
  [[nodiscard]] uint32_t explored_after(const Sleeper& sleeper, uint32_t a) const;
  [[nodiscard]] bool depends_by_outcome(uint32_t a, const order::Mark& turned) const;
  std::span<const event::Event> log_;
  // For each step: with fewer steps in common, look at its races again.  The tree has it, too, for
  // whoever goes on after a death.
  base::List<uint32_t> again_;
  TurnedRace turned_;  // is about to be put into the tree
  // Where it goes on in the tree, and what is explored before it there: a node, and where it is
  // among the former.
  base::List<uint32_t> found_;
  base::List<Beside> beside_;
  base::List<uint32_t> latest_;  // steps of it
  KeptOrder order_;
};

}  // namespace heddle::search
