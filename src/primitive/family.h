// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/clock_edges.h"
#include "primitive/facts.h"
#include "primitive/footprint.h"
#include "primitive/past.h"
#include "primitive/state.h"
#include "primitive/telling.h"

// What the primitives have in common.
//
// Each is a type, in a file of its own, that is made of the kind of an operation, and answers all
// that is asked about it.  Its `Op` has just its own kinds, so that the compiler sees whether a
// switch has all of them.  Which type a kind belongs to is said once, in primitives.h.
namespace heddle::primitive {

#define HEDDLE_AS_OP(name, word) name = static_cast<uint8_t>(event::OpKind::name),

// One way in which an operation is to be done.
struct Turn {
  event::ThreadId thread;
  uint32_t alternative;
  uint32_t step;
  const event::Operation& operation;  // of that thread
  Object* object;                     // that it names, if it does
};

// A wait whose time has run out: leaving it counts as a yield.
inline Effect timed_out() { return {.result = ETIMEDOUT, .yielded = true, .timed_out = true}; }

// Takes a mutex or spin lock that is free.
inline void take_lock(State& state, event::ObjectId id, Object& lock, const Turn& turn) {
  lock.owner = turn.thread;
  lock.count = 1;
  state.hold(id, turn.thread, turn.step);
}

// A thing that one thread has at a time: whether the step would find it free, or its own.
[[nodiscard]] inline bool is_free_without(const Past& past, const Touch& lock) {
  if (past.done && past.step.result == 0 && past.tally(lock).held > 0) {
    return true;
  }
  if (!past.done) {
    const Tally own = past.own_tally(lock);
    if (own.held > 0 || own.readers > 0) {
      return past.could && !past.by_time;
    }
  }
  return past.tally_without(lock).held <= 0;
}

// Nothing of the kind: what a primitive says of itself by deriving from one of these.
struct NeverWaits {
  static Readiness readiness(const State& /*state*/, const Thread& /*thread*/,
                             event::ThreadId /*id*/) {
    return kReady;
  }
  static constexpr bool may_block() { return false; }
  template <typename Each>
  static bool any_holder(const State& /*state*/, const Thread& /*thread*/, Each /*each*/) {
    return false;
  }
  static constexpr bool is_waiting_at(const Thread& /*thread*/, event::ObjectId /*object*/) {
    return false;
  }
  static Ready ready_without(const Past& /*past*/) { return Ready::yes; }
};

struct OrdersNothing {
  static constexpr ClockEdge acquires(const event::Operation& /*operation*/, const Done& /*done*/) {
    return {};
  }
  static constexpr ClockEdge releases(const event::Operation& /*operation*/, const Done& /*done*/) {
    return {};
  }
};

struct HasNoTally {
  static constexpr Tally tally(const event::Event& /*step*/, const event::Event* /*before*/) {
    return {};
  }
};

// Its steps look at the object that they name and at nothing else, up to their end, and matter to
// no thread that does not use it.  Each is a call of its own, and takes no lock.
struct UsesItsObject {
  static constexpr Touching touching() { return Touching::object; }
  static void touch_more(const event::Event& /*step*/, Footprint& /*footprint*/) {}
  static constexpr bool depends_on_all() { return false; }
  static constexpr bool changes_who_waits() { return false; }
  static constexpr bool lets_time_pass() { return false; }
  static constexpr event::Use use_of_mutex(const Used& /*step*/) { return event::Use::none; }
  static bool has_left_object(const Thread& /*thread*/, const Object& /*object*/) { return false; }
  static constexpr Rest rest(int32_t /*result*/) { return {}; }
  static constexpr Telling telling() { return {}; }
};

// What others do before it makes no difference to how it uses what it touches.
struct ComesToTheSame {
  static void simulate(const Past& past, Simulated& simulated) {
    simulated.uses[0] = past.touches[0].use;
  }
};

struct SaysNothingBefore {
  static constexpr uint64_t value_before(const State& /*state*/,
                                         const event::Operation& /*operation*/) {
    return 0;
  }
};

}  // namespace heddle::primitive
