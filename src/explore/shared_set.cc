// SPDX-License-Identifier: Apache-2.0
#include "explore/shared_set.h"

#include "base/hash.h"

namespace heddle::explore {

// A slot with an empty mask is free.  The table is never more than half full.
SharedBytes& SharedSet::slot_of(uint64_t word) const {
  const size_t last = arena_.shared_index.size() - 1;
  size_t at = base::mix(word) & last;
  while (arena_.shared_index[at].mask != 0 && arena_.shared_index[at].word != word) {
    at = (at + 1) & last;
  }
  return arena_.shared_index[at];
}

uint64_t SharedSet::known(uint64_t word) const { return slot_of(word).mask; }

bool SharedSet::add(const SharedBytes& bytes) {
  SharedBytes& slot = slot_of(bytes.word);
  const uint64_t fresh = bytes.mask & ~slot.mask;
  if (fresh == 0) {
    return true;
  }
  if (arena_.shared.full()) {
    return false;
  }
  arena_.journal.save(slot);
  arena_.journal.save(arena_.shared.size_word());
  slot = {bytes.word, slot.mask | fresh};
  arena_.journal.append(arena_.shared, {bytes.word, fresh});
  return true;
}

bool SharedSet::would_grow(const base::List<SharedBytes>& found) const {
  for (const SharedBytes& bytes : found) {
    if ((bytes.mask & ~known(bytes.word)) != 0) {
      return true;
    }
  }
  return false;
}

}  // namespace heddle::explore
