// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "event/schedule.h"

#include <cstdint>
#include <span>

namespace heddle::explore {

// A step of some work: it leaves, once more, the schedule of the nearest step before it that is one
// less deep; the first of them leave that without deviations.
struct WorkStep {
  event::Deviation deviation;
  uint32_t preemptions = 0;  // of the schedule up to and with it
  uint32_t depth = 0;        // deviations before it
  bool waits = false;        // the execution that it begins is to be done; nothing leaves it yet
};

// Executions that are still to be done, apart from the search that knew of them: a value, which can
// be given to another search, or written down.  As a tree of the deviations that lead to them.
using Work = base::List<WorkStep>;

// How far a search is whose work is shared.
struct WorkProgress {
  uint32_t bound = 0;      // it is at
  int32_t completed = -1;  // the one before
};

// A strategy whose work can be done by several workers, each with a strategy of its own: they
// begin with nothing but for one of them, and are given of each other's work while they do not
// run.  What none of them knows of is whether all of a bound is done, so they stop at its end.
class SharesWork {
 public:
  // Instead of the first execution: this worker has nothing to do until it is given something.  It
  // is as far as the other ones, of the same strategy.
  virtual void begin_with_nothing(const WorkProgress& progress) = 0;

  // It has been given its first work, or told that there is none.
  [[nodiscard]] virtual bool has_begun() const = 0;
  [[nodiscard]] virtual WorkProgress progress() const = 0;

  // All workers have come to the end of the bound; this one goes on with the next.
  [[nodiscard]] virtual bool has_next_bound() const = 0;
  virtual void begin_next_bound() = 0;

  // Every second execution that can be done now, of at most so many that are taken, as far as they
  // fit into `work`.  This search does not know of them any more.
  virtual void take(uint64_t most, Work& work) = 0;

  // To be done now, before what it had.  For more steps than there is room for, the search has
  // overflowed.
  virtual void give(std::span<const WorkStep> work) = 0;
  [[nodiscard]] virtual uint64_t room() const = 0;

 protected:
  ~SharesWork() = default;
};

}  // namespace heddle::explore
