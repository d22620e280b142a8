// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::explore {

// How many executions are left before a bound is complete, as far as those that were done tell.
// Sums of what several workers say can be taken as they are.
struct Estimate {
  bool known = false;
  double executions = 0;
  double margin_squared = 0;  // of an interval to both sides, with a confidence of about 95 %
};

// Why a reduction that was asked for is not done.
enum class Unreduced : uint8_t {
  no,
  by_fairness,               // which may keep threads from going on
  by_descriptors,            // whether one is ready is known to the kernel alone
  died,                      // the process, without saying why
  exited_with_live_threads,  // and operations have several outcomes
  destroyed,                 // something was, while others may use it
  prediction_failed,         // of what follows
  planning,                  // it takes too much to work out what to run
  pinned,                    // threads are: not every execution of a trace is to be covered
};

// What a strategy has done so far, in the words of the guarantee.
struct Coverage {
  int32_t completed_bound = -1;   // every execution with at most so many preemptions is done
  bool exhausted = false;         // there is no execution that was not done
  bool overflowed = false;        // work had to be dropped for want of memory
  bool cut = false;               // there are choices beyond the depth, which were not tried
  int32_t completed_delays = -1;  // every execution with at most so many delays is done
  bool damaged = false;           // somebody else has written to the strategy's memory
  bool by_traces = false;         // one execution stands for others, with fewer preemptions maybe
  Unreduced unreduced = Unreduced::no;
  bool beyond_bound = false;  // by traces of any number of preemptions, although there is a bound
  bool by_states = false;     // instead, what is below a state that was reached before is left out
  uint64_t waiting = 0;       // executions that are known of and still to be done
  uint64_t waiting_now = 0;   // those of them that can be done before a bound is complete
  Estimate left = {};         // of the current bound
};

}  // namespace heddle::explore
