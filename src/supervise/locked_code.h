// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace heddle::supervise {

// Whether a file may order what threads do by means of its own: some instruction of its code is a
// locked one, an exchange with memory, or a system call; or it calls libc's syscall().  Without any
// of these a library has no lock, no reference count and no futex but those of libraries that it
// calls.  False for a file that cannot be read.
[[nodiscard]] bool has_locked_code(const std::string& path);

// Whether heddle models what the file synchronizes by, as far as it does: the C and C++ libraries,
// what belongs to them, and heddle's own.
[[nodiscard]] bool is_modelled(const std::string& path);

}  // namespace heddle::supervise
