// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "supervise/program.h"

#include <sys/types.h>

namespace heddle::supervise {

// What a process of the program is connected to: descriptors of ours.
struct Connections {
  int input = -1;
  int output = -1;
  int error = -1;
  int arena = -1;
  int search = -1;  // the side of the search, if it is not in there
  int schedule_log = -1;
  // Whether all functions are looked up before the program starts, which is faster
  // than in every execution anew.  A program with missing functions that it never
  // calls runs only without.
  bool bind_now = true;
};

// Descriptors that the program is given beyond the usual three lie up there, out of
// its way: so many from the first, which is the arena's, on.  heddle's library closes that one
// again.
inline constexpr int kScheduleLogBeyondArena = 1;
inline constexpr int kMostDescriptors = 5;
[[nodiscard]] int arena_descriptor();

// Starts the program under heddle's library, with fixed addresses where the system
// allows it.  It dies with us.
base::Result<pid_t> launch(const Program& program, const std::string& library,
                           const Connections& connections);

// All that another process of ours needs to know to become the program, as bytes; and
// that other process's part, which returns only if it cannot be done.
std::string start_of(const Program& program, const std::string& library);
base::Error start(const std::string& bytes);

// Whether addresses can be fixed.
[[nodiscard]] bool addresses_can_be_fixed();

}  // namespace heddle::supervise
