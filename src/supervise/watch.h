// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/arena.h"
#include "supervise/clock.h"
#include "verdict/exploration.h"

#include <chrono>
#include <csignal>
#include <functional>
#include <optional>

#include <sys/types.h>

namespace heddle::supervise {

struct Limits {
  std::optional<Clock::time_point> deadline;
  std::chrono::milliseconds stuck_after{5000};
  const volatile std::sig_atomic_t* interrupted = nullptr;  // not 0: the user wants an end
  int search = -1;  // a file that grows while the program runs, and needs room on its disk

  // The limit that has been reached by now, if one has.
  [[nodiscard]] verdict::Stopped reached() const;
};

struct Watched {
  int status = 0;  // as waitpid says
  verdict::Stopped stopped = verdict::Stopped::no;
};

// Waits for a process of the program to end.  It is asked to stop when its time is
// up or the user interrupts, and killed if it does not.  An execution that does not
// move is asked where it is, and counts as stuck.  `on_tick` is called many times a
// second meanwhile.
Watched watch(pid_t process, process::Control& control, const Limits& limits,
              const std::function<void()>& on_tick = {});

}  // namespace heddle::supervise
