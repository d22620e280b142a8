// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Random programs of a family: what their threads are likely to do.
namespace heddle::live {

[[nodiscard]] const std::vector<std::string>& families();

// The program of a seed: the same one wherever it is made.  It may be too large, or misuse a call.
[[nodiscard]] Program generate(std::string_view family, uint64_t seed);

}  // namespace heddle::live
