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

 private:
  void put(const char* text, size_t length);
  void put_number(size_t number);
  void flush();

  const int descriptor_;
  size_t used_ = 0;
  char buffer_[4096];
};

}  // namespace heddle::explore
