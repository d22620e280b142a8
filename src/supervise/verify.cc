// SPDX-License-Identifier: Apache-2.0
#include "supervise/verify.h"

#include "search/strategies.h"

#include <cerrno>

#include <unistd.h>

namespace heddle::supervise {

bool is_as_it_was_left(process::Arena& arena, int search_file) {
  if (!arena.journal.is_plausible() || !arena.texts_are_whole()) {
    return false;
  }
  // Who was killed while it laid down what the strategy begins with has saved some of it.
  arena.journal.mark_entries();
  search::StrategySlot slot;
  search::lay_strategy(arena, slot);  // says which parts are made from others
  uint64_t sum = 0;
  off_t end = 0;
  for (off_t data = lseek(search_file, 0, SEEK_DATA); data >= 0;
       data = lseek(search_file, end, SEEK_DATA)) {
    end = lseek(search_file, data, SEEK_HOLE);
    if (end < 0) {
      return false;
    }
    sum += arena.journal.sum_of(static_cast<uint64_t>(data), static_cast<uint64_t>(end));
  }
  return errno == ENXIO && arena.journal.is_committed_with(sum);
}

}  // namespace heddle::supervise
