// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

namespace heddle::cli {

// Ctrl-C and its like (SIGINT, SIGTERM, SIGHUP) end a run in order: what was covered is reported.
// A second one ends heddle at once.  Ctrl-Z stops heddle and the program.
void watch_for_interrupts();

// Not 0 once there was one.
[[nodiscard]] const volatile std::sig_atomic_t* interrupt_flag();

}  // namespace heddle::cli
