// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/context/fiber.h"

// Threads under test as OS threads, of which only the one with the baton runs; the
// other half of fiber.h.
//
// Signals are blocked in all that wait, so one that is sent to the process, such as
// the question where it is, reaches who has the baton.
namespace heddle::runtime {

// In a thread that was made beforehand: sleeps until its turn comes, then starts.
[[noreturn]] void start_when_handed_baton(Fiber& self);

// Ends the one that `fiber` has here and that waits for its start, if any.
void dismiss_os_thread(Fiber& fiber);

// In a copy of the process, threads that were made before are not there: a new
// one is then put onto the copy of its stack.
[[gnu::noinline, gnu::cold]] void prepare_os_thread(Fiber& fiber);

[[gnu::noinline, gnu::cold]] void begin_os_thread(Fiber& self);
[[gnu::noinline, gnu::cold]] void hand_over_baton(Fiber& from, Fiber& to);
[[noreturn, gnu::noinline, gnu::cold]] void leave_baton(Fiber& from, Fiber& to);

[[nodiscard]] long kernel_thread_of(const Fiber& fiber);

}  // namespace heddle::runtime
