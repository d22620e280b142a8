// SPDX-License-Identifier: Apache-2.0
#include "supervise/handover.h"

#include "base/check.h"
#include "base/hash.h"
#include "explore/explorer.h"
#include "search/strategies.h"

#include <algorithm>
#include <memory>

namespace heddle::supervise {
namespace {

// So that the journals have room for it.
constexpr uint64_t kMostItems = 250'000;
constexpr uint64_t kMostSteps = 16 * kMostItems;

// Memory for work on its way.  Most of it is never touched.
class WorkOnItsWay {
 public:
  explicit WorkOnItsWay(uint64_t most_steps)
      : bytes_(most_steps * sizeof(explore::WorkStep) + 64),
        memory_(std::make_unique_for_overwrite<std::byte[]>(bytes_)) {
    base::Region region(memory_.get(), bytes_);
    work = explore::Work(region, most_steps);
    work.clear();
  }

  explore::Work work;

 private:
  const size_t bytes_;
  const std::unique_ptr<std::byte[]> memory_;
};

// Only when all is done: until then it tells that the taker is to be asked.
void end_giving(process::Arena& arena, explore::Explorer& explorer) {
  arena.journal.save(arena.kept());
  arena.kept().giving = 0;
  explorer.commit();
}

}  // namespace

explore::SharesWork& shared_work_of(explore::Strategy& strategy) {
  explore::SharesWork* const work = strategy.shares_work();
  HEDDLE_CHECK(work != nullptr, "workers should share work that can be");
  return *work;
}

uint64_t hand_over(process::Arena& from, process::Arena& to, uint64_t number) {
  search::StrategySlot from_slot;
  search::StrategySlot to_slot;
  explore::Strategy& giver = search::attach_strategy(from, from_slot);
  explore::Strategy& taker = search::attach_strategy(to, to_slot);
  explore::Explorer giving(from, giver);
  explore::Explorer taking(to, taker);

  from.journal.save(from.kept());
  to.journal.save(to.kept());
  from.kept().giving = number;
  from.kept().handovers += base::mix(number);
  to.kept().handovers -= base::mix(number);
  WorkOnItsWay moved(std::min(kMostSteps, shared_work_of(taker).room()));
  shared_work_of(giver).take(kMostItems, moved.work);
  shared_work_of(taker).give(moved.work.items());
  to.save_results();
  to.counters().taken = number;
  taking.commit();
  giving.commit();
  end_giving(from, giving);
  return std::count_if(moved.work.begin(), moved.work.end(),
                       [](const explore::WorkStep& step) { return step.waits; });
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
  explore::Strategy& strategy = search::attach_strategy(worker, slot);
  shared_work_of(strategy).begin_next_bound();
  explore::Explorer(worker, strategy).commit();
}

bool settle_bounds(const std::vector<process::Arena*>& workers) {
  const auto bound_of = [](process::Arena* worker) {
    search::StrategySlot slot;
    const explore::SharesWork& work = shared_work_of(search::attach_strategy(*worker, slot));
    return work.has_begun() ? work.progress().bound : UINT32_MAX;
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
