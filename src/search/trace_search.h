// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "explore/arena.h"
#include "explore/strategy.h"
#include "search/trace_tree.h"

#include <cstdint>
#include <span>

namespace heddle::search {

// What searches by traces have in common.  Executions that are under way or planned are in a tree
// of steps; they are run in its order, one after the other, depth first.  What belongs into the
// tree is learned from each of them when it has ended.
class TraceSearch : public explore::PlainStrategy,
                    public explore::Prunes,
                    public explore::LearnsAnew,
                    public explore::GrowsMemory {
 public:
  // Starts over zeroed memory, or goes on over what another process left there.
  //   lasting: what is left of it when an execution is over;
  //   passing: what the execution after it need not find as it was left.
  TraceSearch(explore::Arena& arena, base::Region lasting, base::Region& passing,
              size_t most_steps);

  bool begin_execution(explore::Plan& plan) override;
  [[nodiscard]] explore::Asks start_execution() override { return explore::Asks::where_planned; }
  uint32_t choose(const event::SchedulePoint& point) override;
  [[nodiscard]] explore::Prunes* prunes() override { return path_.empty() ? nullptr : this; }
  void follow() override {}
  bool is_covered(std::span<const event::Event> log, uint64_t fairness) override;
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) override;
  [[nodiscard]] explore::LearnsAnew* learns_anew() override { return this; }
  [[nodiscard]] bool knew_too_little(const event::Outcome& outcome) const override;
  void learn_more(const event::Outcome& /*outcome*/, uint64_t /*executions*/) override {}
  [[nodiscard]] explore::Coverage coverage() const override;
  [[nodiscard]] explore::GrowsMemory* grows_memory() override { return this; }
  [[nodiscard]] explore::GrowingMemory growing_memory() override { return {tree_.memory()}; }
  void start_over() override;

  // Gives up when so many steps were looked at, those that were run included.
  void plan_at_most(uint64_t steps) { most_planned_ = steps; }
  [[nodiscard]] bool plans_too_much() const { return state_.too_much; }

 protected:
  using NodeId = TraceTree::NodeId;

  struct State {
    uint64_t epoch = 0;  // of the journal, when it was saved
    bool begun = false;
    bool running = false;
    bool overflowed = false;
    uint64_t ended = 0;    // executions
    uint64_t learned = 0;  // from so many of them
    uint64_t planned = 0;  // steps that were looked at to learn from them
    bool too_much = false;
    bool uses = false;  // it is known that steps use something besides what they are on
    uint32_t seal = 0;
  };

  // A node that is done, and sleeps.
  struct Sleeper {
    NodeId node;
    uint64_t bits;  // of its mark
  };

  // The execution has followed the tree, as far as that goes.
  virtual void learn(std::span<const event::Event> log, const event::Outcome& outcome) = 0;

  // While it is learned from: a step of it that is not in the tree.
  [[nodiscard]] virtual order::Mark mark_done(size_t step) const = 0;

  // Puts as many of its steps into the tree, if they are not there yet.  Of most executions the
  // end is not: nothing else waits there.  False if there is no memory left.
  bool make_path(std::span<const event::Event> log, size_t steps);

  [[nodiscard]] NodeId node_before(size_t step) const {
    return step == 0 ? TraceTree::kRoot : path_[step - 1];
  }

  // The other outcomes that a step of the path could have had, but for those that are known.
  template <typename IsKnown>
  void add_outcomes(size_t step, const event::Event& done, order::Mark mark, IsKnown is_known);

  // For each of so many steps: what was explored where it is done or before it, and does not depend
  // on what was done since; before the first `known` steps that is what it was.  False if they are
  // too many.
  bool find_sleepers(size_t steps, size_t known);
  [[nodiscard]] std::span<const Sleeper> sleepers_at(size_t step) const {
    if (step + 1 >= sleep_from_.size()) {
      return {};  // nor at the steps before it
    }
    return sleepers_.items().subspan(sleep_from_[step], sleep_from_[step + 1] - sleep_from_[step]);
  }

  // Whether a step sleeps that was planned, and could not be done.
  [[nodiscard]] virtual bool sleeps_if_impossible() const { return false; }

  // About so many steps are to be looked at.  False if that is too much: then it is given up.
  [[nodiscard]] bool may_plan(size_t steps);

  explore::Arena& arena_;
  State& state_;
  TraceTree tree_;
  base::List<uint32_t> path_;  // nodes of the execution under way, by position
  size_t path_kept_ = 0;       // so many of them are those of the execution before

 private:
  // After one execution; beyond it, none would be run for minutes.
  static constexpr uint64_t kMostPlannedAtOnce = uint64_t{1} << 30;
  // A step that is run takes as long as looking at so many.
  static constexpr uint64_t kPlannedForStep = 8;

  [[nodiscard]] size_t first_difference(std::span<const event::Event> log) const;
  void find_path();
  void go_back();

  void find_sleepers_at(size_t step);

  static constexpr size_t kMostSleepers = size_t{1} << 22;

  base::List<uint32_t> sleep_from_;  // for each position, where in:
  base::List<Sleeper> sleepers_;
  uint64_t most_planned_ = UINT64_MAX;
  uint64_t planned_before_ = 0;  // up to the execution that is learned from
  uint64_t& path_after_;  // so many executions the path is what is left of it; 0: it is in use
};

template <typename IsKnown>
void TraceSearch::add_outcomes(size_t step, const event::Event& done, order::Mark mark,
                               IsKnown is_known) {
  NodeId last = path_[step];
  for (uint16_t other = 0; other < done.alternatives && last != TraceTree::kNone; ++other) {
    bool known = other == done.alternative || is_known(other);
    tree_.for_each_child(node_before(step), [&](NodeId sibling) {
      const order::Mark& there = tree_[sibling].mark;
      known |= there.thread == done.thread && there.alternative == other;
      return known;
    });
    if (!known) {
      mark.alternative = other;
      last = tree_.add_outcome(last, mark);
    }
  }
  state_.overflowed |= last == TraceTree::kNone;
}

}  // namespace heddle::search
