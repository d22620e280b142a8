// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::runtime {

// Sleeps until a point on the current thread's clock.
void sleep_until(int64_t deadline, const void* site);

}  // namespace heddle::runtime
