// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::event {

#define HEDDLE_FINDINGS(X)                    \
  X(assertion, "a failed assertion or abort") \
  X(crash, "a crash")                         \
  X(exit, "an exit status other than 0")      \
  X(uncaught, "an uncaught exception")        \
  X(deadlock, "a deadlock")                   \
  X(livelock, "a livelock")                   \
  X(race, "a data race")                      \
  X(misuse, "a misuse of the thread library") \
  X(use_after_free, "a use after free")       \
  X(double_free, "a double free")             \
  X(leak, "a leak")                           \
  X(stuck, "a call that does not return")

enum class FindingKind : uint8_t {
#define X(name, word) name,
  HEDDLE_FINDINGS(X)
#undef X
};

// What the standard forbids, and some thread did.  The first group ends an
// execution; the second is noted, and a finding only when the user is strict.
#define HEDDLE_MISUSES(X)                                                               \
  X(none, "")                                                                           \
  X(unlock_not_locked, "unlocks a mutex that nobody holds")                             \
  X(unlock_not_owner, "unlocks a mutex that another thread holds")                      \
  X(destroy_locked, "destroys a lock that is held")                                     \
  X(destroy_waited_for, "destroys an object that threads wait for")                     \
  X(use_destroyed, "uses an object that is destroyed")                                  \
  X(wait_without_mutex, "waits for a condition without holding the mutex")              \
  X(rwlock_unlock_not_held, "unlocks a read-write lock that it does not hold")          \
  X(spin_unlock_not_held, "unlocks a spin lock that it does not hold")                  \
  X(join_not_joinable, "joins or detaches a thread that was joined or detached before") \
  X(free_of_no_block, "frees what is no block of memory")                               \
  X(thread_left_running, "is still running when the process ends")                      \
  X(thread_not_joined, "is neither joined nor detached")                                \
  X(lock_held_at_end, "ends while it holds a lock")                                     \
  X(object_not_destroyed, "was initialised and is never destroyed")

enum class Misuse : uint8_t {
#define X(name, word) name,
  HEDDLE_MISUSES(X)
#undef X
};

// A bug, with what is known when it shows.  The rest (texts, lines) comes from
// the trace of the execution that shows it.
struct Finding {
  FindingKind kind = FindingKind::crash;
  Misuse misuse = Misuse::none;
  ThreadId thread = kNoThread;  // who failed; kNoThread: all that are blocked
  ObjectId object = kNoObject;
  int32_t code = 0;    // exit status, signal number
  uint64_t place = 0;  // equal for equal places of the program
};

[[nodiscard]] std::string_view to_string(FindingKind kind);
[[nodiscard]] std::string_view word_for(FindingKind kind);
[[nodiscard]] std::optional<FindingKind> parse_finding_kind(std::string_view name);

[[nodiscard]] std::string_view to_string(Misuse misuse);
[[nodiscard]] std::string_view word_for(Misuse misuse);
[[nodiscard]] std::optional<Misuse> parse_misuse(std::string_view name);

}  // namespace heddle::event
