// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/explorer.h"
#include "process/arena.h"
#include "process/kills.h"

#include <cstdint>

namespace heddle::process {

// What it means that a process has died which explores and runs executions in turn.
//
// It may have died of the execution under way, of what those before it in its batch have left
// behind, between two executions, or of somebody else.  So a death is the outcome of an execution
// only if one was under way and none before it was uncommitted.  In all other cases the search goes
// back to its last commit, and commits one by one until it has come past this point: if it was the
// execution's doing, it dies there again.
class Deaths {
 public:
  explicit Deaths(Arena& arena) : arena_(arena) {}

  // One more; by SIGKILL, which may be somebody else's doing.
  void add(bool killed);

  // Whether the last one may be the doing of the execution under way.
  [[nodiscard]] bool may_be_its_doing() const;

  // The same, and it has died there before.
  [[nodiscard]] bool is_its_doing() const { return repeats_ && may_be_its_doing(); }

  // The last one is nobody's outcome.
  void go_back(explore::Explorer& explorer);

  // Whether there were more than so many without a new execution between them; kills, which tell
  // less, may be more.
  [[nodiscard]] bool are_more_than(uint32_t most) const {
    return in_a_row_.before() > (killed_ ? Kills::kAtTheBeginning : most);
  }

  // Whatever comes next begins a row.
  void end_row() { in_a_row_.end_row(); }

 private:
  // Nobody but the program makes it die of another signal than SIGKILL; for that one see Kills.
  static constexpr uint32_t kToBlame = 2;

  Arena& arena_;
  DeathsInARow in_a_row_;
  Kills kills_;
  bool killed_ = false;
  bool repeats_ = false;
};

// Has an execution run in a process of its own; and again if that was killed, unless it is its own
// doing.
//   run: does so once, and returns whether it was killed.
template <typename Run>
void run_unless_killed(Arena& arena, explore::Explorer& explorer, Run run) {
  Kills kills;
  while (run() && !kills.is_own_doing(arena.log.size())) {
    explorer.restart();
  }
}

}  // namespace heddle::process
