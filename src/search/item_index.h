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
        heads_(region.take<Link>(std::min(kMostHeads, std::bit_floor(blocks_.size() / 2)))),
        shared_(region.take_one<Shared>()) {}

  void clear() {
    journal_.save(shared_);
    shared_.used = 0;
    ++shared_.clearings;
  }

  void add(uint64_t last, const Summary& others, WorkItems::ItemId item) {
    if (heads_.empty()) {
      return;
    }
    if (Slot* slot = place_for(last, item); slot != nullptr) {
      journal_.save(*slot);
      *slot = {item + 1, high_tag(last), others.number()};
    }
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
    uint32_t used;  // blocks
    uint32_t clearings;
  };
  using Link = uint32_t;  // the number of a block, plus one
  struct alignas(128) Block {
    Slot slots[kSlots] = {};
    Link next = 0;
    uint32_t clearings = 0;  // when it was begun
    uint32_t head = 0;       // for which steps it is the first one, plus one; 0: it is no first one
  };

  template <typename Take>
  void for_each_slot(uint64_t last, Take take) {
    for (Block* block = first_of(last); block != nullptr; block = block_at(block->next)) {
      for (Slot& slot : block->slots) {
        take(slot);
      }
    }
  }

  // Where the first block of steps is found lies together, and so do the blocks that are in use:
  // most steps are in no item, and each page that is looked at costs.
  [[nodiscard]] uint32_t head_of(uint64_t last) const {
    return static_cast<uint32_t>(last & (heads_.size() - 1));
  }
  [[nodiscard]] Block* block_at(Link link) { return link == 0 ? nullptr : &blocks_[link - 1]; }

  // Null if there is none, or it is of a time before all was cleared.
  [[nodiscard]] Block* first_of(uint64_t last) {
    if (heads_.empty() || heads_[head_of(last)] == 0) {
      return nullptr;
    }
    Block& block = blocks_[heads_[head_of(last)] - 1];
    const bool is_it = block.clearings == shared_.clearings && block.head == head_of(last) + 1;
    return is_it ? &block : nullptr;
  }

  [[nodiscard]] static Slot* free_in(Block* block) {
    if (block == nullptr) {
      return nullptr;
    }
    const auto is_free = [](const Slot& slot) { return slot.item == 0; };
    Slot* const found = std::find_if(std::begin(block->slots), std::end(block->slots), is_free);
    return found == std::end(block->slots) ? nullptr : found;
  }

  // For one more; null if there is no room.
  [[nodiscard]] Slot* place_for(uint64_t last, WorkItems::ItemId item) {
    Block* const first = first_of(last);
    if (first == nullptr) {
      return begin_block(heads_[head_of(last)], {.head = head_of(last) + 1});
    }
    Slot* slot = free_in(first);
    slot = slot != nullptr ? slot : free_in(block_at(first->next));
    slot = slot != nullptr ? slot : begin_block(first->next, {.next = first->next});
    return slot != nullptr ? slot : &first->slots[item % kSlots];
  }

  // The first slot of a new block, which is then linked to.
  [[nodiscard]] Slot* begin_block(Link& link, Block block) {
    if (shared_.used == blocks_.size()) {
      return nullptr;
    }
    journal_.save(shared_);
    Block& fresh = blocks_[shared_.used++];
    journal_.save_fresh(fresh);
    block.clearings = shared_.clearings;
    fresh = block;
    journal_.save(link);
    link = shared_.used;
    return &fresh.slots[0];
  }

  explore::Journal& journal_;
  std::span<Block> blocks_;
  std::span<Link> heads_;  // found by the step
  Shared& shared_;
};

}  // namespace heddle::search
