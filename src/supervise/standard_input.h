// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "supervise/watch.h"

#include <string>

namespace heddle::supervise {

// What the program is to read, taken whole, so that every execution reads the same
// from its beginning.
struct StandardInput {
  std::string bytes;
  bool ended = true;  // false: it had not come to its end, and was cut there
};

// What is kept of an input at most: it is part of every trace.
inline constexpr size_t kMostInput = size_t{64} << 20;

// Reads our own standard input to its end.  A terminal counts as empty, and an
// input that says nothing for a while is taken for ended, as it is when a limit is reached.
base::Result<StandardInput> take_standard_input(const Limits& limits);

// A descriptor from which exactly `bytes` can be read, and read again.
base::Result<int> readable(const std::string& bytes);

}  // namespace heddle::supervise
