// SPDX-License-Identifier: Apache-2.0
#include "process/deaths.h"

namespace heddle::process {

void Deaths::add(bool killed) {
  const explore::Counters& counters = arena_.counters();
  const uint64_t committed = counters.executions + counters.pruned + counters.diverged -
                             arena_.control().uncommitted.load();
  killed_ = killed;
  if (in_a_row_.add(committed) == 0) {
    kills_.forget();
  }
  repeats_ = killed ? kills_.is_own_doing(arena_.log.size()) : in_a_row_.before() >= kToBlame;
}

bool Deaths::may_be_its_doing() const {
  return arena_.control().executing.load() != 0 && arena_.control().uncommitted.load() == 0;
}

void Deaths::go_back(explore::Explorer& explorer) {
  Control& control = arena_.control();
  const uint32_t uncommitted = control.uncommitted.load();
  explorer.rollback();
  control.careful.store(uncommitted + 1);
}

}  // namespace heddle::process
