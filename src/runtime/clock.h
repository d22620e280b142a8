// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>

// Virtual time.
//
// Each thread has a clock of its own, which moves when it sleeps, when a wait of
// its times out, when it meets a thread that is later, and by a microsecond
// whenever it is read, so that a loop that watches the clock comes to an end.
namespace heddle::runtime {

inline constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;

// What a clock shows at the start of an execution, in nanoseconds.
int64_t clock_start(clockid_t clock);

// Reads the current thread's clock.
timespec read_clock(clockid_t clock);

// A point on the current thread's clock, as an operation's deadline.
int64_t deadline_at(clockid_t clock, const timespec& time);
int64_t deadline_after(const timespec& duration);
int64_t deadline_after_nanoseconds(int64_t nanoseconds);

[[nodiscard]] bool valid(const timespec& time);

}  // namespace heddle::runtime
