// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/operation.h"

#include <cstdint>

// What those ask of a primitive who tell of steps, or write programs: reports and models.
namespace heddle::primitive {

// What follows the word for an operation in a sentence.
enum class Phrase : uint8_t {
  object,
  thread,      // "join T2"
  with_mutex,  // "wait c (m)"
  relock,      // "wake and relock m"; of a wait that timed out, what it was for
  woken,       // "woken from w"; the same
  chosen,      // "choose 1 of 0 to 3"
  block,       // which freed block was taken
};

// What a step does to a lock, if it comes out as it should.
enum class LockUse : uint8_t { nothing, takes, shares, leaves };

// What a thread that is blocked before it waits for, as far as other steps tell.
enum class Awaits : uint8_t {
  something,
  lock,    // that one has at a time
  all,     // of a lock that others share
  a_part,  // of such a lock
  unit,    // that somebody adds
};

struct Telling {
  Phrase phrase = Phrase::object;
  LockUse lock = LockUse::nothing;
  bool of_mutex = false;  // the lock is the mutex that goes with the object
  Awaits awaits = Awaits::something;
};
[[nodiscard]] const Telling& telling_of(event::OpKind kind);

// What a thread does next as part of the same call, if that is two steps.
struct Rest {
  bool is_there = false;                      // with that result
  event::OpKind kind = event::OpKind::yield;  // whatever the result
};
[[nodiscard]] Rest rest_of(event::OpKind kind, int32_t result);

}  // namespace heddle::primitive
