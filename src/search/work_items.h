// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "event/event.h"
#include "explore/strategy.h"

#include <cstdint>
#include <span>

namespace heddle::search {

// Executions that are still to be done.
//
// A stateless work item is a schedule prefix.  It differs from that of the
// execution which met it in one last deviation, so an item holds that deviation
// and its parent; an item costs 32 bytes however long its prefix is.  Items that
// neither wait nor are a parent are used again.
class WorkItems {
 public:
  using ItemId = uint32_t;
  static constexpr ItemId kNone = 0xffffffff;

  // A last-in-first-out queue of items; plain data that lives in the arena.
  struct Stack {
    ItemId top = kNone;
    uint64_t size = 0;
  };

  // Over zeroed memory, or over what another process left there.
  explicit WorkItems(base::Region& region);

  // The item of the execution without deviations.
  ItemId make_root();

  // Makes an item: like `parent`, and at `position` another option of `event`.
  // False if there is no memory left.
  bool push(Stack& stack, ItemId parent, uint32_t position, uint16_t option,
            const event::Event& event);
  ItemId pop(Stack& stack);

  // The whole prefix of an item.
  void lay_down(ItemId item, explore::Plan& plan) const;

  // The first position at which the execution of an item is on its own.
  [[nodiscard]] uint32_t fresh_from(ItemId item) const;

  // The item was executed and everything it leads to was pushed.
  void release(ItemId item);

  [[nodiscard]] uint64_t live() const { return *live_; }

 private:
  struct Item {
    ItemId parent = kNone;
    ItemId next = kNone;      // in its stack, or among the free ones
    uint32_t references = 0;  // itself while it waits or runs, and its children
    event::Deviation deviation;
  };
  static_assert(sizeof(Item) <= 32);

  ItemId allocate();

  ItemId* free_;
  uint64_t* live_;
  base::List<Item> items_;
};

}  // namespace heddle::search
