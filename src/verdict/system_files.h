// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

// Which files belong to the system or the compiler, and not to the user.
namespace heddle::verdict {

[[nodiscard]] bool is_system_source(std::string_view path);
[[nodiscard]] bool is_system_module(std::string_view path);

// heddle's own library in the program.
[[nodiscard]] bool is_heddle_runtime(std::string_view path);

}  // namespace heddle::verdict
