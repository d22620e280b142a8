// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash.h"

#include <cstddef>
#include <cstdint>

namespace heddle::search {

// Search state lies in memory that the program under test can reach.  Structures
// that end in a `seal` carry a hash of all before it, so that a stray write to one
// is noticed before anything is believed.
template <typename T>
uint32_t seal_of(const T& value) {
  return static_cast<uint32_t>(base::hash_words(&value, offsetof(T, seal)));
}

template <typename T>
void put_seal(T& value) {
  value.seal = seal_of(value);
}

template <typename T>
bool is_sealed(const T& value) {
  return value.seal == seal_of(value);
}

}  // namespace heddle::search
