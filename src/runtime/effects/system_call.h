// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// What a call of syscall() shares with others; see effects.h.
//   first: its first argument.
void note_system_call(long number, long first, const void* site);

}  // namespace heddle::runtime
