// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <cstddef>

namespace heddle::runtime {

// Takes the signals that mean a crash, on a stack of their own; the program may
// still put its own handlers in their place.
void install_crash_handlers();

// What they do.
void handle_crash(int signal, siginfo_t* info, void* context);

// The alternate stack for signals of the thread of that number, until it takes one of its own.
[[nodiscard]] stack_t crash_stack(size_t number);

// Has the calling thread take signals on the stack with that number.
void use_signal_stack(size_t number);

}  // namespace heddle::runtime
