// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/operation.h"

#include <cstdint>

// Try-locks, which do not wait and may be called in a loop that does.
namespace heddle::runtime {

// Like perform(), in a function that is entered through hooks_entry.S.  A try that fails is a read
// of the lock, and counts as a yield where such a read would (spin.h): in code whose writes are
// seen.
int32_t perform_try(const event::Operation& operation, const void* site);

}  // namespace heddle::runtime
