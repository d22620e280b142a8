// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"

namespace heddle::explore {

// The bytes that more than one thread touches, as far as they are known: what
// arena.shared holds, and how it grows.
//
// It only grows.  The list is appended to, and an entry has only bytes that no entry before it has:
// who keeps marks of his own sets those of the entries that are new to him.  The index
// beside it, a hash table by word, tells what is known.  All changes go through the
// journal.
class SharedSet {
 public:
  explicit SharedSet(Arena& arena) : arena_(arena) {}

  // The bytes of a word that are known, as a mask.
  [[nodiscard]] uint64_t known(uint64_t word) const;

  // Adds those that are not known.  False if there is no room.
  bool add(const SharedBytes& bytes);

  // Whether `found` has any that are not known.
  [[nodiscard]] bool would_grow(const base::List<SharedBytes>& found) const;

 private:
  [[nodiscard]] SharedBytes& slot_of(uint64_t word) const;

  Arena& arena_;
};

}  // namespace heddle::explore
