// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/in_order.h"
#include "base/region.h"
#include "explore/await_table.h"
#include "order/partial_order.h"

#include <cstdint>
#include <span>

namespace heddle::search {

// The trace order of the execution that was learned from last, kept for the next one.  It is in no
// journal: if another process has learned since, or died while it did so, or if executions were
// rolled back, it is made anew.
class KeptOrder {
 public:
  KeptOrder(base::Region& passing, size_t most_steps, const order::Uses& uses,
            const order::Awaits& awaits)
      : whole_(passing.take_one<uint64_t>()),
        stamps_(passing.take_one<uint64_t>()),
        memory_(passing),
        most_steps_(most_steps),
        uses_(uses),
        awaits_(awaits),
        order_(passing, most_steps, uses, awaits) {}

  order::PartialOrder& operator*() { return order_; }
  order::PartialOrder* operator->() { return &order_; }
  const order::PartialOrder* operator->() const { return &order_; }

  // Whether it is that of the last of so many executions.
  [[nodiscard]] bool is_of(uint64_t learned) const {
    return learned != 0 && learned_ == learned && stamp_ != 0 && whole_ == stamp_;
  }

  // Becomes that of `log`, after `learned` executions.  The first `known` steps are those of the
  // last one.  False if it is more than can be kept.
  [[nodiscard]] bool follow(std::span<const event::Event> log, size_t known, bool final,
                            uint64_t learned) {
    made_anew_ = !is_of(learned) || order_.size() < known;
    whole_ = 0;
    base::in_this_order();
    if (made_anew_) {
      base::Region memory = memory_;
      order_ = order::PartialOrder(memory, most_steps_, uses_, awaits_);
    }
    return order_.follow(log, known, final);
  }

  [[nodiscard]] bool made_anew() const { return made_anew_; }

  // All has been learned, from so many executions.
  void keep(explore::Arena& arena, uint64_t learned) {
    explore::keep_asked(arena, order_.asked(), !order_.could_not_ask());
    order_.forget_asked();
    learned_ = learned;
    stamp_ = ++stamps_;
    base::in_this_order();
    whole_ = stamp_;
  }

 private:
  uint64_t& whole_;       // what is passing was kept with this stamp; 0: it is being changed
  uint64_t& stamps_;      // no two are the same, whoever keeps it and whatever is rolled back
  uint64_t learned_ = 0;  // by this process, when it did so last
  uint64_t stamp_ = 0;    // that it had then
  base::Region memory_;
  size_t most_steps_;
  order::Uses uses_;
  order::Awaits awaits_;
  bool made_anew_ = false;
  order::PartialOrder order_;
};

}  // namespace heddle::search
