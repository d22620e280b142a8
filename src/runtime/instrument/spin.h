// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/instrument/await.h"
#include "runtime/instrument/idle.h"

#include <cstddef>
#include <cstdint>

// Loops that wait without saying so.
//
// A thread that reads memory at a place where it has read the same value before, with the
// same registers and the same stack, and has written nothing in between, is in a loop
// that goes on forever unless another thread does something: that read counts as a
// yield.  A loop that counts has its counter in a register or on the stack, or writes it.
//
// If it has called a function that is not instrumented in between (calls_out.h), nobody knows what
// that has written.  It is still taken for a yield, but the loop is never idle.  So it is on a
// stack that the program has made itself, where heddle does not see all that it goes by.  A fence
// writes nothing: it is looked at as a read of what never changes.
//
// In a loop around a loop, the last visit to a place is one of the inner loop, and a long
// loop has more places than are kept.  So one state is kept beside those for longer and
// longer, until it comes again (R. P. Brent, An improved Monte Carlo factorization
// algorithm, 1980): that finds a loop of any length after about three times round.
namespace heddle::runtime {

struct Entry;
struct Fiber;

// Where a thread has read lately.
struct Visits {
  static constexpr size_t kMost = 8;  // reads in one loop
  Visit last[kMost];
  uint32_t next = 0;
  uint64_t writes = 0;     // of the thread, so far; steps other than reads and yields count
  uint64_t reads = 0;      // plain ones, those that follow another of the same memory left out
  uint64_t calls_out = 0;  // heddle_calls_out.count, at the last read
  uint64_t looks = 0;      // reads that are steps
  // Plain reads of its own stack, which others may write to as well.  Not of what the last
  // compare-exchange expects, though: compilers have that there.
  uint64_t own_reads = 0;
  uint64_t expects_at = 0;
  uint64_t learned = 0;  // so often it may have learned anything: the time, say
  Visit kept;
  uint64_t kept_for = 0;  // reads
  uint64_t kept_at_most = 1;
  Rounds rounds;
  Await await;

  // Nobody can tell what the thread knows.
  void forget_round() {
    rounds.clear();
    ++learned;
  }

  void clear() {
    next = 0;
    writes = 0;
    reads = 0;
    calls_out = 0;
    looks = 0;
    own_reads = 0;
    expects_at = 0;
    learned = 0;
    await = {};
    rounds.clear();
    kept = {};
    kept_for = 0;
    kept_at_most = 1;
    for (Visit& visit : last) {
      visit = {};
    }
  }
};

// The registers of a thread and its whole stack, as a hash, apart from these bytes.
[[nodiscard]] uint64_t portrait_without(Fiber& self, const Entry& entry, uint64_t address,
                                        uint32_t bytes);

// The current thread has read a value, in a hook that was entered so.  Without bytes the value
// tells of something that is not in memory.
bool reads_again(Fiber& self, const Entry& entry, const void* site, const Reading& reading);

}  // namespace heddle::runtime
