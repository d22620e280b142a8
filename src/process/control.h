// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"

#include <atomic>
#include <cstdint>

namespace heddle::process {

// The signal by which the supervisor asks an execution that no longer moves where
// it is.  Nothing else uses SIGSTKFLT.
inline constexpr int kWhereAreYou = 16;

// Where the program finds the side of the search, if it has a descriptor of its own: so far beyond
// that of the arena.
inline constexpr int kSearchBeyondArena = 2;

// What the process that executions run in has to say when it ends; nothing if it died.
enum class WorkerSays : uint32_t {
  nothing,
  finished,         // there is nothing left to do
  begin_again,      // it cannot go on, but another one can
  cannot_put_back,  // a snapshot is not enough for this program
  went_another_way  // the last execution was not what it is in a fresh copy
};

// How far a scenario has come in the process that was last at it.
enum class Stage : uint8_t { none, setup, body, teardown };

// What is read and written while the program runs, by all processes.
struct Control : explore::Control {
  std::atomic<uint32_t> started;      // main was reached under heddle's control
  std::atomic<uint32_t> finished;     // the exploration is over; the counts are final
  std::atomic<int32_t> process;       // that of the execution under way
  std::atomic<uint32_t> thread;       // which of its threads runs
  std::atomic<uint64_t> heartbeat;    // moves with every step
  std::atomic<uint32_t> stuck;        // the supervisor takes the execution for stuck
  std::atomic<uint32_t> careful;      // so many executions are to be committed one by one
  std::atomic<uint32_t> pool;         // threads that were ready before each execution
  std::atomic<Stage> scenario;        // how far it has come, if the program has one
  std::atomic<explore::Reset> reset;  // what is used now; see Arena::use()
  std::atomic<WorkerSays> worker_says;
  std::atomic<uint32_t> asks_for_copy;         // the worker wants its execution run in a fresh copy
  std::atomic<uint32_t> out_of_address_space;  // the runtime could not go on for want of it
  std::atomic<uint32_t> search_unwritable;     // the side of the search could not be written to
  std::atomic<uint64_t> guard_at_the_end;
};

}  // namespace heddle::process
