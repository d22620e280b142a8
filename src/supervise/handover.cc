// SPDX-License-Identifier: Apache-2.0
#include "supervise/handover.h"

#include "base/check.h"
#include "base/hash.h"
#include "explore/explorer.h"
#include "search/strategies.h"

#include <algorithm>

namespace heddle::supervise {
namespace {

using search::WorkItems;
using ItemId = WorkItems::ItemId;

// So that the journals have room for it.
constexpr uint64_t kMostItems = 500'000;

// Makes items like those of another search.  Neighbours in a stack have most of their ancestors
// in common: those of the last one are kept.
class Copier {
 public:
  Copier(const WorkItems& from, WorkItems& to) : from_(from), to_(to), root_(to.make_root()) {}
  ~Copier() {
    drop_below(0);
    to_.release(root_);
  }
  Copier(const Copier&) = delete;
  Copier& operator=(const Copier&) = delete;

  // The copy, or kNone if there is no room.
  ItemId copy(ItemId item) {
    std::vector<ItemId> way;  // from below the root to the item
    for (ItemId at = item; from_.link(at).parent != WorkItems::kNone; at = from_.link(at).parent) {
      way.push_back(at);
    }
    std::reverse(way.begin(), way.end());
    size_t common = 0;
    while (common < last_.size() && common + 1 < way.size() && last_[common].there == way[common]) {
      ++common;
    }
    drop_below(common);
    while (last_.size() < way.size()) {
      const ItemId there = way[last_.size()];
      const WorkItems::Link link = from_.link(there);
      const ItemId above = last_.empty() ? root_ : last_.back().here;
      const ItemId here = to_.make(above, link.deviation, link.preemptions);
      if (here == WorkItems::kNone) {
        return WorkItems::kNone;
      }
      last_.push_back({there, here});
    }
    const ItemId copied = last_.back().here;
    last_.pop_back();  // the reference is the caller's
    return copied;
  }

 private:
  struct Pair {
    ItemId there;
    ItemId here;
  };

  void drop_below(size_t depth) {
    while (last_.size() > depth) {
      to_.release(last_.back().here);
      last_.pop_back();
    }
  }

  const WorkItems& from_;
  WorkItems& to_;
  const ItemId root_;
  std::vector<Pair> last_;
};

std::vector<ItemId> items_in(const WorkItems& items, const WorkItems::Stack& stack) {
  std::vector<ItemId> all;
  for (ItemId item = stack.top; item != WorkItems::kNone && all.size() < kMostItems;
       item = items.link(item).next) {
    all.push_back(item);
  }
  return all;
}

// Only when all is done: until then it tells that the taker is to be asked.
void end_giving(process::Arena& arena, explore::Explorer& explorer) {
  arena.journal.save(arena.kept());
  arena.kept().giving = 0;
  explorer.commit();
}

}  // namespace

uint64_t hand_over(process::Arena& from, process::Arena& to, uint64_t number) {
  search::StrategySlot from_slot;
  search::StrategySlot to_slot;
  search::SharedWork* giver = search::attach_shared_work(from, from_slot);
  search::SharedWork* taker = search::attach_shared_work(to, to_slot);
  HEDDLE_CHECK(giver != nullptr && taker != nullptr, "workers should share work that can be");
  explore::Explorer giving(from, giver->strategy());
  explore::Explorer taking(to, taker->strategy());

  from.journal.save(from.kept());
  to.journal.save(to.kept());
  from.kept().giving = number;
  from.kept().handovers += base::mix(number);
  to.kept().handovers -= base::mix(number);
  WorkItems::Stack& source = giver->open();
  WorkItems::Stack& target = taker->open();
  uint64_t moved = 0;
  {
    Copier copier(giver->items(), taker->items());
    const std::vector<ItemId> all = items_in(giver->items(), source);
    for (size_t i = 0; i < all.size(); ++i) {
      giver->items().pop(source);
    }
    // From the bottom up, so that what stays stays in order.
    for (size_t i = all.size(); i-- > 0;) {
      const ItemId copy = i % 2 == 1 ? copier.copy(all[i]) : WorkItems::kNone;
      if (copy == WorkItems::kNone) {
        giver->items().put(source, all[i]);
      } else {
        taker->items().put(target, copy);
        giver->items().release(all[i]);
        ++moved;
      }
    }
  }
  giver->close();
  taker->close();
  to.save_results();
  to.counters().taken = number;
  taking.commit();
  giving.commit();
  end_giving(from, giving);
  return moved;
}

void settle_handovers(const std::vector<process::Arena*>& workers) {
  std::vector<process::Arena*> givers;
  for (process::Arena* arena : workers) {
    if (arena->kept().giving != 0) {
      givers.push_back(arena);
      continue;
    }
    search::StrategySlot slot;
    explore::Explorer(*arena, search::attach_strategy(*arena, slot)).rollback();
  }
  for (process::Arena* arena : givers) {
    const bool taken = std::any_of(workers.begin(), workers.end(), [&](process::Arena* other) {
      return other->counters().taken == arena->kept().giving;
    });
    search::StrategySlot slot;
    explore::Explorer explorer(*arena, search::attach_strategy(*arena, slot));
    if (taken) {
      explorer.commit();
    } else {
      explorer.rollback();
    }
    end_giving(*arena, explorer);
  }
}

bool handovers_agree(const std::vector<process::Arena*>& workers) {
  uint64_t sum = 0;
  for (process::Arena* worker : workers) {
    sum += worker->kept().handovers;
  }
  return sum == 0;
}

void go_to_next_bound(process::Arena& worker) {
  search::StrategySlot slot;
  search::SharedWork* work = search::attach_shared_work(worker, slot);
  work->begin_next_bound();
  explore::Explorer(worker, work->strategy()).commit();
}

bool settle_bounds(const std::vector<process::Arena*>& workers) {
  const auto bound_of = [](process::Arena* worker) {
    search::StrategySlot slot;
    const search::SharedWork* work = search::attach_shared_work(*worker, slot);
    return work->has_begun() ? work->bound() : UINT32_MAX;
  };
  const auto has_work = [](process::Arena* worker) {
    search::StrategySlot slot;
    return search::attach_strategy(*worker, slot).coverage().waiting_now != 0;
  };
  uint32_t highest = 0;
  for (process::Arena* worker : workers) {
    const uint32_t bound = bound_of(worker);
    highest = bound == UINT32_MAX ? highest : std::max(highest, bound);
  }
  for (process::Arena* worker : workers) {
    while (bound_of(worker) < highest) {
      if (has_work(worker)) {
        return false;
      }
      go_to_next_bound(*worker);
    }
  }
  return true;
}

}  // namespace heddle::supervise
