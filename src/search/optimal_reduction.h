// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "explore/arena.h"
#include "explore/strategy.h"
#include "order/partial_order.h"
#include "search/trace_tree.h"

#include <cstdint>

namespace heddle::search {

// One execution for each trace, without a bound: optimal dynamic partial-order reduction (Abdulla,
// Aronis, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic Partial Order
// Reduction", J. ACM 2017).
class OptimalReduction final : public explore::Strategy {
 public:
  // Starts over zeroed memory, or goes on over what another process left there.
  //   lasting: what is left of it when an execution is over;
  //   passing: what the execution after it need not find as it was left.
  OptimalReduction(explore::Arena& arena, base::Region lasting, base::Region passing,
                   size_t most_steps);

  bool begin_execution(explore::Plan& plan) override;
  uint32_t choose(const event::SchedulePoint& point) override;
  [[nodiscard]] bool takes_the_default() const override { return true; }
  [[nodiscard]] bool prunes() const override { return !path_.empty(); }
  bool is_covered(std::span<const event::Event> log) override;
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) override;
  [[nodiscard]] explore::Coverage coverage() const override;
  void start_over() override;

 private:
  using NodeId = TraceTree::NodeId;

  // Instead of a step of the execution: the second of a race before the first, and that after it.
  static constexpr uint32_t kSecond = 0xffffffff;
  static constexpr uint32_t kFirst = 0xfffffffe;
  // Instead of a place in it: in none, and at the end.
  static constexpr uint32_t kNowhere = 0xfffffffd;
  static constexpr uint32_t kNotThere = 0xfffffffc;

  static constexpr uint32_t kEveryTime = 0xffffffff;  // whatever is in common

  // A node that is done, and sleeps.
  struct Sleeper {
    NodeId node;
    uint64_t bits;  // of its mark
  };

  // A step of a sequence.
  struct Turned {
    uint32_t step;
    uint64_t bits;  // of its mark
  };

  struct State {
    uint64_t epoch = 0;  // of the journal, when it was saved
    bool begun = false;
    bool running = false;
    bool overflowed = false;
    uint64_t ended = 0;    // executions
    uint64_t learned = 0;  // from so many of them
    uint32_t seal = 0;
  };

  void learn(std::span<const event::Event> log, const event::Outcome& outcome);
  [[nodiscard]] bool knows_the_last() const;
  void add_steps(std::span<const event::Event> log, size_t known);
  void add_outcomes(NodeId node, const event::Event& step);
  bool find_sleepers(size_t known);
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
  void go_back();
  void find_path();
  [[nodiscard]] NodeId node_before(size_t step) const {
    return step == 0 ? TraceTree::kRoot : path_[step - 1];
  }
  [[nodiscard]] size_t first_difference(std::span<const event::Event> log) const;

  explore::Arena& arena_;
  State& state_;
  TraceTree tree_;
  base::List<uint32_t> path_;        // nodes of the execution under way, by position
  base::List<uint32_t> sleep_from_;  // for each position, where in:
  base::List<Sleeper> sleepers_;
  base::List<uint32_t>
      again_;  // for each step: with fewer steps in common, look at its races again
  // The sequence that is about to be put into the tree, as steps of the execution; and those of it
  // that are others there.
  base::List<Turned> turned_;
  size_t turned_from_ = 0;  // those before it are in the tree
  order::Mark second_;
  order::Mark first_;
  uint64_t& path_after_;  // so many executions the path is what is left of it; 0: it is in use
  uint64_t& whole_;       // what is passing is that of so many executions; 0: it is being changed
  uint64_t learned_ = 0;  // by this process, when it did so last
  base::Region order_memory_;
  size_t most_steps_;
  order::PartialOrder order_;
};

}  // namespace heddle::search
