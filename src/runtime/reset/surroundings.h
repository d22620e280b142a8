// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <sys/resource.h>
#include <sys/time.h>

namespace heddle::runtime {

// What else the kernel keeps for a process: the current directory, the file mode
// mask, limits, interval timers and the thread's name.
class Surroundings {
 public:
  // False if the directory cannot be kept.
  bool remember();
  [[nodiscard]] bool are_changed() const;

  // False if something cannot be undone.
  [[nodiscard]] bool put_back() const;

 private:
  static constexpr int kTimers = 3;

  [[nodiscard]] bool same_directory() const;

  int directory_ = -1;
  uint64_t device_ = 0;
  uint64_t inode_ = 0;
  long mask_ = 0;
  rlimit limits_[RLIM_NLIMITS];
  char name_[16] = {};
};

}  // namespace heddle::runtime
