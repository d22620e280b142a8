// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/arena.h"

namespace heddle::supervise {

// Whether the side of the search, which is that file and which another heddle has written, is what
// that one left there.  Nothing of it is believed before but what it began with.
[[nodiscard]] bool is_as_it_was_left(process::Arena& arena, int search_file);

}  // namespace heddle::supervise
