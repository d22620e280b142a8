// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace heddle::cli {

// "90s", "5m", "1h", "250ms"; a bare number is seconds.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(const std::string& text);

}  // namespace heddle::cli
