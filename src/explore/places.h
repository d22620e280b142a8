// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash.h"
#include "explore/arena.h"

#include <cstdint>
#include <cstring>
#include <string_view>

// Places in the program's code, and pairs of them, as numbers: the same ones in every
// process, wherever the files are loaded.
namespace heddle::explore {

// `module` is what the loader calls the file; "" is the executable.  Only as much of it
// counts as a PlaceRecord holds.
inline uint64_t place_key(const char* module, uint64_t offset) {
  const std::string_view path(module, strnlen(module, sizeof(PlaceRecord::module) - 1));
  return base::combine(base::hash_bytes(path), offset);
}

// Of a race between two places, whichever came first.
constexpr uint64_t race_key(uint64_t a, uint64_t b) { return base::mix(a) + base::mix(b); }

// The same, on memory that the program has marked: what is known of it says nothing of races
// between the same places on other memory.
constexpr uint64_t benign_race_key(uint64_t a, uint64_t b) { return base::mix(race_key(a, b)); }

}  // namespace heddle::explore
