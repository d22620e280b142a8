// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::runtime {

// What the kernel keeps for a process that cannot be put back, or not by everybody:
// whose it is, what it may do, where it may run, and its children.
class Standing {
 public:
  // In the process that executions run in: children begin without some of it.
  void remember() { hash_ = hash_now(); }

  [[nodiscard]] bool is_changed() const { return hash_now() != hash_ || has_children(); }

 private:
  static uint64_t hash_now();
  static bool has_children();

  uint64_t hash_ = 0;
};

}  // namespace heddle::runtime
