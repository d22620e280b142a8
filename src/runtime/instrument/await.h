// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/operation.h"
#include "event/schedule.h"

#include <cstdint>
#include <span>

// Threads that wait in a loop for one variable, and are held back until it has changed.
//
// Such a loop reads one variable, by an atomic or volatile access, and does nothing else but yield
// or cross fences.  If it comes back to the same place with the same registers and the same stack,
// its thread is where it was, and nobody can tell that it went round.  Whether it comes back
// depends on nothing but that state and the value that it reads, since it reads nothing else: so it
// is found out once, in a trial, and then known in all executions (explore/await_table.h).  From
// then on the read can go on only when the variable has a value with which the thread does not come
// back.
//
// A loop that reads more is left to Rounds (idle.h).  There a thread must be able to stop between
// its reads, since they may see a change in part.
namespace heddle::runtime {

struct Fiber;

// What of the past of a thread shows that it has done nothing else.
struct Past {
  uint64_t writes = 0;
  uint64_t reads = 0;
  uint64_t own_reads = 0;
  uint64_t calls_out = 0;
  uint64_t learned = 0;
  uint64_t looks = 0;  // reads that are steps

  bool operator==(const Past&) const = default;
};

struct Await {
  // What it is about to read, as part of such a loop; no state if it is not.
  uint64_t state = 0;
  uint64_t address = 0;
  uint32_t bytes = 0;
  bool tries = false;  // it has read, and is let go on to see whether it comes back
  uint64_t tried_state = 0;
  uint64_t tried_value = 0;
  Past tried_after;
};

// What tells one read from another besides where its thread is.
struct AwaitedRead {
  event::OpKind kind = event::OpKind::atomic_load;
  uint64_t address = 0;
  uint32_t bytes = 0;
  const void* site = nullptr;
  uint64_t operand = 0;  // what it would write, or expects
};

// An execution, or the part of it that is searched, begins.
void begin_awaits();

// The current thread has announced the read, and is about to wait for its turn; it has its turn.
[[gnu::noinline, gnu::cold]] void announce_awaited(event::Operation& announced,
                                                   const AwaitedRead& read);
[[gnu::noinline, gnu::cold]] void begin_awaited(Fiber& self);

// Which of them are held back, or are to try.
void mark_held(std::span<event::Candidate> candidates);

// It would come back to where it is.
[[nodiscard]] bool is_held_back(const Fiber& fiber);

}  // namespace heddle::runtime
