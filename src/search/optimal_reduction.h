// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "explore/arena.h"
#include "explore/strategy.h"
#include "search/kept_order.h"
#include "search/trace_search.h"

#include <cstdint>

namespace heddle::search {

// One execution for each trace, without a bound: optimal dynamic partial-order reduction (Abdulla,
// Aronis, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic Partial Order
// Reduction", J. ACM 2017).
class OptimalReduction final : public TraceSearch {
 public:
  // Starts over zeroed memory, or goes on over what another process left there.
  //   lasting: what is left of it when an execution is over;
  //   passing: what the execution after it need not find as it was left.
  OptimalReduction(explore::Arena& arena, base::Region lasting, base::Region passing,
                   size_t most_steps);

 private:
  // Instead of a step of the execution: the second of a race before the first, and that after it.
  static constexpr uint32_t kSecond = 0xffffffff;
  static constexpr uint32_t kFirst = 0xfffffffe;
  // Instead of a place in it: in none, and at the end.
  static constexpr uint32_t kNowhere = 0xfffffffd;
  static constexpr uint32_t kNotThere = 0xfffffffc;

  static constexpr uint32_t kEveryTime = 0xffffffff;  // whatever is in common

  // A step of a sequence.
  struct Turned {
    uint32_t step;
    uint64_t bits;  // of its mark
  };

  void learn(std::span<const event::Event> log, const event::Outcome& outcome) override;
  // It was compared with what came after it was planned.
  [[nodiscard]] bool sleeps_if_impossible() const override { return true; }
  void add_steps(std::span<const event::Event> log, size_t known);
  uint32_t turn_round(uint32_t a, uint32_t b, const order::Mark& turned);
  void insert(NodeId node, NodeId under_way);
  [[nodiscard]] const order::Mark& mark_of(const Turned& turned) const;
  [[nodiscard]] bool comes_first(const order::Mark& step) const {
    return place_if_first(step, order::bits_of(step)) != kNowhere;
  }
  [[nodiscard]] uint32_t place_if_first(const order::Mark& step, uint64_t bits) const;
  [[nodiscard]] uint32_t explored_after(const Sleeper& sleeper, uint32_t a) const;
  [[nodiscard]] bool depends_by_outcome(uint32_t a, const order::Mark& turned) const;
  [[nodiscard]] bool has_step_of(event::ThreadId thread) const;
  void remove_first_of(event::ThreadId thread);
  base::List<uint32_t>
      again_;  // for each step: with fewer steps in common, look at its races again
  // The sequence that is about to be put into the tree, as steps of the execution; and those of it
  // that are others there.
  base::List<Turned> turned_;
  size_t turned_from_ = 0;  // those before it are in the tree
  order::Mark second_;
  order::Mark first_;
  KeptOrder order_;
};

}  // namespace heddle::search
