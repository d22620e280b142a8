// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash.h"
#include "event/finding.h"
#include "event/ids.h"
#include "event/operation.h"

#include <cstdint>

namespace heddle::event {

// One step as it has been done: who did what, and what else could have been
// chosen there.  The execution's log is a sequence of these.
//
// At a scheduling point the options are numbered: where leaving the thread that
// ran last costs a preemption, its options come first; then the others by thread,
// those that only let time pass after them.  Option 0 is the default, so a
// schedule is told by its deviations from 0.  Where it is not to be left for a
// preemption, its own are all there are.
struct Event {
  ThreadId thread = kNoThread;
  OpKind kind = OpKind::yield;
  bool preemption = false;  // a switch away from a thread that could go on
  bool yielded = false;     // a yield, a sleep, a wait that timed out
  bool timed_out : 1 = false;
  bool timed : 1 = false;                    // it goes on by itself after a while
  bool pinned : 1 = false;                   // see Operation
  bool came_back : 1 = false;                // a pause that its thread has come back to
  uint8_t no_more : 4 = 0;                   // so that nobody has to read the byte to write it
  Misuse misuse = Misuse::none;              // what the standard forbids about it
  MemoryOrder order = MemoryOrder::seq_cst;  // of an atomic access or a fence
  uint16_t options = 1;                      // how many there were
  uint16_t chosen = 0;                       // which one was taken
  uint16_t own = 0;           // options below this are no preemption; 0: none of them is
  uint16_t alternative = 0;   // which outcome of the operation
  uint16_t alternatives = 1;  // how many it had
  ObjectId object = kNoObject;
  ThreadId other = kNoThread;  // created, joined, woken; of an access: see expected_by()
  // Apart from the object, unlike in an Operation, see primitive::Effect; of an access see await().
  ObjectId mutex = kNoObject;
  int32_t result = 0;        // what the call returns: 0 or an errno
  uint32_t stack = 0;        // where in the stack log, if stacks are recorded; if not: uses()
  uint32_t fingerprint = 0;  // of all points up to this one: equal prefixes have equal ones
  uint32_t bytes = 0;        // that an access to memory touched
  // What an access read or wrote, the lower half if it is wider; how many a signal or broadcast
  // has woken; 1 for the unlock of a lock that was held for reading; kEndsRound for the last one to
  // come to a barrier; what a semaphore has left; the identity of a condition's mutex; whom a futex
  // wake has woken, as bits.
  uint64_t value = 0;
  uint64_t identity = 0;  // of the object, see Operation

  // Of an access in a loop that waits: the number of the state in which the thread waits, see
  // AwaitRecord; 0 if it is in none.
  [[nodiscard]] uint32_t await() const {
    return is_memory_access(kind) && mutex != kNoObject ? static_cast<uint32_t>(mutex) : 0;
  }

  // The last of what the code after the operation has used, see event/resource.h; 0 if nothing.
  // It has the place of the stack: executions with stacks are replays, and not compared with
  // others.
  [[nodiscard]] uint32_t uses() const { return stack; }
  void set_uses(uint32_t last) { stack = last; }
};

inline constexpr uint64_t kEndsRound = 1;

// A value as a hash: what a compare-exchange that fails expects, and what one that succeeds has
// written (what it expects is its value); and if the program has loops that wait, what a store or
// an exchange has found.  Kept while searching, not in recordings.
[[nodiscard]] inline ThreadId expected_by(uint64_t expected) {
  return static_cast<ThreadId>(static_cast<uint32_t>(base::mix(expected)) >> 1);
}

}  // namespace heddle::event
