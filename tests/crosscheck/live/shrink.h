// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program.h"

#include <functional>

namespace heddle::live {

// Leaves out threads and operations as long as the program still fails.
[[nodiscard]] Program shrunk(Program program, const std::function<bool(const Program&)>& fails);

}  // namespace heddle::live
