// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "explore/arena.h"
#include "explore/state_set.h"
#include "explore/strategy.h"
#include "search/cut_walk.h"
#include "search/item_index.h"
#include "search/kept_order.h"
#include "search/users.h"
#include "search/work_items.h"

#include <cstdint>

namespace heddle::search {

// One execution for each trace that has one with at most so many preemptions, those with the
// fewest first: iterative context bounding (Musuvathi, Qadeer, PLDI 2007) over cuts in place of
// schedules, see decision 0026.
//
// All schedules are searched as by iterative context bounding, but where they lead through cuts of
// an execution that was run, that is simulated (CutWalk).  An execution is run for a cut
// that is in none of those before it.  What was gone through is not gone through again: of another
// execution only what is beyond a cut for which it was run, or another one could have been.
class BoundedReduction final : public explore::PlainStrategy,
                               public explore::Prunes,
                               public explore::LearnsAnew,
                               public explore::GrowsMemory,
                               public explore::Recovers {
 public:
  static constexpr uint32_t kMostPreemptions = CutWalk::kMostPreemptions;

  // Starts over zeroed memory, or goes on over what another process left there.
  //   lasting: what is left of it when an execution is over;
  //   passing: what the execution after it need not find as it was left;
  //   max_preemptions: the highest bound.
  BoundedReduction(explore::Arena& arena, base::Region lasting, base::Region passing,
                   size_t most_steps, uint32_t max_preemptions);

  bool begin_execution(explore::Plan& plan) override;
  [[nodiscard]] explore::Asks start_execution() override { return explore::Asks::where_planned; }
  uint32_t choose(const event::SchedulePoint& point) override;
  [[nodiscard]] explore::Prunes* prunes() override { return wanted_.empty() ? nullptr : this; }
  void follow() override {}
  bool is_covered(std::span<const event::Event> log, uint64_t fairness) override;
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) override;
  [[nodiscard]] explore::LearnsAnew* learns_anew() override { return this; }
  [[nodiscard]] bool knew_too_little(const event::Outcome& outcome) const override;
  void learn_more(const event::Outcome& outcome, uint64_t executions) override;
  // Whether what is known of the program does not hold for the execution that ended last.
  [[nodiscard]] bool cannot_reduce() const;
  // It was given up in the middle, as it would take too much, in memory or in work.
  [[nodiscard]] bool plans_too_much() const { return state_.too_much; }
  // Where nobody else does it: forgets all but what knew_too_little() was about.
  void begin_again(const event::Outcome& outcome);
  [[nodiscard]] explore::Coverage coverage() const override;
  void start_over() override;
  [[nodiscard]] explore::Recovers* recovers() override { return this; }
  void recover() override { states_.recover(); }
  [[nodiscard]] explore::GrowsMemory* grows_memory() override { return this; }
  [[nodiscard]] explore::GrowingMemory growing_memory() override {
    return {items_.memory(), targets_.memory(), states_.memory()};
  }

 private:
  using ItemId = WorkItems::ItemId;

  // In the set of states: that it was gone through with so many preemptions, or waits.
  static constexpr uint32_t gone_through(uint32_t preemptions) { return 2 * preemptions; }
  static constexpr uint32_t waits(uint32_t preemptions) { return 2 * preemptions + 1; }
  static_assert(2 * kMostPreemptions + 1 < explore::StateSet::kMostPreemptions);

  struct State {
    uint64_t epoch = 0;  // of the journal, when it was saved
    bool begun = false;
    bool overflowed = false;
    bool beyond = false;      // there is work above the highest bound
    bool too_much = false;    // was to be gone through
    uint32_t beginnings = 0;  // how often it had to learn more
    uint64_t executions = 0;
    uint64_t steps = 0;    // of them
    uint64_t planned = 0;  // simulated steps, see CutWalk
    uint32_t bound = 0;    // preemptions of the execution under way
    ItemId root = WorkItems::kNone;
    ItemId running = WorkItems::kNone;
    WorkItems::Stack waiting[kMostPreemptions + 1] = {};  // by preemptions
    uint32_t seal = 0;
  };

  // A step that is to be done where it is not the default.
  struct Wanted {
    uint32_t position;
    uint16_t thread;
    uint16_t alternative;
  };

  struct Target {
    order::Fingerprint state;
    uint64_t step;
  };

  [[nodiscard]] Users::Execution last_execution(const event::Outcome& outcome) const;
  [[nodiscard]] ItemId next_item();
  void learn(std::span<const event::Event> log, const event::Outcome& outcome);
  void start_from_items();
  bool start_from(ItemId item);
  bool is_wanted(const CutWalk::Turn& turn);
  void push(ItemId parent, const CutWalk::Turn& turn);
  [[nodiscard]] ItemIndex::Summary last_steps_of_others(const CutWalk::Turn& turn);
  [[nodiscard]] ItemId item_of(CutWalk::NodeId node);
  [[nodiscard]] size_t first_difference(std::span<const event::Event> log) const;
  [[nodiscard]] uint32_t common_with_last() const;
  [[nodiscard]] bool went_as_last(uint32_t steps) const;
  [[nodiscard]] uint64_t waiting() const;

  explore::Arena& arena_;
  const uint32_t max_preemptions_;
  State& state_;
  Users users_;
  ItemIndex::Steps steps_;      // of the execution that is learned from
  ItemIndex index_;             // of items that wait, by their last step
  explore::StateSet states_;    // that were gone through, or for which an execution is to be run
  base::List<Target> targets_;  // item: what it is run for
  WorkItems items_;
  base::List<Wanted> wanted_;         // of the execution under way
  base::List<Wanted> wanted_last_;    // of that in order_
  base::List<uint32_t> prints_last_;  // of it, step by step
  base::List<CutWalk::NodeId> path_;  // while learning
  std::span<uint32_t> cut_;
  KeptOrder order_;
  CutWalk walk_;
};

}  // namespace heddle::search
