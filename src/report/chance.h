// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/trace.h"

#include <cstddef>

// Whether a thread that did nothing in the end of an execution could have.
namespace heddle::report {

enum class Chance {
  none,  // it could not go on at any point
  some,  // it could, at one at least
  not_known,
};

// Of a thread that does none of the steps after the first `steps`.
[[nodiscard]] Chance chance_of(const trace::Trace& trace, event::ThreadId thread, size_t steps);

// Whether it waits for a lock that others take in these steps.
[[nodiscard]] bool waits_for_lock_in_use(const trace::Trace& trace, event::ThreadId thread,
                                         size_t steps);

}  // namespace heddle::report
