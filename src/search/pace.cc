// SPDX-License-Identifier: Apache-2.0
#include "search/pace.h"

#include <algorithm>

namespace heddle::search {

void Pace::begin(uint64_t waiting) {
  parents = executions_of_phase;
  executions_of_phase = 0;
  begin_again(waiting);
}

void Pace::begin_again(uint64_t waiting) {
  Pace fresh;
  fresh.epoch = epoch;
  fresh.parents = parents;
  fresh.executions_of_phase = executions_of_phase;
  fresh.items = waiting;
  fresh.left = waiting;
  *this = fresh;
}

// What waits lies on a stack, so an item that the phase began with is taken when nothing else is
// above it.
void Pace::take(uint64_t waiting) {
  if (waiting > left) {
    return;
  }
  if (under_way) {
    end_item();
  }
  under_way = waiting > 0;
  left = waiting > 0 ? waiting - 1 : 0;
}

void Pace::end_item() {
  batch_executions += executions;
  executions = 0;
  if (++items_in_batch == batch_items) {
    end_batch();
  }
}

void Pace::end_batch() {
  if (batches >= kMostBatches) {
    for (uint32_t i = 0; i < kMostBatches / 2; ++i) {
      sums[i] = sums[2 * i] + sums[2 * i + 1];
    }
    batches = kMostBatches / 2;
    batch_items *= 2;
    return;  // the one that has just been filled is the first half of a larger one
  }
  sums[batches++] = batch_executions;
  batch_executions = 0;
  items_in_batch = 0;
  mean = 0;
  for (uint32_t i = 0; i < batches; ++i) {
    mean += static_cast<double>(sums[i]);
  }
  const auto in_batch = static_cast<double>(batch_items);
  mean /= in_batch * batches;
  variance = 0;
  for (uint32_t i = 0; i < batches; ++i) {
    const double away = static_cast<double>(sums[i]) / in_batch - mean;
    variance += away * away;
  }
  variance /= std::max<uint32_t>(batches - 1, 1);
}

bool Pace::knows_enough() const {
  const uint64_t done = items - std::min(items, left + (under_way ? 1 : 0));
  return batches >= kLeastBatches &&
         (done * kLeastPart >= items || done * parents >= items * kLeastParents);
}

// What is left is as many items, so its spread is that of the mean so far, times as many, and that
// of their own.
explore::Estimate Pace::estimate() const {
  if (!knows_enough()) {
    return {};
  }
  // Student's factor for 95 %: from above, near enough.
  const double factor = 2 + 3.6 / (batches - 1);
  const double rest = static_cast<double>(left) + (under_way ? 1 : 0);
  const double expected = rest * mean - static_cast<double>(executions);
  const double spread = variance * rest * (rest / batches + static_cast<double>(batch_items));
  return {.known = true,
          .executions = std::max(expected, 0.0),
          .margin_squared = factor * factor * spread};
}

}  // namespace heddle::search
