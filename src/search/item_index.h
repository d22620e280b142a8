// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "search/work_items.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::search {

// Where to look for items by their last step, and one step before it that it does not depend on.
// It may have lost some, and name others that are no more: it saves work, and nothing rests on it.
// So it is in no journal.
class ItemIndex {
  static uint16_t tag(uint64_t step) { return static_cast<uint16_t>(step % 4096); }
  static uint16_t high_tag(uint64_t step) { return static_cast<uint16_t>(step >> 48); }

 public:
  // Steps, by numbers that stand for them; some that are not among them look as if they were.
  class Steps {
   public:
    void clear() { std::fill(std::begin(bits_), std::end(bits_), 0); }
    void add(uint64_t step) { bits_[tag(step) / 64] |= uint64_t{1} << (tag(step) % 64); }
    [[nodiscard]] bool may_have(uint16_t tag) const {
      return ((bits_[tag / 64] >> (tag % 64)) & 1) != 0;
    }

   private:
    uint64_t bits_[64] = {};
  };

  // Over zeroed memory, or over what another process left there; a share of it.
  explicit ItemIndex(base::Region& region)
      : blocks_(region.take<Block>(std::min(kMostBlocks, region.left() / kShare / sizeof(Block)))),
        heads_(region.take<uint32_t>(kHeads)),
        used_(region.take_one<uint32_t>()) {}

  void clear() {
    std::fill(heads_.begin(), heads_.end(), 0);
    used_ = 0;
  }

  void add(uint64_t last, uint64_t other, WorkItems::ItemId item) {
    uint32_t& head = head_of(last);
    Slot* slot = head == 0 ? nullptr : free_in(blocks_[head]);
    if (slot == nullptr && used_ + 1 < blocks_.size()) {
      const uint32_t fresh = ++used_;
      blocks_[fresh] = {};
      blocks_[fresh].next = head;
      head = fresh;
      slot = &blocks_[fresh].slots[0];
    }
    if (slot == nullptr && head != 0) {
      slot = &blocks_[head].slots[item % kSlots];
    }
    if (slot != nullptr) {
      *slot = {item + 1, high_tag(last), tag(other)};
    }
  }

  void remove(uint64_t last, WorkItems::ItemId item) {
    for (uint32_t at = head_of(last); at != 0; at = blocks_[at].next) {
      for (Slot& slot : blocks_[at].slots) {
        if (slot.item == item + 1) {
          slot = {};
          return;
        }
      }
    }
  }

  // Tells `take` of those with that last step whose other one may be among the steps, and forgets
  // it if told so.
  template <typename Take>
  void for_each(uint64_t last, const Steps& steps, Take take) {
    for (uint32_t at = head_of(last); at != 0; at = blocks_[at].next) {
      for (Slot& slot : blocks_[at].slots) {
        if (slot.item != 0 && slot.last == high_tag(last) && steps.may_have(slot.other) &&
            take(slot.item - 1)) {
          slot = {};
        }
      }
    }
  }

 private:
  static constexpr size_t kSlots = 15;
  static constexpr size_t kMostBlocks = size_t{1} << 18;
  static constexpr size_t kShare = 16;  // of the memory, one part
  static constexpr size_t kHeads = size_t{1} << 17;

  struct Slot {
    uint32_t item = 0;  // plus one
    uint16_t last = 0;
    uint16_t other = 0;
  };
  struct Block {
    Slot slots[kSlots] = {};
    uint32_t next = 0;  // 0: none
  };

  [[nodiscard]] uint32_t& head_of(uint64_t last) const { return heads_[last % kHeads]; }
  [[nodiscard]] static Slot* free_in(Block& block) {
    const auto is_free = [](const Slot& slot) { return slot.item == 0; };
    Slot* const found = std::find_if(std::begin(block.slots), std::end(block.slots), is_free);
    return found == std::end(block.slots) ? nullptr : found;
  }

  std::span<Block> blocks_;  // the first is not used
  std::span<uint32_t> heads_;
  uint32_t& used_;
};

}  // namespace heddle::search
