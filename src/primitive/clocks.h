// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/own_list.h"
#include "base/region.h"
#include "event/ids.h"
#include "event/operation.h"
#include "event/resource.h"
#include "event/use.h"
#include "primitive/resource_times.h"

#include <algorithm>
#include <cstdint>

// What grows as an execution goes on, beside the state of its primitives: the virtual clocks of
// threads, and of what they share, and the rounds of barriers.  Nothing that a thread can do goes
// by it but what it reads from its clock, so who has no time does without.
namespace heddle::primitive {

class State;
struct Effect;

struct ThreadClocks {
  int64_t time = 0;        // its own virtual clock
  int64_t life_time = 0;   // clock of who ended, joined or detached it last
  int64_t asked_time = 0;  // latest clock of those that asked in vain whether it has ended
  uint32_t round = 0;      // the barrier's round that it arrived in
};

struct ObjectClocks {
  int64_t time = 0;  // clock of the thread that changed it last
  // Latest clock of those that added to it, in whatever order; of a barrier, of the last one to
  // come to it in the latest round that is over.
  int64_t added_time = 0;
  int64_t read_time = 0;  // and of those that read it
  uint32_t rounds = 0;    // of a barrier, that are over
};

// Time goes where causality goes: a step is not earlier than the steps that it depends on.  So what
// a thread reads from its clock is a function of what it can know, and independent steps still
// commute: those that only read, and those that only add, do not take over each other's time.
inline void take_time(ThreadClocks& thread, const ObjectClocks& object, event::Use use) {
  if (use == event::Use::none) [[unlikely]] {
    return;
  }
  int64_t time = std::max(thread.time, object.time);
  time = use == event::Use::adds ? time : std::max(time, object.added_time);
  thread.time = use == event::Use::reads ? time : std::max(time, object.read_time);
}

inline void leave_time(ObjectClocks& object, int64_t time, event::Use use) {
  if (use == event::Use::changes) [[likely]] {
    object.time = time;
    return;
  }
  switch (use) {
    case event::Use::none:
      break;
    case event::Use::reads:
      object.read_time = std::max(object.read_time, time);
      break;
    case event::Use::adds:
      object.added_time = std::max(object.added_time, time);
      break;
    case event::Use::changes:
      object.time = time;
      break;
  }
}

class Clocks {
 public:
  static constexpr size_t kFewThreads = 6;
  static constexpr size_t kFewObjects = 20;

  static size_t bytes_needed();
  Clocks(base::Region& near, base::Region& far);
  Clocks() = default;

  // As many, and in the same order, as the State has.
  void add_thread(event::ThreadId creator);
  void add_object() { objects_.push_back({}); }

  [[gnu::always_inline]] ThreadClocks& of(event::ThreadId id) {
    return threads_.begin()[event::index(id)];
  }
  [[gnu::always_inline]] const ThreadClocks& of(event::ThreadId id) const {
    return threads_.begin()[event::index(id)];
  }
  [[gnu::always_inline]] ObjectClocks& of(event::ObjectId id) {
    return objects_.begin()[event::index(id)];
  }
  [[gnu::always_inline]] const ObjectClocks& of(event::ObjectId id) const {
    return objects_.begin()[event::index(id)];
  }

  // An access to memory.
  [[gnu::always_inline]] void pass_access(event::ThreadId id, event::ObjectId object, bool writes) {
    ThreadClocks& thread = of(id);
    ObjectClocks& memory = of(object);
    thread.time = thread.time < memory.time ? memory.time : thread.time;
    if (writes) {
      thread.time = thread.time < memory.read_time ? memory.read_time : thread.time;
      memory.time = thread.time;
    } else if (memory.read_time < thread.time) {
      memory.read_time = thread.time;
    }
  }

  // The compare-exchange has put its value there.
  void pass_exchange(event::ThreadId thread, event::ObjectId object);

  // A wait whose time has run out: the clock moves on to its deadline.
  void pass_deadline(event::ThreadId thread, int64_t deadline) {
    of(thread).time = std::max(of(thread).time, deadline);
  }

  // A thread has created another one; has ended, joined or detached one, or asked in vain; was the
  // last one or not; has done what all depend on.
  void pass_creation(ThreadClocks& thread);
  static void pass_life(ThreadClocks& thread, ThreadClocks& target, bool changes);
  void pass_ending(ThreadClocks& thread, event::Use use);
  void pass_all(ThreadClocks& thread);

  // The thread goes on because all others have ended.
  void follow_all(event::ThreadId thread);

  // The thread uses something besides what its operation says.
  void use(event::ThreadId thread, event::ObjectId object, event::Use use);
  void use(event::ThreadId thread, const event::Resource& resource, event::Use use);

  void assign(const Clocks& other);

 private:
  base::OwnList<ThreadClocks> threads_;
  base::OwnList<ObjectClocks> objects_;
  int64_t creation_time_ = 0;  // clock of the thread that created another one last
  Times ending_times_;         // of threads that ended
  ResourceTimes* resources_ = nullptr;
  bool resources_used_ = false;  // else they have to be cleared first
};

}  // namespace heddle::primitive
