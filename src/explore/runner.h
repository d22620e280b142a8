// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/outcome.h"

#include <cstdint>

namespace heddle::explore {

enum class Ran : uint8_t {
  ended,       // the outcome says how
  taken_back,  // it does not count, and the search was rolled back
  over         // nothing more is to be run
};

// Has executions run for Explorer::explore(), wherever that is: in this process or in others.
// What an execution did, and what was pending at its end, is in the arena.
class Runner {
 public:
  virtual ~Runner() = default;

  // Runs the execution that was laid down.
  virtual Ran run(event::Outcome& outcome) = 0;

  // Whether schedules that were not followed are tried again.
  [[nodiscard]] virtual bool tries_again() const { return true; }

  // One is to be tried again.  False if the search was rolled back, so that it is laid down anew.
  [[nodiscard]] virtual bool can_run_it_at_once() { return true; }

  // The outcome was learned: it is to be committed, now or later, and the subject put back.
  virtual void learned(const event::Outcome& outcome) = 0;
};

}  // namespace heddle::explore
