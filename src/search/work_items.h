// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "event/event.h"
#include "explore/journal.h"
#include "explore/strategy.h"
#include "explore/work.h"

#include <cstdint>
#include <span>

namespace heddle::search {

// An option that an execution had and did not take.
struct Alternative {
  uint32_t position = 0;
  uint16_t option = 0;
  uint32_t preemptions = 0;   // of the schedule up to and with it
  const event::Event& event;  // what was done instead
};

// Tells `take` of each alternative in the log from position `from` on, before which there are so
// many preemptions, where the execution followed the default; the one to be tried first comes last.
template <typename Take>
void for_each_alternative(std::span<const event::Event> log, size_t from, uint32_t preemptions,
                          Take take) {
  for (size_t i = from; i < log.size(); ++i) {
    const event::Event& event = log[i];
    for (uint16_t option = event.options; option-- > 1;) {
      const bool preempts = event.own != 0 && option >= event.own;
      take(Alternative{static_cast<uint32_t>(i), option, preemptions + (preempts ? 1 : 0), event});
    }
    preemptions += event.preemption ? 1 : 0;
  }
}

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
  WorkItems(base::Region& region, explore::Journal& journal);

  // The item of the execution without deviations.
  ItemId make_root();

  // Makes an item: like `parent` up to the alternative, which it takes.  False if
  // there is no memory left.
  bool push(Stack& stack, ItemId parent, const Alternative& alternative);
  ItemId pop(Stack& stack);

  // The whole prefix of an item; not to be used unless intact() after it.
  void lay_down(ItemId item, explore::Plan& plan) const;

  // How many preemptions its prefix has.
  [[nodiscard]] uint32_t preemptions(ItemId item) const { return items_[item].preemptions; }

  // The first position at which the execution of an item is on its own.
  [[nodiscard]] uint32_t fresh_from(ItemId item) const;

  // Where an item leaves its parent's schedule; the item of no deviations has no parent.
  [[nodiscard]] const event::Deviation& deviation(ItemId item) const {
    return items_[item].deviation;
  }
  [[nodiscard]] ItemId parent(ItemId item) const { return items_[item].parent; }

  // The option of its deviation was not known before, but something else in its place.
  void settle(ItemId item, uint16_t option);

  // The item was executed and everything it leads to was pushed.
  void release(ItemId item);

  // Drops them all.
  void clear();

  // An item that neither waits nor runs, as a child of `parent`; its one reference is the caller's.
  ItemId make(ItemId parent, const event::Deviation& deviation, uint32_t preemptions,
              ItemId next = kNone);
  // That of the caller is the stack's from now on.
  void put(Stack& stack, ItemId item);

  // Takes every second item of a stack from its top, at most so many, as far as they fit into
  // `work`.
  void take(Stack& stack, uint64_t most, explore::Work& work);
  // Puts them onto a stack, in that order.  False if there is no memory left.
  bool give(Stack& stack, std::span<const explore::WorkStep> work);
  // For so many steps there is.
  [[nodiscard]] uint64_t room() const;

  // All that there were at a time lie in here.
  [[nodiscard]] std::span<std::byte> memory() { return items_.memory(); }
  [[nodiscard]] size_t size() const { return items_.size(); }
  [[nodiscard]] uint64_t live() const { return shared_->live; }
  // No item was found that is not as it was left.
  [[nodiscard]] bool intact() const { return !shared_->damaged; }

 private:
  struct alignas(8) Item {  // whole words, see Journal::save_fresh()
    ItemId parent = kNone;
    ItemId next = kNone;      // in its stack, or among the free ones
    uint32_t references = 0;  // itself while it waits or runs, and its children
    event::Deviation deviation;
    uint32_t preemptions = 0;
    uint32_t seal = 0;  // a hash of the rest
  };
  static_assert(sizeof(Item) <= 32);

  struct Shared {
    uint64_t epoch = 0;      // of the journal, when it was saved
    uint64_t committed = 0;  // items from here on did not exist then
    uint64_t live = 0;
    ItemId free = kNone;
    bool begun = false;
    bool damaged = false;
  };

  void set_next(ItemId item, ItemId next);
  [[nodiscard]] uint32_t depth(ItemId item) const;
  [[nodiscard]] uint32_t common_depth(ItemId one, ItemId other) const;
  bool write_down(ItemId item, ItemId last, explore::Work& work) const;
  ItemId allocate();
  void open();
  // The item, to be changed, and sealed when that is done.
  Item& change(ItemId item);
  Item& change_parent(ItemId item);
  bool is_sound(ItemId item) const;

  explore::Journal* journal_;
  Shared* shared_;
  ItemId saved_parent_ = kNone;  // in this epoch of the journal
  uint64_t saved_epoch_ = 0;
  base::List<Item> items_;
};

}  // namespace heddle::search
