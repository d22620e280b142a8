// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// The descriptors that are open at the start.  A process made by fork shares
// their offsets and flags with its parent, so these are put back by hand.
class Descriptors {
 public:
  void remember();
  void put_back() const;

 private:
  struct Entry {
    int descriptor;
    int flags;
    int64_t offset;  // negative: it cannot be sought
  };
  static constexpr size_t kMost = 256;

  Entry entries_[kMost];
  size_t count_ = 0;
};

}  // namespace heddle::runtime
