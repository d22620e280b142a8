// SPDX-License-Identifier: Apache-2.0
//
// A trace tells who could go on at its end.  Before that, it has to be made out from what the
// thread waits for, and from what others do to that.
#include "report/chance.h"

#include "primitive/facts.h"
#include "primitive/telling.h"
#include "report/locks.h"

#include <algorithm>
#include <span>

namespace heddle::report {
namespace {

using event::Event;
using event::ThreadState;
using primitive::Awaits;

using Steps = std::span<const Event>;

Steps steps_after(const trace::Trace& trace, size_t steps) {
  return Steps(trace.steps).subspan(std::min(steps, trace.steps.size()));
}

bool touches(const Event& step, event::ObjectId object) {
  return object != event::kNoObject && (step.object == object || step.mutex == object);
}

bool is_touched(Steps tail, const event::ThreadEnd& end) {
  return std::ranges::any_of(tail, [&](const Event& step) {
    return touches(step, end.object) || touches(step, end.mutex);
  });
}

bool is_added_to(Steps tail, event::ObjectId object) {
  return std::ranges::any_of(tail, [&](const Event& step) {
    return step.object == object && step.result == 0 &&
           primitive::use_of_object(primitive::used_by(step)) == event::Use::adds;
  });
}

// A lock that only one can hold was free before its holder took it.
Chance chance_by_holder(const event::ThreadEnd& end, size_t steps) {
  return end.held_since > steps ? Chance::some : Chance::none;
}

Chance chance_of_reader(const trace::Trace& trace, const event::ThreadEnd& end, size_t steps) {
  if (!is_free_at_times(trace, end.object, steps, true)) {
    return Chance::none;
  }
  // It may have had to let a writer go first, which waits.
  return Chance::not_known;
}

Chance chance_of_blocked(const trace::Trace& trace, const event::ThreadEnd& end, size_t steps) {
  const Steps tail = steps_after(trace, steps);
  switch (primitive::telling_of(end.kind).awaits) {
    case Awaits::lock:
      return chance_by_holder(end, steps);
    case Awaits::all:
      return is_free_at_times(trace, end.object, steps, false) ? Chance::some : Chance::none;
    case Awaits::a_part:
      return chance_of_reader(trace, end, steps);
    case Awaits::unit:
      return is_added_to(tail, end.object) ? Chance::some : Chance::none;
    case Awaits::something:
      break;
  }
  // Whether others only passed by it, or one of them was woken in its place.
  return end.held_since > steps  ? Chance::some
         : is_touched(tail, end) ? Chance::not_known
                                 : Chance::none;
}

}  // namespace

Chance chance_of(const trace::Trace& trace, event::ThreadId thread, size_t steps) {
  const event::ThreadEnd& end = trace.threads[event::index(thread)].end;
  switch (end.state) {
    case ThreadState::runnable:
      return Chance::some;
    case ThreadState::blocked:
      return chance_of_blocked(trace, end, steps);
    default:
      return Chance::none;
  }
}

bool waits_for_lock_in_use(const trace::Trace& trace, event::ThreadId thread, size_t steps) {
  const event::ThreadEnd& end = trace.threads[event::index(thread)].end;
  const Awaits awaits = primitive::telling_of(end.kind).awaits;
  const bool is_lock = awaits != Awaits::something && awaits != Awaits::unit;
  return end.state == ThreadState::blocked && is_lock && is_touched(steps_after(trace, steps), end);
}

}  // namespace heddle::report
