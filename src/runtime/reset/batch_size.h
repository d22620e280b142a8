// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle::runtime {

// How many executions are run from one look at the whole process to the next.
//
// An execution that changes something for the first time, as a page that no other has written to,
// is nothing unusual.  Its batch does not count, but what was found is put back after every
// execution from then on; so the batch is done again in halves, and only then they become longer
// again.  Should they find more, and so on, they end as single executions, which count whatever
// they change.
class BatchSize {
 public:
  static constexpr uint32_t kMost = 256;

  [[nodiscard]] uint32_t most() const { return most_; }

  // A batch of so many was looked at, and nothing had changed but what is put back anyway.
  void found_nothing_else(uint32_t executions) {
    again_ -= std::min(again_, executions);
    most_ = again_ > 0 ? most_ : std::min(2 * most_, kMost);
  }

  // Something else had.
  void found_something_else(uint32_t executions) {
    again_ = executions > 1 ? executions : 0;
    most_ = std::max(executions / 2, 1U);
  }

  void one_by_one() { *this = {}; }

 private:
  uint32_t most_ = 1;
  uint32_t again_ = 0;  // executions that have not counted, and are still to be done again
};

}  // namespace heddle::runtime
