// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "search/item_search.h"

#include <cstdint>
#include <span>

namespace heddle::search {

struct LevelSearchState {
  uint64_t epoch = 0;  // of the journal, when it was saved
  ItemProgress progress;
  bool cut = false;
  bool damaged = false;
  uint32_t level = 0;
  uint64_t waiting = 0;  // in all levels
  uint32_t seal = 0;
};

// What strategies have in common that do their work level by level: whatever an execution
// has met and not tried belongs to a level, and a level is done before the next one begins.
class LevelSearch : public ItemSearch<LevelSearchState> {
 public:
  [[nodiscard]] explore::Coverage coverage() const override;
  void start_over() final;

 protected:
  // Starts over zeroed memory, or goes on over what another process left there.  Every
  // change goes through the journal.  Work is put off by fewer than `levels` levels.
  LevelSearch(base::Region region, explore::Journal& journal, size_t levels,
              uint32_t max_preemptions);

  void push(uint32_t level, WorkItems::ItemId parent, const Alternative& alternative);

  // The same, unless it has too many preemptions.
  void push_within_bound(uint32_t level, const Alternative& alternative);

  // Something was left alone because of its depth, or because it is beyond the last level.
  void cut() { state_.cut = true; }
  void go_no_further() { state_.progress.beyond = true; }

  [[nodiscard]] uint32_t level() const { return state_.level; }
  [[nodiscard]] bool level_is_done() const;
  [[nodiscard]] WorkItems& items() { return items_; }
  [[nodiscard]] const WorkItems& items() const { return items_; }

 private:
  // All zeros: empty.
  struct Level {
    uint64_t epoch = 0;
    WorkItems::Stack stack;
    uint32_t seal = 0;
  };

  using Memory = MemoryOf<std::span<Level>>;

  LevelSearch(Memory memory, explore::Journal& journal, uint32_t max_preemptions)
      : ItemSearch(memory.state, memory.rest, journal, {}),
        levels_(memory.beside),
        max_preemptions_(max_preemptions) {}
  [[nodiscard]] Level& at(uint32_t level) const { return levels_[level % levels_.size()]; }
  WorkItems::ItemId next_item() final;

  const std::span<Level> levels_;
  const uint32_t max_preemptions_;
};

}  // namespace heddle::search
