// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"

// A wait until some descriptor is ready.  Whether one is, the runtime asks of the kernel and tells
// the State; what comes of it, the code after the step uses.
namespace heddle::primitive {

struct Descriptor : NeverWaits,
                    OrdersNothing,
                    HasNoTally,
                    UsesItsObject,
                    SaysNothingBefore,
                    ComesToTheSame {
  explicit constexpr Descriptor(event::OpKind /*kind*/) {}

  static constexpr bool may_block() { return true; }

  static Readiness readiness(const State& /*state*/, const Thread& thread, event::ThreadId /*id*/) {
    return thread.descriptors_ready ? kReady : thread.pending.timed ? kReadyByTime : kBlocked;
  }

  static Effect apply(State& state, const Turn& turn) {
    Thread& thread = state.thread(turn.thread);
    const bool ready = thread.descriptors_ready;
    thread.descriptors_ready = false;
    return ready ? Effect{} : timed_out();
  }

  static constexpr event::Use use(const Used& /*step*/) { return event::Use::none; }
  static constexpr Touching touching() { return Touching::more; }  // nothing

  // Only the kernel knows; a reduction by traces is given up where threads wait so.
  static Ready ready_without(const Past& past) {
    return !past.could ? Ready::no : past.by_time ? Ready::by_time : Ready::yes;
  }
};

}  // namespace heddle::primitive
