// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/outcome.h"
#include "primitive/world.h"

namespace heddle::primitive {

// What a thread is at when an execution ends, but for its stack.
[[nodiscard]] event::ThreadEnd end_of_thread(const World& world, event::ThreadId id);

}  // namespace heddle::primitive
