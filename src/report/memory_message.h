// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/trace.h"

#include <string>

// Findings about memory, one line each.
namespace heddle::report {

// "data race on counter: T1 writes 4 bytes at a.cc:12 in inc, T2 reads 4 bytes at a.cc:15 in
// get, unordered"; "T2 reads 8 bytes at q.cc:40 in pop, 16 bytes into a block of 32 that T1
// freed at q.cc:22 in drop".  Empty if the finding is no such one, or its accesses are not in
// the trace.
[[nodiscard]] std::string memory_message(const trace::Trace& trace);

}  // namespace heddle::report
