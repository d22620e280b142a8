// SPDX-License-Identifier: Apache-2.0
#include "explore/schedule_log.h"

#include <unistd.h>

namespace heddle::explore {

void ScheduleLog::execution_done(std::span<const event::Event> log, uint32_t preemptions) {
  if (descriptor_ < 0) {
    return;
  }
  put_number(preemptions);
  put(":", 1);
  for (const event::Event& event : log) {
    put(" ", 1);
    put_number(event::index(event.thread));
  }
  put("\n", 1);
}

void ScheduleLog::started_over() {
  used_ = 0;
  if (descriptor_ >= 0) {
    [[maybe_unused]] const int ignored = ::ftruncate(descriptor_, 0);
  }
}

void ScheduleLog::put(const char* text, size_t length) {
  for (size_t i = 0; i < length; ++i) {
    if (used_ == sizeof buffer_) {
      committed();  // a line that is longer than all we have
    }
    buffer_[used_++] = text[i];
  }
}

void ScheduleLog::put_number(size_t number) {
  char digits[24];
  size_t begin = sizeof digits;
  do {
    digits[--begin] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  put(digits + begin, sizeof digits - begin);
}

void ScheduleLog::committed() {
  size_t done = 0;
  while (done < used_) {
    const ssize_t written = ::write(descriptor_, buffer_ + done, used_ - done);
    if (written <= 0) {
      break;
    }
    done += static_cast<size_t>(written);
  }
  used_ = 0;
}

}  // namespace heddle::explore
