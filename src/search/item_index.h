// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "explore/journal.h"
#include "search/work_items.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::search {

// Where to look for items by their last step, and some others that are in them.
// It may have lost some, and then executions are run that need not be: it saves work.  But which
// ones these are should not depend on who was killed when, so it is in the journal like all else.
class ItemIndex {
  static constexpr uint32_t kTagBits = 12;
  static constexpr uint64_t kTagMask = (uint64_t{1} << kTagBits) - 1;
  static uint16_t tag(uint64_t step) { return static_cast<uint16_t>(step & kTagMask); }
  static uint16_t high_tag(uint64_t step) { return static_cast<uint16_t>(step >> 48); }

 public:
  // Steps, by numbers that stand for them; some that are not among them look as if they were.
  class Steps {
   public:
    void clear() { std::fill(std::begin(bits_), std::end(bits_), 0); }
    void add(uint64_t step) { bits_[tag(step) / 64] |= uint64_t{1} << (tag(step) % 64); }
    // All of a summary.
    [[nodiscard]] bool may_have(uint64_t summary) const {
      bool all = true;
      for (; summary != 0 && all; summary >>= kTagBits) {
        const uint64_t tag = summary & kTagMask;
        all = ((bits_[tag / 64] >> (tag % 64)) & 1) != 0;
      }
      return all;
    }

   private:
    uint64_t bits_[64] = {};
  };

  // A few steps in one number.
  class Summary {
   public:
    void add(uint64_t step) {
      if (count_ < kMost) {
        number_ |= uint64_t{tag(step)} << (kTagBits * count_++);
      }
    }
    [[nodiscard]] uint64_t number() const { return number_; }

   private:
    static constexpr uint32_t kMost = 64 / kTagBits;
    uint64_t number_ = 0;
    uint32_t count_ = 0;
  };

  // Over zeroed memory, or over what another process left there; a share of it.
  ItemIndex(base::Region& region, explore::Journal& journal)
      : journal_(journal),
        blocks_(region.take<Block>(std::min(kMostBlocks, region.left() / kShare / sizeof(Block)))),
        heads_(std::min(kMostHeads, std::bit_floor(blocks_.size() / 2))),
        shared_(region.take_one<Shared>()) {}

  void clear() {
    journal_.save(shared_);
    shared_.used = 0;
    ++shared_.clearings;
  }

  void add(uint64_t last, const Summary& others, WorkItems::ItemId item) {
    if (heads_ == 0) {
      return;
    }
    Block& head = head_of(last);
    if (head.clearings != shared_.clearings) {
      journal_.save(head);
      head = {.clearings = shared_.clearings};
    }
    Slot* slot = free_in(head);
    if (slot == nullptr && head.next != 0) {
      slot = free_in(blocks_[head.next]);
    }
    if (slot == nullptr && heads_ + shared_.used < blocks_.size()) {
      journal_.save(shared_);
      const auto fresh = static_cast<uint32_t>(heads_ + shared_.used++);
      journal_.save(blocks_[fresh]);
      blocks_[fresh] = {.next = head.next};
      journal_.save(head);
      head.next = fresh;
      slot = &blocks_[fresh].slots[0];
    }
    if (slot == nullptr) {
      slot = &head.slots[item % kSlots];
    }
    journal_.save(*slot);
    *slot = {item + 1, high_tag(last), others.number()};
  }

  void remove(uint64_t last, WorkItems::ItemId item) {
    for_each_slot(last, [&](Slot& slot) {
      if (slot.item == item + 1) {
        journal_.save(slot);
        slot = {};
      }
    });
  }

  // Tells `take` of those with that last step whose others may be among the steps, and forgets it
  // if told so.
  template <typename Take>
  void for_each(uint64_t last, const Steps& steps, Take take) {
    for_each_slot(last, [&](Slot& slot) {
      if (slot.item != 0 && slot.last == high_tag(last) && steps.may_have(slot.others) &&
          take(slot.item - 1)) {
        journal_.save(slot);
        slot = {};
      }
    });
  }

 private:
  static constexpr size_t kSlots = 7;
  static constexpr size_t kMostHeads = size_t{1} << 16;
  static constexpr size_t kMostBlocks = size_t{1} << 19;
  static constexpr size_t kShare = 16;  // of the memory, one part

  struct alignas(8) Slot {
    uint32_t item = 0;  // plus one
    uint16_t last = 0;
    uint64_t others = 0;
  };
  struct alignas(8) Shared {
    uint32_t used;  // of the blocks that are not first ones
    uint32_t clearings;
  };
  struct alignas(128) Block {
    Slot slots[kSlots] = {};
    uint32_t next = 0;       // 0: none
    uint32_t clearings = 0;  // when it was begun, if it is a first one; else it is empty
  };

  template <typename Take>
  void for_each_slot(uint64_t last, Take take) {
    if (heads_ == 0 || head_of(last).clearings != shared_.clearings) {
      return;
    }
    Block* block = &head_of(last);
    for (;;) {
      for (Slot& slot : block->slots) {
        take(slot);
      }
      if (block->next == 0) {
        return;
      }
      block = &blocks_[block->next];
    }
  }

  [[nodiscard]] Block& head_of(uint64_t last) const { return blocks_[last & (heads_ - 1)]; }
  [[nodiscard]] static Slot* free_in(Block& block) {
    const auto is_free = [](const Slot& slot) { return slot.item == 0; };
    Slot* const found = std::find_if(std::begin(block.slots), std::end(block.slots), is_free);
    return found == std::end(block.slots) ? nullptr : found;
  }

  explore::Journal& journal_;
  std::span<Block> blocks_;
  size_t heads_;  // so many of them are first ones, found by the step; the rest is linked to them
  Shared& shared_;
};

}  // namespace heddle::search
