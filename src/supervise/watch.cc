// SPDX-License-Identifier: Apache-2.0
#include "supervise/watch.h"

#include "supervise/process_status.h"
#include "supervise/suspension.h"

#include <cerrno>

#include <poll.h>
#include <sys/ptrace.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{20};
constexpr milliseconds kTimeToWonder{100};
constexpr milliseconds kTimeToAnswer{1000};
constexpr milliseconds kTimeToStop{400};
// Loading a large program takes a while, and is not an execution.
constexpr milliseconds kTimeToStart{60000};

// Pages of a file for which there is no room end the process that writes to them.  So an end is
// asked for while there is room for what is written until then.
bool has_little_room(int file) {
  constexpr uint64_t kLeastFreeBytes = uint64_t{64} << 20;
  struct statvfs disk = {};
  return fstatvfs(file, &disk) == 0 && uint64_t{disk.f_bavail} * disk.f_frsize < kLeastFreeBytes;
}

class Watch {
 public:
  Watch(pid_t process, process::Control& control, const Limits& limits,
        const std::function<void()>& on_tick)
      : process_(process), control_(control), limits_(limits), on_tick_(on_tick) {}

  Watched run() {
    const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, process_, 0));
    Watched result;
    while (!has_ended(result.status)) {
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
    forget_group(process_);
    return result;
  }

 private:
  // A program that has asked to be traced stops at its signals; they take their course.
  [[nodiscard]] bool has_ended(int& status) const {
    const bool news = waitpid(process_, &status, WNOHANG) != 0;
    if (news && WIFSTOPPED(status)) {
      const auto signal = static_cast<uintptr_t>(WSTOPSIG(status));
      ptrace(PTRACE_CONT, process_, nullptr, reinterpret_cast<void*>(signal));
      return false;
    }
    return news;
  }

  void look_for_limits(Clock::time_point now, Watched& result) {
    if (result.stopped == verdict::Stopped::no) {
      result.stopped = limits_.reached();
      if (result.stopped != verdict::Stopped::no) {
        control_.stop.store(1);
        asked_to_stop_ = now;
      }
    } else if (now - asked_to_stop_ > kTimeToStop) {
      kill(process_, SIGKILL);
    }
  }

  // Every step and every execution moves the heartbeat, and so does what heddle does between them,
  // which may take longer than any execution.
  void look_for_movement(Clock::time_point now) {
    const uint64_t heartbeat = control_.heartbeat.load() + control_.planning.load();
    if (heartbeat != last_heartbeat_ || moved_ == Clock::time_point{}) {
      last_heartbeat_ = heartbeat;
      moved_ = now;
      asked_ = false;
      return;
    }
    const bool started = control_.started.load() != 0;
    const pid_t execution = control_.process.load();
    if (started && execution == process_ && now - moved_ > kTimeToWonder &&
        status_of(process_).state == 'Z') {
      // The thread that carries the others was killed alone, and they wait for good.
      kill(process_, SIGKILL);
      return;
    }
    const auto patience = started ? limits_.stuck_after : kTimeToStart;
    if (now - moved_ < patience) {
      return;
    }
    // The number comes from memory that the program could write to: no stranger is killed.
    const bool is_child = execution > 0 && status_of(execution).parent == process_;
    const pid_t target = is_child ? execution : process_;
    if (!asked_) {
      asked_ = true;
      control_.stuck.store(1);
      kill(target, process::kWhereAreYou);
    } else if (now - moved_ > patience + kTimeToAnswer) {
      kill(target, SIGKILL);
    }
  }

  const pid_t process_;
  process::Control& control_;
  const Limits& limits_;
  const std::function<void()>& on_tick_;
  uint64_t last_heartbeat_ = 0;
  Clock::time_point moved_{};
  Clock::time_point asked_to_stop_{};
  bool asked_ = false;
};

}  // namespace

verdict::Stopped Limits::reached() const {
  if (interrupted != nullptr && *interrupted != 0) {
    return verdict::Stopped::by_user;
  }
  if (deadline.has_value() && Clock::now() >= *deadline) {
    return verdict::Stopped::by_time;
  }
  return search >= 0 && has_little_room(search) ? verdict::Stopped::by_disk : verdict::Stopped::no;
}

Watched watch(pid_t process, process::Control& control, const Limits& limits,
              const std::function<void()>& on_tick) {
  return Watch(process, control, limits, on_tick).run();
}

}  // namespace heddle::supervise
