// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// Loops that would go round again to no effect.
//
// A loop that waits (spin.h) has gone round once when all that it has read since it was in its
// state before were reads that waited, too.  As long as memory has the values that it read, the
// next round is the same; see Execution::some_are_idle() for what follows from that.
//
// What it reads besides, in plain accesses, does not change either: who writes it would race with
// the loop, since a thread that only reads tells nobody that it has.  One that stores what was
// there already, by an exchange say, does tell.  If that is all it does in a round, what it read
// besides was after it and is not told of; else the loop is idle only if it reads nothing besides.
namespace heddle::runtime {

// What of a thread's memory is looked at when it is back where it was.
struct Visit {
  const void* site = nullptr;
  uint64_t sp = 0;
  uint64_t writes = 0;
  uint64_t state = 0;

  bool operator==(const Visit&) const = default;
};

// A read of memory that is a step.
struct Reading {
  uint64_t address = 0;
  uint32_t bytes = 0;
  bool releases = false;  // it stores what was there, and others may learn from it
  bool is_fence = false;  // it reads nothing
  uint64_t value[2] = {};
};

// The last reads of a thread: one, and those after it that have waited.
class Rounds {
 public:
  void clear() {
    size_ = 0;
    round_ = 0;
  }

  //   other_reads: so many plain reads of the thread were before this
  void add(const Visit& visit, uint64_t other_reads) {
    reads_[0].visit = visit;
    reads_[0].other_reads = other_reads;
    size_ = 1;
    round_ = 0;
  }

  // The same of a read that waits.
  void add_waiting(const Visit& visit, uint64_t other_reads, const Reading& reading);

  // The thread may go round again.
  [[nodiscard]] bool is_complete() const { return round_ != 0; }

  // Where the only read of the round is, if there is nothing else in it but fences; else null.
  [[nodiscard]] const void* only_read() const;

  // It would, with what is in memory now, if it has written so often.
  [[nodiscard]] bool is_idle(uint64_t writes) const;

  // Some of what it reads is there.
  [[nodiscard]] bool is_in(uint64_t address, uint64_t bytes) const;

 private:
  static constexpr size_t kMost = 8;
  struct Read {
    Visit visit;
    uint64_t other_reads = 0;
    Reading reading;
  };

  [[nodiscard]] size_t length_of_round() const;
  [[nodiscard]] std::span<const Read> round() const { return {reads_ + size_ - round_, round_}; }

  Read reads_[kMost];
  size_t size_ = 0;
  size_t round_ = 0;  // the last so many reads are one; or 0
};

}  // namespace heddle::runtime
