// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace heddle::supervise {

// Why a program cannot be run that has the runtime of a sanitizer, which replaces what
// heddle replaces; empty if it has none.  Programs of gcc's -fsanitize=thread have
// theirs in a library, in whose place heddle's is loaded.
[[nodiscard]] std::string why_not_with_sanitizer(const std::string& path);

// Whether its accesses to memory are seen: heddle cc has made it, or gcc's -fsanitize=thread.
[[nodiscard]] bool is_instrumented(const std::string& path);

}  // namespace heddle::supervise
