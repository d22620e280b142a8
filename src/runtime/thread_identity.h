// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash.h"

#include <bit>
#include <cstdint>

// Who a thread is, whatever the schedule: its index among the threads of its creator, the index
// of that among the threads of its own creator, and so on up to main.  ThreadId is the order in
// which threads were made, and differs from schedule to schedule.
//
// The path is written as a number: 1 for main, and behind it the bits of each step in
// Elias' gamma code, which tell where they end.  So identities are different for different
// threads as long as they fit; longer ones are hashed.
namespace heddle::runtime {

inline constexpr uint64_t kNoIdentity = 0;
inline constexpr uint64_t kMainIdentity = 1;
inline constexpr uint64_t kHashedIdentity = uint64_t{1} << 63;

// The `which`-th thread, from 1, that `creator` makes.
constexpr uint64_t identity_of_child(uint64_t creator, uint32_t which) {
  const auto width = static_cast<uint32_t>(std::bit_width(which)) - 1;
  const uint32_t bits = 2 * width + 1;
  const bool fits = static_cast<uint32_t>(std::bit_width(creator)) + bits <= 63;
  if (!fits) {
    return base::combine(creator, which) | kHashedIdentity;
  }
  const uint64_t ones = (uint64_t{1} << width) - 1;  // as many as bits follow, and a 0
  return (((creator << width | ones) << 1) << width) | (which & ones);
}

}  // namespace heddle::runtime
