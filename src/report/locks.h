// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::report {

// A lock that a thread holds.
struct Held {
  event::ObjectId object = event::kNoObject;
  event::ThreadId thread = event::kNoThread;
  uint32_t since = 0;   // the step that took it, from 1
  uint32_t times = 1;   // that it was taken and not given back
  bool shared = false;  // others may hold it as well: it was taken for reading
};

// Who holds what once the first `steps` steps are done, in the order in which it was taken.
[[nodiscard]] std::vector<Held> locks_after(const trace::Trace& trace, size_t steps);

// The same of one thread.
[[nodiscard]] std::vector<Held> locks_of(const trace::Trace& trace, event::ThreadId thread,
                                         size_t steps);

// Whether at some point after the first `steps` steps nobody held the lock; `for_reading`: nobody
// but readers.
[[nodiscard]] bool is_free_at_times(const trace::Trace& trace, event::ObjectId lock, size_t steps,
                                    bool for_reading);

}  // namespace heddle::report
