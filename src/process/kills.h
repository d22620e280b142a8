// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::process {

// Whose doing it is that the process of an execution is killed, by SIGKILL.  The execution is run
// again and again: it dies at the same step each time if it is its own doing.  Somebody else kills
// it at any step, but often at none, as processes take a while to begin.
class Kills {
 public:
  // It was killed once more, after so many steps.  Whether that is the execution's own doing.
  [[nodiscard]] bool is_own_doing(size_t steps) {
    here_ = steps == steps_ ? here_ + 1 : 1;
    steps_ = steps;
    ++all_;
    return here_ >= (steps == 0 ? kAtTheBeginning : kAtTheSameStep) || all_ >= kInAll;
  }
  void forget() { *this = Kills{}; }

  // Of a process that is about to begin with something, whatever that is.
  static constexpr uint32_t kAtTheBeginning = 24;

 private:
  static constexpr uint32_t kAtTheSameStep = 5;
  static constexpr uint32_t kInAll = 100;

  size_t steps_ = SIZE_MAX;
  uint32_t here_ = 0;
  uint32_t all_ = 0;
};

// Deaths that follow one another without a new execution between them.
class DeathsInARow {
 public:
  // One more, after so many executions.  How many have come before it in this row.
  uint32_t add(uint64_t executions) {
    before_ = executions == last_ ? before_ + 1 : 0;
    last_ = executions;
    return before_;
  }
  [[nodiscard]] uint32_t before() const { return before_; }
  // Whatever comes next begins a row.
  void end_row() { last_ = UINT64_MAX; }

 private:
  uint64_t last_ = UINT64_MAX;
  uint32_t before_ = 0;
};

}  // namespace heddle::process
