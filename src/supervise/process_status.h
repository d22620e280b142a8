// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace heddle::supervise {

// What the system says of a process.
struct ProcessStatus {
  char state = '?';  // as ps shows it; '?' if there is no such process
  pid_t parent = 0;
};

[[nodiscard]] ProcessStatus status_of(pid_t process);

}  // namespace heddle::supervise
