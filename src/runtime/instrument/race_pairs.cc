// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/race_pairs.h"

#include "base/hash.h"
#include "explore/places.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

RacePairs::Pair looked_up(const void* first, const void* second, bool benign) {
  const uint64_t a = key_of_place(first);
  const uint64_t b = key_of_place(second);
  RacePairs::Pair pair{.first = first, .second = second, .benign = benign};
  pair.key = benign ? explore::benign_race_key(a, b) : explore::race_key(a, b);
  const std::span<const uint64_t> known = rt.arena->known_races.items();
  for (size_t i = 0; i < known.size() && pair.known == RacePairs::kUnknown; ++i) {
    pair.known = known[i] == pair.key ? static_cast<uint32_t>(i) : RacePairs::kUnknown;
  }
  for (const process::RaceRecord& race : rt.arena->races) {
    pair.written |= race.key == pair.key;
  }
  return pair;
}

}  // namespace

void RacePairs::prepare() { pairs_ = static_cast<Pair*>(raw_reserve(kSlots * sizeof(Pair))); }

void RacePairs::forget() {
  for (size_t i = 0; count_ > 0 && i < kSlots; ++i) {
    pairs_[i] = Pair{};
  }
  count_ = 0;
}

RacePairs::Pair& RacePairs::find(const void* first, const void* second, bool benign) {
  if (count_ == kMost) {
    forget();
  }
  const uint64_t hash =
      base::combine(reinterpret_cast<uint64_t>(first), reinterpret_cast<uint64_t>(second));
  size_t at = hash % kSlots;
  while (pairs_[at].first != nullptr) {
    Pair& pair = pairs_[at];
    if (pair.first == first && pair.second == second && pair.benign == benign) {
      return pair;
    }
    at = (at + 1) % kSlots;
  }
  ++count_;
  return pairs_[at] = looked_up(first, second, benign);
}

}  // namespace heddle::runtime
