// SPDX-License-Identifier: Apache-2.0
// Items that leave a search, and come to another one.
#include "search/seal.h"
#include "search/work_items.h"

namespace heddle::search {

using explore::Work;
using explore::WorkStep;

// Neighbours in a stack have most of their ancestors in common, which are written down once.
void WorkItems::take(Stack& stack, uint64_t most, Work& work) {
  open();
  ItemId kept = stack.top;
  ItemId last = kNone;
  for (uint64_t taken = 0; taken < most && kept != kNone && is_sound(kept); ++taken) {
    const ItemId item = items_[kept].next;
    if (item == kNone || !write_down(item, last, work)) {
      return;
    }
    set_next(kept, items_[item].next);
    --stack.size;
    release(item);
    last = item;
    kept = items_[kept].next;
  }
}

// After `last`, which was written down before, if any was: it is gone, but nothing took its place.
bool WorkItems::write_down(ItemId item, ItemId last, Work& work) const {
  const uint32_t deviations = depth(item);
  if (!intact()) {
    return false;
  }
  const uint32_t common = last == kNone ? 0 : common_depth(item, last);
  const uint32_t missing = deviations - common;
  if (missing == 0 || work.capacity() - work.size() < missing) {
    return false;
  }
  size_t at = work.size() + missing;
  work.set_size(at);
  ItemId step = item;
  for (uint32_t depth = deviations; depth-- > common; step = items_[step].parent) {
    work[--at] = {.deviation = items_[step].deviation,
                  .preemptions = items_[step].preemptions,
                  .depth = depth,
                  .waits = step == item};
  }
  return true;
}

uint32_t WorkItems::depth(ItemId item) const {
  uint32_t deviations = 0;
  for (; is_sound(item) && items_[item].parent != kNone; item = items_[item].parent) {
    ++deviations;
  }
  return deviations;
}

uint32_t WorkItems::common_depth(ItemId one, ItemId other) const {
  uint32_t of_one = depth(one);
  uint32_t of_other = depth(other);
  while (one != other && of_one + of_other != 0) {  // roots there may be several
    if (of_one >= of_other) {
      one = items_[one].parent;
      --of_one;
    } else {
      other = items_[other].parent;
      --of_other;
    }
  }
  return of_one;
}

bool WorkItems::give(Stack& stack, std::span<const WorkStep> work) {
  if (work.empty()) {
    return true;
  }
  Stack given;
  ItemId lowest = kNone;
  const ItemId root = make_root();
  ItemId last = root;
  uint32_t depth = 0;  // of what leaves the last one
  const auto go_back_to = [&](uint32_t wanted) {
    for (; depth > wanted; --depth) {
      const ItemId parent = items_[last].parent;
      if (last != lowest) {
        release(last);
      }
      last = parent;
    }
  };
  bool all = true;
  for (const WorkStep& step : work) {
    go_back_to(step.depth);
    const ItemId item = make(last, step.deviation, step.preemptions);
    if (item == kNone) {
      all = false;
      break;
    }
    last = item;
    ++depth;
    if (step.waits) {
      if (lowest != kNone) {
        set_next(lowest, item);
      } else {
        given.top = item;
      }
      lowest = item;
      ++given.size;
    }
  }
  go_back_to(0);
  release(root);
  if (lowest != kNone) {
    set_next(lowest, stack.top);
    stack.top = given.top;
    stack.size += given.size;
  }
  return all;
}

// One more is made for the root.
uint64_t WorkItems::room() const {
  const uint64_t free = items_.capacity() - shared_->live;
  return free == 0 ? 0 : free - 1;
}

}  // namespace heddle::search
