// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"

#include <cstddef>

namespace heddle::runtime {

// Memory for small things that the program has registered with us.  What is given
// back is used again: with `--reset loop` the process lives through millions of executions.
class SmallMemory {
 public:
  SmallMemory() = default;
  explicit SmallMemory(base::Region region) : region_(region) {}

  template <typename T>
  T& take() {
    static_assert(sizeof(T) <= sizeof(Piece) && alignof(T) <= alignof(Piece));
    Piece* piece = free_;
    if (piece != nullptr) {
      free_ = piece->next;
    } else {
      piece = &region_.take_one<Piece>();
    }
    return *reinterpret_cast<T*>(piece);
  }

  template <typename T>
  void give_back(T& thing) {
    auto* piece = reinterpret_cast<Piece*>(&thing);
    piece->next = free_;
    free_ = piece;
  }

 private:
  union Piece {
    Piece* next;
    void* words[3];
  };

  base::Region region_;
  Piece* free_ = nullptr;
};

}  // namespace heddle::runtime
