// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/outcome.h"
#include "explore/strategy.h"

#include <cstddef>
#include <cstdint>

// What an exploration counts.
namespace heddle::explore {

inline constexpr size_t kMaxBounds = 64;

// What the number of executions is bounded by.
struct Sizes {
  uint32_t steps = 0;     // of a thread in an execution, at most
  uint32_t blocking = 0;  // those of them where it can be left without a preemption
  bool chooses = false;   // a step had several outcomes
};

struct Counters {
  uint64_t epoch = 0;  // of the journal, when it was saved
  uint64_t executions = 0;
  uint64_t pruned = 0;
  uint64_t assumption_failed = 0;  // of the pruned ones
  uint64_t diverged = 0;           // schedules that were given up, as no attempt followed them
  uint64_t retried = 0;            // schedules that were followed, but not by the first attempt
  uint64_t steps = 0;
  uint64_t failing = 0;
  uint64_t states = 0;  // 0: not counted
  // Fewest preemptions of an execution that was not seen to its end (stuck, beyond the
  // step limit) or had more options than can be numbered.  What is below it may have
  // at least as many, so lower bounds are still complete.
  uint32_t incomplete_from = UINT32_MAX;
  uint32_t threads = 0;
  uint32_t max_steps = 0;
  uint32_t max_preemptions = 0;
  uint64_t forgotten = 0;  // executions that were done before the search was started over
  uint64_t taken = 0;      // the number of the last handover of work to this worker
  bool fairness_removed_a_choice = false;  // or that a thread was idle
  bool fairness_acted = false;             // it was fairness
  bool pins_removed_a_choice = false;
  bool atomic_sections = false;  // in executions in which pins did
  bool options_dropped = false;
  bool reuse_possible = false;
  bool race_met = false;                     // the supervisor is to say what is made of it
  bool shared_lost = false;                  // more bytes are shared than there is room for
  uint64_t by_preemptions[kMaxBounds] = {};  // the last one also counts all above
  Coverage coverage;
  Sizes sizes;
  event::Outcome refusal;  // Ending::refused, if the program could not be run
  uint64_t unseen = 0;     // executions that were not seen to their end
  event::Unseen unseen_why = event::Unseen::nothing;  // the first of them
  char unseen_what[128] = {};                         // and what it became, or the call
};

}  // namespace heddle::explore
