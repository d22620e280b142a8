// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/syscalls/call.h"

namespace heddle::runtime {

// SYS_futex by a controlled thread: a step of the model, or two.
long futex(const Call& call, const void* site);

}  // namespace heddle::runtime
