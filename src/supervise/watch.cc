// SPDX-License-Identifier: Apache-2.0
#include "supervise/watch.h"

#include <cerrno>

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{20};
constexpr milliseconds kTimeToAnswer{1000};
constexpr milliseconds kTimeToStop{1000};
// Loading a large program takes a while, and is not an execution.
constexpr milliseconds kTimeToStart{60000};

class Watch {
 public:
  Watch(pid_t process, explore::Control& control, const Limits& limits,
        const std::function<void()>& on_tick)
      : process_(process), control_(control), limits_(limits), on_tick_(on_tick) {}

  Watched run() {
    const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, process_, 0));
    Watched result;
    while (waitpid(process_, &result.status, WNOHANG) == 0) {
      pollfd ended{descriptor, POLLIN, 0};
      poll(&ended, descriptor < 0 ? 0 : 1, static_cast<int>(kTick.count()));
      const Clock::time_point now = Clock::now();
      look_for_limits(now, result);
      look_for_movement(now);
      if (on_tick_) {
        on_tick_();
      }
    }
    if (descriptor >= 0) {
      close(descriptor);
    }
    return result;
  }

 private:
  void look_for_limits(Clock::time_point now, Watched& result) {
    if (result.stopped == Stopped::no) {
      if (limits_.interrupted != nullptr && *limits_.interrupted != 0) {
        result.stopped = Stopped::by_user;
      } else if (limits_.deadline.has_value() && now >= *limits_.deadline) {
        result.stopped = Stopped::by_time;
      }
      if (result.stopped != Stopped::no) {
        control_.stop.store(1);
        asked_to_stop_ = now;
      }
    } else if (now - asked_to_stop_ > kTimeToStop) {
      kill(process_, SIGKILL);
    }
  }

  // Every step and every execution moves the heartbeat.
  void look_for_movement(Clock::time_point now) {
    const uint64_t heartbeat = control_.heartbeat.load();
    if (heartbeat != last_heartbeat_ || moved_ == Clock::time_point{}) {
      last_heartbeat_ = heartbeat;
      moved_ = now;
      asked_ = false;
      return;
    }
    const bool started = control_.started.load() != 0;
    const auto patience = started ? limits_.stuck_after : kTimeToStart;
    if (now - moved_ < patience) {
      return;
    }
    const pid_t execution = control_.process.load();
    const pid_t target = execution > 0 ? execution : process_;
    if (!asked_) {
      asked_ = true;
      control_.stuck.store(1);
      kill(target, explore::kWhereAreYou);
    } else if (now - moved_ > patience + kTimeToAnswer) {
      kill(target, SIGKILL);
    }
  }

  const pid_t process_;
  explore::Control& control_;
  const Limits& limits_;
  const std::function<void()>& on_tick_;
  uint64_t last_heartbeat_ = 0;
  Clock::time_point moved_{};
  Clock::time_point asked_to_stop_{};
  bool asked_ = false;
};

}  // namespace

Watched watch(pid_t process, explore::Control& control, const Limits& limits,
              const std::function<void()>& on_tick) {
  return Watch(process, control, limits, on_tick).run();
}

}  // namespace heddle::supervise
