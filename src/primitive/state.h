// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/own_list.h"
#include "base/region.h"
#include "event/finding.h"
#include "event/ids.h"
#include "event/operation.h"
#include "primitive/effect.h"

#include <cstdint>
#include <span>

// The state of all primitives, as a plain value.
//
// It knows every thread and object of one execution, and nothing that only grows: no clock, no
// count of steps or rounds, no order of arrival beyond that of those who wait now.  So a program
// that comes back to where it was comes back to an equal value.  Clocks are beside it: clocks.h.
//
// A thread announces what it is about to do; readiness() says whether it can go on now, and in
// how many ways; apply() does it.  The real primitives are never used, so nothing is tried and
// undone, and the set of enabled threads is exact.
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
  uint16_t arrived = 0;                      // at a barrier, in this round
  event::ThreadId owner = event::kNoThread;  // of a mutex, spin lock, write lock; inside a once
  // Depth of a recursive lock; readers; a semaphore's value; a barrier's size; freed blocks to
  // choose from.
  uint32_t count = 0;
  // Names, which mean nothing here and are no part of the value: whoever made it may keep
  // something in the tag; for the identity see event::Operation, 0 is by its number.
  uint64_t tag = 0;
  uint64_t identity = 0;
};
static_assert(sizeof(Object) == 32);

struct Thread {
  bool ended = false;
  bool detached = false;
  bool joined = false;
  bool announced = false;
  // What it waits for has come: a signal or a futex wake has picked it, the barrier's round is
  // over.
  bool signalled = false;
  bool futex_changed = false;      // the futex word is not what its waiter expects
  bool descriptors_ready = false;  // one that it waits for is, as far as the runtime has seen
  bool serial = false;             // the one of a barrier's round that is told so
  uint16_t place = 0;  // among those that wait at an object, in the order they came; or 0
  // What a World saw of it, no part of the value: in how many ways it could go on when all were
  // looked at, and whether by an operation that anybody can see never waits.
  uint16_t ways = 0;
  bool is_plain_candidate = false;
  event::ThreadId creator = event::kNoThread;  // for reports, no part of the value
  event::Operation pending;
};

// A lock that a thread holds.
struct Hold {
  event::ObjectId object;
  event::ThreadId thread;
  uint32_t count;
  uint32_t since = 0;  // the step at which it was taken, for reports; no part of the value
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

class State {
 public:
  static constexpr size_t kMaxObjects = size_t{1} << 20;
  static constexpr size_t kMaxHolds = size_t{1} << 16;

  // Bytes of zeroed memory that a State wants; untouched pages cost nothing.
  static size_t bytes_needed();

  // In `near`, a small execution finds all it needs.
  State(base::Region& near, base::Region& far);
  explicit State(base::Region& region) : State(region, region) {}
  State() = default;

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
  }

  [[nodiscard]] Readiness readiness(event::ThreadId thread) const;

  // Does the announced operation of `thread`, which must be ready, in one of the
  // ways it can go on.
  //   step: its number, from 1, for who asks since when a lock is held.
  Effect apply(event::ThreadId thread, uint32_t alternative, uint32_t step = 0);

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
  [[nodiscard]] std::span<Thread> threads() { return {threads_.begin(), threads_.end()}; }
  [[nodiscard]] std::span<const Thread> threads() const { return threads_.items(); }
  [[nodiscard]] std::span<const Object> objects() const { return objects_.items(); }

  // Who holds what, in no order that means anything.
  void hold(event::ObjectId object, event::ThreadId thread, uint32_t step);
  void release(event::ObjectId object, event::ThreadId thread);
  [[nodiscard]] const Hold* find_hold(event::ObjectId object, event::ThreadId thread) const;
  [[nodiscard]] std::span<const Hold> holds() const { return holds_.items(); }
  // The step at which it was taken; 0 if it is not there.
  [[nodiscard]] static uint32_t held_since(const Hold* hold) {
    return hold == nullptr ? 0 : hold->since;
  }

  // No hold is told to be of a step any more.
  void forget_steps();

  // For those who put a state together from parts: so many threads and objects, those that are
  // there as they are, up to the last; holds that are not there.
  void resize(size_t threads, size_t objects);
  void add_hold(const Hold& hold) { holds_.push_back(hold); }
  void clear_holds() { holds_.clear(); }

  // Becomes the same, names and all.
  void assign(const State& other);

 protected:
  static Effect use_of_destroyed();

  base::OwnList<Thread> threads_;
  base::OwnList<Object> objects_;
  base::OwnList<Hold> holds_;
};

// What an Event::value says of the operation's object before it is done: what a semaphore has, the
// identity of a condition's mutex, whether a barrier waits for one thread only.
[[nodiscard]] uint64_t value_of(const State& state, const event::Operation& operation);

}  // namespace heddle::primitive
