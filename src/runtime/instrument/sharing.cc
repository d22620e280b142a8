// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/sharing.h"

#include "base/hash.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

void Sharing::prepare() { slots_ = static_cast<Slot*>(raw_reserve(kSlots * sizeof(Slot))); }

Sharing::Slot& Sharing::slot_of(uint64_t word) {
  size_t at = base::mix(word) % kSlots;
  size_t tried = 0;
  while (slots_[at].generation == generation_ && slots_[at].word != word) {
    at = (at + 1) % kSlots;
    if (++tried == kSlots) {
      refuse("--visible all with that much memory that threads share");
    }
  }
  Slot& slot = slots_[at];
  if (slot.generation != generation_) {
    slot = {};
    slot.word = word;
    slot.generation = generation_;
  }
  return slot;
}

void Sharing::access(uint32_t thread, uint64_t address, uint64_t bytes, bool writes) {
  const auto me = static_cast<uint16_t>(thread + 1);
  const uint64_t end = address + bytes;
  for (uint64_t at = address; at < end;) {
    Slot& slot = slot_of(at / 8);
    uint8_t shared = 0;
    for (; at < end && at / 8 == slot.word; ++at) {
      const auto bit = static_cast<uint8_t>(1U << (at % 8));
      uint16_t& toucher = slot.toucher[at % 8];
      toucher = toucher == 0 || toucher == me ? me : kSeveral;
      slot.written = static_cast<uint8_t>(slot.written | (writes ? bit : 0));
      const bool is_shared = toucher == kSeveral && (slot.written & bit) != 0;
      shared = static_cast<uint8_t>(shared | (is_shared ? bit : 0));
    }
    const auto fresh =
        static_cast<uint8_t>(shared & ~slot.told & ~rt.watch.places.shared_in(slot.word));
    if (fresh != 0) {
      slot.told = static_cast<uint8_t>(slot.told | fresh);
      if (rt.arena->newly_shared.full()) {
        refuse("--visible all with that much memory that threads share");
      }
      rt.arena->newly_shared.push_back({slot.word, fresh});
    }
  }
}

}  // namespace heddle::runtime
