// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/runtime.h"

#include <cstdint>

namespace heddle::runtime {

// What an execution may have changed of the process, by what it called.
enum class Touched : uint8_t { nothing = 0, signals = 1, surroundings = 2, descriptors = 4 };

inline void touch(Touched what) { rt.touched |= static_cast<uint8_t>(what); }

}  // namespace heddle::runtime
