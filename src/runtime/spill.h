// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/strategy.h"
#include "process/arena.h"

namespace heddle::runtime {

// To be called after every commit.  If what grows with the search takes more memory than the
// settings allow for, it is written to the file that it belongs to, and let go; it comes back page
// by page when it is needed.  The newest part stays, as it is what is worked on.
[[gnu::noinline]] void spill(process::Arena& arena, explore::Strategy& strategy);

}  // namespace heddle::runtime
