// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/strategy.h"

#include <cstddef>
#include <cstdint>

namespace heddle::search {

// How long the items of a phase take, to tell how long the rest of them will.
//
// A phase begins with items that are known: those that waited for it.  Each of them leads to some
// more of the same phase, which are done before the next of them is begun.  So after some of them
// have been finished, with all they led to, the others can be expected to take as long on average.
//
// Neighbours are alike, since they come from the same execution, so the spread between single
// items would say too little.  It is that between batches of neighbours, which grow with the
// number of items (the method of batch means).  And what comes from few executions may not be
// like the rest at all: those items are done first that deviate last, and lead to little.  So
// nothing is said before the items of a few executions, or a good part of all, have been done.
//
// Plain data in the arena; whoever changes it has saved it.
struct Pace {
  static constexpr uint32_t kMostBatches = 32;
  static constexpr uint32_t kLeastBatches = 6;
  static constexpr uint64_t kLeastParents = 12;
  static constexpr uint64_t kLeastPart = 4;  // or one part of so many, of all items

  uint64_t epoch = 0;    // of the journal, when it was saved
  uint64_t parents = 0;  // executions of the phase before, which the items come from
  uint64_t executions_of_phase = 0;
  uint64_t items = 0;  // that the phase began with
  uint64_t left = 0;   // those of them that were not begun
  bool under_way = false;
  uint64_t executions = 0;  // of the item under way
  uint64_t batch_items = 1;
  uint64_t items_in_batch = 0;  // so far, of the batch under way
  uint64_t batch_executions = 0;
  uint32_t batches = 0;  // that are full
  uint64_t sums[kMostBatches] = {};
  double mean = 0;      // executions of an item
  double variance = 0;  // of the mean of a batch

  // A phase begins.
  void begin(uint64_t waiting);

  // It goes on with other items.
  void begin_again(uint64_t waiting);

  // An item is taken from so many that wait.
  void take(uint64_t waiting);

  void count_execution() {
    ++executions;
    ++executions_of_phase;
  }

  [[nodiscard]] explore::Estimate estimate() const;

 private:
  [[nodiscard]] bool knows_enough() const;
  void end_item();
  void end_batch();
};

}  // namespace heddle::search
