// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace heddle::explore {

// Objects that are destroyed while other threads may use them, by their identities.
template <size_t kMost>
struct Destroyed {
  uint32_t count = 0;
  bool all = false;  // there are more than fit: any object may be one
  uint64_t objects[kMost] = {};

  [[nodiscard]] bool has(uint64_t identity) const {
    const uint64_t* const end = objects + std::min<size_t>(count, kMost);
    return all || std::find(objects, end, identity) != end;
  }
  [[nodiscard]] bool any() const { return all || count != 0; }
  void add(uint64_t identity) {
    if (has(identity)) {
      return;
    }
    if (count < kMost) {
      objects[count++] = identity;
    } else {
      all = true;
    }
  }
  template <size_t kOther>
  void add_all(const Destroyed<kOther>& other) {
    std::for_each_n(other.objects, std::min<size_t>(other.count, kOther),
                    [&](uint64_t identity) { add(identity); });
  }
  void clear() { count = 0; }
};

}  // namespace heddle::explore
