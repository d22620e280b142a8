// SPDX-License-Identifier: Apache-2.0
#include "explore/schedule_log.h"

#include "base/raw_syscall.h"

#include <cerrno>
#include <csignal>
#include <ctime>

#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::explore {
namespace {

// Inside a program under test, libc's functions may be ones that heddle itself has replaced.
using base::as_long;
using base::raw_syscall;

constexpr uint64_t bit_of(int signal) { return uint64_t{1} << (signal - 1); }

// A reader that went away, or a limit on the size of files, is an error of the write and no signal
// to the program that it is done in.
class WithoutSignals {
 public:
  WithoutSignals() {
    raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, as_long(&kSignals), as_long(&before_),
                sizeof before_);
  }
  ~WithoutSignals() {
    const timespec now = {};
    while (failed_ && raw_syscall(SYS_rt_sigtimedwait, as_long(&kSignals), 0, as_long(&now),
                                  sizeof kSignals) > 0) {
    }
    raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, as_long(&before_), 0, sizeof before_);
  }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

  // 0, or errno.
  int write(int descriptor, const char* text, size_t length) {
    for (size_t done = 0; done < length;) {
      const long written = raw_syscall(SYS_write, descriptor, as_long(text + done),
                                       static_cast<long>(length - done));
      if (written == -EINTR) {
        continue;
      }
      if (written <= 0) {
        failed_ = true;
        return written < 0 ? static_cast<int>(-written) : ENOSPC;
      }
      done += static_cast<size_t>(written);
    }
    return 0;
  }

 private:
  static constexpr uint64_t kSignals = bit_of(SIGPIPE) | bit_of(SIGXFSZ);  // as the kernel has them

  uint64_t before_ = 0;
  bool failed_ = false;
};

}  // namespace

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
      write_out();  // a line that is longer than all we have
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

int ScheduleLog::committed() {
  write_out();
  return error_;
}

void ScheduleLog::write_out() {
  if (used_ > 0 && error_ == 0) {
    error_ = WithoutSignals().write(descriptor_, buffer_, used_);
  }
  used_ = 0;
}

}  // namespace heddle::explore
