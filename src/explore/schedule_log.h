// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/explorer.h"

namespace heddle::explore {

// Writes a line for every execution: how many preemptions it has, and which
// thread did each step, "1: 0 0 1 1 0".  Does nothing with a negative descriptor.
class ScheduleLog final : public Listener {
 public:
  explicit ScheduleLog(int descriptor) : descriptor_(descriptor) {}
  void execution_done(std::span<const event::Event> log, uint32_t preemptions) override;
  int committed() override;
  void rolled_back() override { used_ = 0; }
  void started_over() override;
  // A commit is due.
  [[nodiscard]] bool nearly_full() const { return used_ > sizeof buffer_ / 2; }

 private:
  void put(const char* text, size_t length);
  void put_number(size_t number);
  void write_out();

  const int descriptor_;
  size_t used_ = 0;
  int error_ = 0;  // of the first write that failed
  char buffer_[size_t{1} << 16];
};

}  // namespace heddle::explore
