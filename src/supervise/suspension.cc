// SPDX-License-Identifier: Apache-2.0
#include "supervise/suspension.h"

#include "supervise/clock.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>

#include <unistd.h>

namespace heddle::supervise {
namespace {

// Each worker has one; a replay has one.
constexpr size_t kMostGroups = 2048;
constexpr int kMostWaits = 200;
constexpr timespec kShortWhile{0, 1'000'000};

// A signal handler can reach nothing else.
std::atomic<pid_t> groups[kMostGroups];
std::atomic<int> launching = 0;
std::atomic<int64_t> stopped_nanoseconds = 0;

int64_t now_nanoseconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void signal_all(int signal) {
  for (const std::atomic<pid_t>& group : groups) {
    if (const pid_t leader = group.load(); leader > 0) {
      kill(-leader, signal);
    }
  }
}

void on_suspend(int /*signal*/) {
  const int error = errno;
  // A process that is just being made, by another thread, is soon known.
  for (int i = 0; i < kMostWaits && launching.load() > 0; ++i) {
    nanosleep(&kShortWhile, nullptr);
  }
  const int64_t before = now_nanoseconds();
  signal_all(SIGSTOP);
  kill(getpid(), SIGSTOP);
  // Here heddle goes on.
  stopped_nanoseconds.fetch_add(now_nanoseconds() - before);
  signal_all(SIGCONT);
  errno = error;
}

void block_suspend(int how) {
  sigset_t suspend;
  sigemptyset(&suspend);
  sigaddset(&suspend, SIGTSTP);
  pthread_sigmask(how, &suspend, nullptr);
}

}  // namespace

Clock::time_point Clock::now() {
  return time_point(duration(now_nanoseconds() - stopped_nanoseconds.load()));
}

void stop_all_on_suspend() {
  struct sigaction action = {};
  sigaction(SIGTSTP, nullptr, &action);
  if (action.sa_handler == SIG_IGN) {
    return;
  }
  action = {};
  action.sa_handler = on_suspend;
  action.sa_flags = SA_RESTART;
  sigaction(SIGTSTP, &action, nullptr);
}

// This thread must not be the one that waits for itself.
Launching::Launching() {
  block_suspend(SIG_BLOCK);
  launching.fetch_add(1);
}

Launching::~Launching() {
  launching.fetch_sub(1);
  block_suspend(SIG_UNBLOCK);
}

void Launching::add(pid_t process) {
  setpgid(process, process);  // if it has not come to do so itself
  for (std::atomic<pid_t>& group : groups) {
    pid_t none = 0;
    if (group.compare_exchange_strong(none, process)) {
      return;
    }
  }
}

void forget_group(pid_t process) {
  for (std::atomic<pid_t>& group : groups) {
    pid_t expected = process;
    if (group.compare_exchange_strong(expected, 0)) {
      return;
    }
  }
}

}  // namespace heddle::supervise
