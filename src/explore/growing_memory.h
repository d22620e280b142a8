// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"

#include <cstddef>
#include <initializer_list>
#include <span>

namespace heddle::explore {

// Memory of a search that grows with the executions: work that waits, and what was met.  Each part
// has the oldest first, and most of that is not needed soon.
class GrowingMemory {
 public:
  using Part = std::span<std::byte>;

  GrowingMemory() = default;
  GrowingMemory(std::initializer_list<Part> parts) {
    for (const Part& part : parts) {
      add(part);
    }
  }

  void add(Part part) {
    HEDDLE_CHECK(count_ < kMost, "there should be room for every part of a search's memory");
    parts_[count_++] = part;
  }

  [[nodiscard]] std::span<const Part> parts() const { return {parts_, count_}; }
  [[nodiscard]] size_t size() const {
    size_t bytes = 0;
    for (const Part& part : parts()) {
      bytes += part.size();
    }
    return bytes;
  }

 private:
  static constexpr size_t kMost = 6;
  Part parts_[kMost];
  size_t count_ = 0;
};

}  // namespace heddle::explore
