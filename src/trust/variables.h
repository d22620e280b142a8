// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace heddle::trust {

// Whether a variable of this name can make a program load or run code that is not its own, or
// write where it would not: those of the dynamic loader, of libc, of interpreters, of libraries
// with plugins, of the shell, of the sanitizers, and heddle's own.  They are not taken from a
// trace that is not known to be the user's own.
[[nodiscard]] bool brings_in_code(std::string_view variable);

}  // namespace heddle::trust
