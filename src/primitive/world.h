// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "event/finding.h"
#include "event/ids.h"
#include "event/operation.h"
#include "event/schedule.h"
#include "event/use.h"
#include "primitive/resource_times.h"

#include <cstdint>
#include <span>

// What the primitives that threads share mean.
//
// The World is the state of every thread and object of one execution.  A thread
// announces what it is about to do; readiness() says whether it can go on now,
// and in how many ways; apply() does it.  The real primitives are never used, so
// nothing is tried and undone, and the set of enabled threads is exact.
//
// Nothing here knows an address, a process or a real clock.  What each primitive means is in one
// file beside this one; see family.h and primitives.h.
namespace heddle::primitive {

enum class MutexType : uint8_t { normal, recursive, errorcheck };
enum class OnceState : uint8_t { fresh, inside, done };

struct Object {
  event::ObjectKind kind = event::ObjectKind::mutex;
  MutexType type = MutexType::normal;
  OnceState once = OnceState::fresh;
  bool prefers_writers = false;  // a read-write lock that readers cannot take past a waiting writer
  bool destroyed = false;
  bool made_by_call = false;                 // by an init function, so that a destroy is expected
  event::ThreadId owner = event::kNoThread;  // of a mutex, spin lock, write lock; inside a once
  // Depth of a recursive lock; readers; a semaphore's value; a barrier's size; freed blocks to
  // choose from.
  uint32_t count = 0;
  uint32_t arrived = 0;     // at a barrier, in this round
  uint32_t generation = 0;  // rounds of a barrier that are over
  int64_t time = 0;         // clock of the thread that changed it last
  // Latest clock of those that added to it, in whatever order; of a barrier, of the last one to
  // come to it in the latest round that is over.
  int64_t added_time = 0;
  int64_t read_time = 0;  // and of those that read it
  uint64_t tag = 0;       // whoever made it may keep something here
  uint64_t identity = 0;  // see event::Operation; 0: by its number
};
static_assert(sizeof(Object) == 64);

struct Thread {
  bool ended = false;
  bool detached = false;
  bool joined = false;
  bool announced = false;
  bool signalled = false;          // a waiter that a signal or a futex wake has picked
  bool futex_changed = false;      // the futex word is not what its waiter expects
  bool descriptors_ready = false;  // one that it waits for is, as far as the runtime has seen
  bool serial = false;             // the one of a barrier's round that is told so
  event::ThreadId creator = event::kNoThread;
  uint32_t generation = 0;  // the barrier's round that it arrived in
  uint64_t wait_order = 0;  // waiters are numbered in the order they came
  int64_t time = 0;         // its own virtual clock
  int64_t life_time = 0;    // clock of who ended, joined or detached it last
  int64_t asked_time = 0;   // latest clock of those that asked in vain whether it has ended
  event::Operation pending;
  uint16_t ways = 0;  // in how many it could go on when all were looked at
  // Then it was among those that could, by an operation that anybody can see never waits.
  bool is_plain_candidate = false;
};

// A lock that a thread holds, and the step at which it took it (1 is the first).
struct Hold {
  event::ObjectId object;
  event::ThreadId thread;
  uint32_t count;
  uint32_t since;
};

// Whether an announced operation can go on: in how many ways (0: it is blocked),
// and whether only by letting its time run out.
struct Readiness {
  uint16_t alternatives = 0;
  bool by_time = false;
  bool truncated = false;  // there are more ways than can be numbered
};

inline constexpr Readiness kBlocked{0, false, false};
inline constexpr Readiness kReady{1, false, false};
inline constexpr Readiness kReadyByTime{1, true, false};

// The most ways in which an operation can go on: they are numbered by 16 bits.
inline constexpr uint16_t kMostAlternatives = 60000;

// What doing an operation came to.
//
// A processor stalls when it reads at once what was just written piece by piece, and
// compilers do that when they pack small fields into a register, or copy several that
// are neighbours here and there.  So this is too large for registers, and in another
// order than in an Event.
struct Effect {
  int32_t result = 0;  // as the call returns it: 0 or an errno, a value
  bool yielded = false;
  event::Misuse misuse = event::Misuse::none;
  bool timed_out = false;
  event::ThreadId other = event::kNoThread;  // the thread that was woken
  uint64_t value = 0;                        // as in an Event
};

// The result of a futex_wait or an arriving writer that has gone to sleep: futex_woken
// or the writer's rwlock_wrlock is next.
inline constexpr int32_t kAsleep = -1;
// The argument of a rwlock_wrlock that has not arrived at the lock yet.
inline constexpr int64_t kArrives = 1;
// once_enter's result when there is nothing left to do.
inline constexpr int32_t kAlreadyDone = -1;
// barrier_leave's result for one thread of each round.
inline constexpr int32_t kSerialThread = -1;

struct Turn;

class World {
 public:
  static constexpr size_t kMaxObjects = size_t{1} << 20;
  static constexpr size_t kMaxHolds = size_t{1} << 16;

  // Bytes of zeroed memory that a World wants; untouched pages cost nothing.
  static size_t bytes_needed();
  // Bytes in which a small execution finds all it needs.
  static constexpr size_t kNearBytes = size_t{3} * 1024;

  World(base::Region& near, base::Region& far);
  explicit World(base::Region& region) : World(region, region) {}
  World() = default;

  event::ThreadId add_thread(event::ThreadId creator, bool detached);
  event::ObjectId add_object(const Object& object);

  // What `thread` will do next.  Inline, so that the operation is put together in its place: a
  // copy of what was just written field by field would stall the processor.
  [[gnu::always_inline]] void announce(event::ThreadId id, const event::Operation& operation) {
    announce(thread(id), operation);
  }
  [[gnu::always_inline]] void announce(Thread& thread, const event::Operation& operation) {
    thread.pending = operation;
    if (operation.object != event::kNoObject) [[likely]] {
      thread.pending.identity = object(operation.object).identity;
    }
    thread.announced = true;
    looked_at_all_ =
        looked_at_all_ && thread.is_plain_candidate && event::is_memory_access(operation.kind);
  }

  [[nodiscard]] Readiness readiness(event::ThreadId thread) const;

  // In how many ways it can go on; at no cost if all were just looked at.
  [[nodiscard]] uint32_t ways(event::ThreadId id) const {
    return looked_at_all_ ? thread(id).ways : readiness(id).alternatives;
  }

  // The threads that can go on, in their order.  They are written down in `room`, which must be
  // enough for all threads, and always the same.
  [[gnu::always_inline]] std::span<event::Candidate> candidates(event::Candidate* room) {
    if (!looked_at_all_) {
      look_at_all_aside(room);
    }
    return {room, candidate_count_};
  }

  // The same, if it is known that they are not has_same_candidates().
  [[gnu::always_inline]] std::span<event::Candidate> new_candidates(event::Candidate* room) {
    look_at_all(room);
    return {room, candidate_count_};
  }

  // Whether they are those of the last time.  So they are after an access to memory, if its thread
  // is about to do another one.
  [[nodiscard]] bool has_same_candidates() const { return looked_at_all_; }

  // Does the announced operation of `thread`, which must be ready, in one of the
  // ways it can go on.  `step` is its number, from 1, for those who hold locks.
  Effect apply(event::ThreadId thread, uint32_t alternative, uint32_t step);

  // The same of an access to memory, which can always go on, and in one way.
  [[gnu::always_inline]] Effect apply_access(event::ThreadId id) {
    return apply_access(thread(id), thread(id).pending.kind);
  }
  //   kind: of the operation, for those who know it as they are compiled.
  [[gnu::always_inline]] Effect apply_access(Thread& thread, event::OpKind kind) {
    thread.announced = false;
    if (thread.pending.object != event::kNoObject) [[likely]] {
      Object& object = this->object(thread.pending.object);
      if (object.destroyed) [[unlikely]] {
        return use_of_destroyed();
      }
      thread.time = thread.time < object.time ? object.time : thread.time;
      if (writes_at_once(kind)) {
        thread.time = thread.time < object.read_time ? object.read_time : thread.time;
        object.time = thread.time;
      } else if (object.read_time < thread.time) {
        object.read_time = thread.time;
      }
    }
    return {};
  }

  // The compare-exchange that `thread` has just applied has put its value there.
  void exchanged(event::ThreadId thread);

  // The thread uses something besides what its operation says, and its clock goes by that.
  void use(event::ThreadId thread, event::ObjectId object, event::Use use);
  void use(event::ThreadId thread, const event::Resource& resource, event::Use use);

  // The thread has created one; has ended, joined or detached `target`, or asked in vain; was the
  // last one or not; has done what all depend on.
  void pass_time_of_creation(Thread& thread);
  void pass_time_of_life(Thread& thread, Thread& target, bool changes);
  void pass_time_of_ending(Thread& thread, event::Use use);
  void pass_time_of_all(Thread& thread);

  // The thread goes on because all others have ended.
  void follow_all(event::ThreadId thread);

  // So many freed blocks of one size are there to choose from.
  void set_reusable(event::ObjectId heap, uint32_t blocks) {
    object(heap).count = blocks;
    looked_at_all_ = false;
  }

  // What can go on may be different by now.
  void look_again() { looked_at_all_ = false; }

  // Whether a descriptor that the thread waits for is ready; memory and the kernel are not known
  // here.
  void set_descriptors_ready(event::ThreadId id, bool ready) {
    looked_at_all_ = looked_at_all_ && thread(id).descriptors_ready == ready;
    thread(id).descriptors_ready = ready;
  }

  // Ends an object's life; says so if the standard forbids it now.
  event::Misuse destroy(event::ObjectId object);

  [[nodiscard]] size_t thread_count() const { return threads_.size(); }
  [[nodiscard]] size_t object_count() const { return objects_.size(); }
  // Steps ask for these over and over.
  [[gnu::always_inline]] Thread& thread(event::ThreadId id) { return threads_[event::index(id)]; }
  [[gnu::always_inline]] const Thread& thread(event::ThreadId id) const {
    return threads_[event::index(id)];
  }
  [[gnu::always_inline]] Object& object(event::ObjectId id) { return objects_[event::index(id)]; }
  [[gnu::always_inline]] const Object& object(event::ObjectId id) const {
    return objects_[event::index(id)];
  }
  [[nodiscard]] std::span<const Thread> threads() const { return threads_.items(); }

  // Who holds what.
  void hold(event::ObjectId object, event::ThreadId thread, uint32_t step);
  void release(event::ObjectId object, event::ThreadId thread);
  [[nodiscard]] const Hold* find_hold(event::ObjectId object, event::ThreadId thread) const;
  [[nodiscard]] std::span<const Hold> holds() const { return holds_.items(); }

  // A copy of everything, in memory from a region; and back to it.
  struct Image {
    std::span<Thread> threads;
    std::span<Object> objects;
    std::span<Hold> holds;
    uint64_t wait_order = 0;
    int64_t creation_time = 0;
    Times ending_times;
    ResourceTimes* resources = nullptr;  // if some were used
  };
  [[nodiscard]] Image save(base::Region& region) const;
  void load(const Image& image);

  uint64_t next_wait_order() { return ++wait_order_; }

 private:
  // Whether an access to memory changes it whatever it finds there.
  static constexpr bool writes_at_once(event::OpKind kind) {
    return kind == event::OpKind::atomic_store || kind == event::OpKind::atomic_rmw ||
           kind == event::OpKind::volatile_write || kind == event::OpKind::data_write;
  }
  static Effect use_of_destroyed();
  void look_at_all(event::Candidate* room);
  // The same, out of line.
  [[gnu::noinline]] void look_at_all_aside(event::Candidate* room);
  Effect apply_to(Object& object, Thread& thread, const Turn& turn);
  void pass_time_of_finished_once(event::ThreadId thread, const Object& once);

  base::List<Thread> threads_;
  base::List<Object> objects_;
  base::List<Hold> holds_;
  uint64_t wait_order_ = 0;
  int64_t creation_time_ = 0;  // clock of the thread that created another one last
  Times ending_times_;         // of threads that ended
  ResourceTimes* resources_ = nullptr;
  bool resources_used_ = false;  // else they have to be cleared first
  // Whether all threads were looked at, and what was seen is still so.
  bool looked_at_all_ = false;
  size_t candidate_count_ = 0;
};

// What an Event::value says of the operation's object before it is done: what a semaphore has, the
// identity of a condition's mutex, whether a barrier waits for one thread only.
[[nodiscard]] uint64_t value_of(const World& world, const event::Operation& operation);

}  // namespace heddle::primitive
