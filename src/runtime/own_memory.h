// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::runtime {

// A range of addresses, from page to page.
struct Span {
  uintptr_t begin = 0;
  uintptr_t end = 0;

  [[nodiscard]] size_t size() const { return end - begin; }
  [[nodiscard]] bool contains(uintptr_t address) const { return address >= begin && address < end; }
};

// The runtime's own writable memory.  It lives on from one execution to the next,
// while everything else in the process is put back.
void own(Span span);
std::span<const Span> own_memory();

// Hands what of `whole` is not the runtime's own to `take`, piece by piece.
template <typename Take>
void for_each_foreign(Span whole, Take take) {
  while (whole.begin < whole.end) {
    Span piece = whole;
    for (const Span& mine : own_memory()) {
      if (mine.contains(piece.begin)) {
        piece = {mine.end, mine.end};
        break;
      }
      if (mine.begin > piece.begin && mine.begin < piece.end) {
        piece.end = mine.begin;
      }
    }
    if (piece.begin < piece.end) {
      take(piece);
    }
    whole.begin = piece.end;
  }
}

}  // namespace heddle::runtime
