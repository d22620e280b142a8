// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "explore/strategy.h"
#include "search/work_items.h"

#include <cstdint>
#include <span>

namespace heddle::search {

// What strategies have in common that do their work level by level: whatever an execution
// has met and not tried belongs to a level, and a level is done before the next one begins.
class LevelSearch : public explore::PlainStrategy, public explore::GrowsMemory {
 public:
  bool begin_execution(explore::Plan& plan) final;
  [[nodiscard]] explore::Asks start_execution() override { return explore::Asks::where_planned; }
  uint32_t choose(const event::SchedulePoint& /*point*/) override { return 0; }
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) final;
  [[nodiscard]] explore::Coverage coverage() const override;
  void start_over() final;
  [[nodiscard]] explore::GrowsMemory* grows_memory() final { return this; }
  [[nodiscard]] explore::GrowingMemory growing_memory() final { return {items_.memory()}; }

 protected:
  // Starts over zeroed memory, or goes on over what another process left there.  Every
  // change goes through the journal.  Work is put off by fewer than `levels` levels.
  LevelSearch(base::Region region, explore::Journal& journal, size_t levels,
              uint32_t max_preemptions);

  // Pushes what the execution leads to.
  virtual void learn(std::span<const event::Event> log) = 0;

  // A last word about the plan of the item that runs now.
  virtual void lay_down_last(explore::Plan& /*plan*/) {}

  void push(uint32_t level, WorkItems::ItemId parent, const Alternative& alternative);

  // The same, unless it has too many preemptions.
  void push_within_bound(uint32_t level, const Alternative& alternative);

  // Something was left alone because of its depth, or because it is beyond the last level.
  void cut() { state_.cut = true; }
  void go_no_further() { state_.beyond = true; }

  [[nodiscard]] uint32_t level() const { return state_.level; }
  [[nodiscard]] WorkItems::ItemId running() const { return state_.running; }
  [[nodiscard]] bool level_is_done() const;
  [[nodiscard]] WorkItems& items() { return items_; }
  [[nodiscard]] const WorkItems& items() const { return items_; }

 private:
  struct State {
    uint64_t epoch = 0;  // of the journal, when it was saved
    bool begun = false;
    bool overflowed = false;
    bool beyond = false;
    bool cut = false;
    bool damaged = false;
    uint32_t level = 0;
    WorkItems::ItemId running = WorkItems::kNone;
    uint64_t waiting = 0;  // in all levels
    uint32_t seal = 0;
  };

  // All zeros: empty.
  struct Level {
    uint64_t epoch = 0;
    WorkItems::Stack stack;
    uint32_t seal = 0;
  };

  [[nodiscard]] Level& at(uint32_t level) const { return levels_[level % levels_.size()]; }
  [[nodiscard]] bool find_work();
  [[nodiscard]] bool is_done() const;

  explore::Journal& journal_;
  State& state_;
  std::span<Level> levels_;
  WorkItems items_;
  const uint32_t max_preemptions_;
};

}  // namespace heddle::search
