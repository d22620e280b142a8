// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>

namespace heddle::supervise {

// More than anybody writes; a device may have no end.
inline constexpr size_t kMostText = size_t{64} << 20;

// All of a file that the user names.
[[nodiscard]] base::Result<std::string> read_text_file(const std::string& path);

}  // namespace heddle::supervise
