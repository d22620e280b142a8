// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::cli {

// "64M", "2G", "500K"; a bare number is bytes.  At least a page.
[[nodiscard]] std::optional<uint64_t> parse_size(const std::string& text);

}  // namespace heddle::cli
