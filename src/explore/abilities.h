// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "event/outcome.h"
#include "event/schedule.h"
#include "explore/growing_memory.h"

#include <cstdint>
#include <span>

// What some strategies can do besides, each with an accessor in Strategy that returns null where it
// is not offered.
namespace heddle::explore {

// Ends executions where all that can follow is covered by others.  Like Strategy::choose(), what is
// here changes nothing that the next execution needs.
class Prunes {
 public:
  // An execution begins in this process.
  virtual void follow() = 0;

  // At a point beyond the plan, after the steps in `log`: whether all that can follow is covered.
  //   fairness: what else tells whom it will keep from going on; 0 as long as that is nobody.
  [[nodiscard]] virtual bool is_covered(std::span<const event::Event> log, uint64_t fairness) = 0;

  // The same, by who can go on there, as long as fairness does nothing.
  [[nodiscard]] virtual bool all_sleep(std::span<const event::Event> /*log*/,
                                       std::span<const event::Candidate> /*candidates*/) {
    return false;
  }

  // After choose(), beyond the plan: whether from here on choose() always answers 0, and nothing is
  // covered.  Neither is asked any more then.
  [[nodiscard]] virtual bool goes_on_by_default() const { return false; }

 protected:
  ~Prunes() = default;
};

// Begins anew when the program has shown something that should have been known from the beginning.
class LearnsAnew {
 public:
  // Whether the execution that ended last has.  Then all is forgotten but that.
  [[nodiscard]] virtual bool knew_too_little(const event::Outcome& outcome) const = 0;
  // `executions`: how many were done, that are forgotten now.
  virtual void learn_more(const event::Outcome& outcome, uint64_t executions) = 0;

 protected:
  ~LearnsAnew() = default;
};

// Leaves out executions for reasons that may turn out not to hold.
class Reduces {
 public:
  // Whether they do not hold for the execution that ended last.  Then all is forgotten, and it goes
  // on without.
  [[nodiscard]] virtual bool cannot_reduce(const event::Outcome& outcome) const = 0;
  virtual void stop_reducing() = 0;

 protected:
  ~Reduces() = default;
};

// Can look for executions with fewer preemptions when as much was found as is wanted.
class SearchesBelow {
 public:
  // The worst that was found took so many.  Whether it is worth going on, for executions with fewer
  // of them and no others.
  [[nodiscard]] virtual bool goes_on_below(uint32_t preemptions) = 0;

 protected:
  ~SearchesBelow() = default;
};

// Has memory that grows with the search.
class GrowsMemory {
 public:
  [[nodiscard]] virtual GrowingMemory growing_memory() = 0;

 protected:
  ~GrowsMemory() = default;
};

// Keeps something that is in no journal, but made from what is.
class Recovers {
 public:
  // The journal was rolled back.  The process that died may have left the rest half done.
  virtual void recover() = 0;

 protected:
  ~Recovers() = default;
};

}  // namespace heddle::explore
