// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "event/ids.h"
#include "event/operation.h"
#include "order/clock.h"
#include "primitive/clock_edges.h"

#include <cstddef>
#include <cstdint>

// The happens-before of C++20, as far as it has been made in the execution under way.
//
// Every thread has a vector clock.  Its own component is its time: it goes up at each
// step, so all that it does between two operations has one time.  What an operation
// releases is the clock before it goes up, and covers what was done until then; who
// acquires it knows that much of the thread, and nothing that it does later.
//
// Whether two accesses to memory race is for detect/.  Nothing here knows an address.
namespace heddle::order {

using primitive::ClockEdge;
using primitive::Done;

// It lives through all executions; put it where no reset puts it back.
class HappensBefore {
 public:
  static constexpr size_t kMaxObjects = size_t{1} << 20;

  // After so many executions all objects are cleared, which is rare enough to cost nothing.
  static constexpr uint32_t kGenerations = uint32_t{1} << 24;

  // Bytes of zeroed memory that it wants; untouched pages cost nothing.
  static size_t bytes_needed();
  explicit HappensBefore(base::Region& region);

  // Forgets all threads and objects, at a cost that does not depend on how many there were.
  void begin_execution();

  // Threads come in the order of their numbers, from 0.  What the creator did so far is before
  // all that the thread does: to be called between the two halves of its creation.
  void add_thread(event::ThreadId thread, event::ThreadId creator);

  // Each step is told in two halves, around the access to memory that it may be: what
  // it acquires, and what it releases.  After the second the thread's time is one more.
  [[gnu::always_inline]] void arrive(event::ThreadId thread, const event::Operation& operation,
                                     const Done& done) {
    if (operation.kind == event::OpKind::atomic_load) {  // which are many
      load(this->thread(thread), operation.object, operation.order);
    } else if (operation.kind != event::OpKind::atomic_store) {
      arrive_in_full(thread, operation, done);
    }
  }
  [[gnu::always_inline]] void depart(event::ThreadId thread, const event::Operation& operation,
                                     const Done& done) {
    if (operation.kind == event::OpKind::atomic_store) {
      store(this->thread(thread), operation.object, operation.order);
    } else if (operation.kind != event::OpKind::atomic_load) {
      depart_in_full(thread, operation, done);
    }
    this->thread(thread).clock.tick(event::index(thread));
  }

  // An edge by other means: what a thread did before it releases the object is before what
  // a thread does after it acquires it.  A release moves the thread's time on by one, too.
  void acquire(event::ThreadId thread, event::ObjectId object);
  void release(event::ThreadId thread, event::ObjectId object);

  // Moves the thread's time on by one, and orders nothing.
  void tick(event::ThreadId thread) { this->thread(thread).clock.tick(event::index(thread)); }

  // What every thread did that has ended is before what this one does from now on.
  void acquire_all_ended(event::ThreadId thread) { join_all_ended(this->thread(thread)); }

  // The thread's time, from 1.
  [[nodiscard]] uint32_t now(event::ThreadId thread) const {
    return threads_[event::index(thread)].clock[event::index(thread)];
  }

  // Whether what `earlier` did at that time is before what `later` does now.
  [[nodiscard]] bool before(event::ThreadId earlier, uint32_t at, event::ThreadId later) const {
    return at <= threads_[event::index(later)].clock[event::index(earlier)];
  }

  [[nodiscard]] size_t thread_count() const { return count_; }

 private:
  struct Thread {
    Clock clock;
    Clock read;   // what it read by relaxed loads: an acquire fence acquires it
    Clock fence;  // as of its last release fence: its relaxed stores release it
    event::ObjectId barrier;
    uint32_t round;  // it has arrived in, and not left
    bool ended;
  };

  // `kMain` is what was released last, or all that was.  The other one is what readers
  // released, for a lock that they share; what wakes released; and
  // the clocks of a barrier are those of the even and the odd rounds.
  enum Part : size_t { kMain = 0, kOther = 1 };
  struct Object {
    uint32_t generation;     // the execution that met it
    event::ThreadId writer;  // of a read-write lock
    uint32_t rounds[2];      // of a barrier, whose arrivals are in the clocks
    Clock clocks[2];
  };

  [[nodiscard]] Thread& thread(event::ThreadId id) { return threads_[event::index(id)]; }
  [[nodiscard, gnu::always_inline]] Object& object(event::ObjectId id) {
    HEDDLE_CHECK(event::index(id) < kMaxObjects, "objects should be numbered from 0");
    Object& object = objects_[event::index(id)];
    if (object.generation != generation_) [[unlikely]] {
      make_new(object);
    }
    return object;
  }
  [[gnu::noinline]] void make_new(Object& object);

  void take(Thread& thread, event::ObjectId id, Part part) {
    thread.clock.join(object(id).clocks[part], memory_);
  }
  void give(Thread& thread, event::ObjectId id, Part part) {
    object(id).clocks[part].join(thread.clock, memory_);
  }

  // Inlined where an edge is made, so that it is never put together in memory.
  [[gnu::always_inline]] void acquire(event::ThreadId id, const ClockEdge& edge);
  [[gnu::always_inline]] void release(event::ThreadId id, const ClockEdge& edge);
  void arrive_in_full(event::ThreadId id, const event::Operation& operation, const Done& done);
  void depart_in_full(event::ThreadId id, const event::Operation& operation, const Done& done);
  void load(Thread& thread, event::ObjectId id, event::MemoryOrder order) {
    Clock& sequence = object(id).clocks[kMain];
    (event::acquires(order) ? thread.clock : thread.read).join(sequence, memory_);
  }
  void store(Thread& thread, event::ObjectId id, event::MemoryOrder order) {
    object(id).clocks[kMain].assign(event::releases(order) ? thread.clock : thread.fence, memory_);
  }
  void update(Thread& thread, event::ObjectId id, event::MemoryOrder order);
  void arrive_at_barrier(Thread& thread, event::ObjectId id, uint32_t round);
  void leave_barrier(Thread& thread, event::ObjectId id, uint32_t round);
  void release_shared_or_exclusive(event::ThreadId id, event::ObjectId lock);
  void join_all_ended(Thread& thread);

  ClockMemory memory_;
  Thread* threads_;
  Object* objects_;
  size_t count_ = 0;
  size_t objects_seen_ = 0;  // in any execution: beyond, memory is untouched
  uint32_t generation_ = 0;  // the execution under way, counted up to kGenerations
};

}  // namespace heddle::order
