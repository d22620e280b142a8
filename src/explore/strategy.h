// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "event/event.h"
#include "event/outcome.h"
#include "event/schedule.h"
#include "explore/growing_memory.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::explore {

// Where the next execution leaves the default, by position; see event::Event for
// what the default is.  Where it says nothing, the strategy is asked.
using Plan = base::List<event::Deviation>;

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

// A Strategy decides which interleavings are run, and when to stop.
//
// It lives through all executions of one exploration.  For each of them it lays
// down a plan, which is followed without asking; choose() is called at every other
// scheduling point with more than one option until the program has ended.
//
// The two halves may run in different processes: choose() in the one that dies
// with its execution, the rest in the one that survives it.  So choose() must
// change nothing that the next execution needs: what an execution was like is
// learned at its end, from its log.  All lasting state lies in memory that the
// strategy is given, where either process finds it.  What choose() wants to keep for
// the execution under way is an ordinary member that execution_starts() begins anew.
//
// A strategy sees who can go on and what each would do, never an address or a
// process: the same one drives a live program and, in a unit test, a fake of ten
// lines.
//
// Here nothing has a usual answer: one that stands before another derives from this, so that it
// does not compile before it says what becomes of each call.  All others derive from PlainStrategy.
class Strategy {
 public:
  virtual ~Strategy() = default;

  // Lays down the next execution; false when there is nothing left to try.
  [[nodiscard]] virtual bool begin_execution(Plan& plan) = 0;

  // Called where choose() is, before the first step; more than once if an execution
  // has to be run again.  Not called if the default is always taken.
  virtual void execution_starts() = 0;

  // The number of one of point.options.
  //
  // The program is deterministic once its schedule is fixed, so for equal choices
  // so far the strategy is shown equal points.  Where it is not, the execution is
  // called `diverged` and nothing is learned from it; a strategy need not defend itself.
  [[nodiscard]] virtual uint32_t choose(const event::SchedulePoint& point) = 0;

  // Whether choose() always answers 0.  It is not called then.
  [[nodiscard]] virtual bool takes_the_default() const = 0;

  // Whether it does so up to the last place that the plan tells of.
  [[nodiscard]] virtual bool plans_ahead() const = 0;

  // After choose(), beyond the plan: whether from here on choose() always answers 0, and nothing is
  // covered.  Neither is asked any more then.
  [[nodiscard]] virtual bool goes_on_by_default() const = 0;

  // Whether is_covered() is to be asked.
  [[nodiscard]] virtual bool prunes() const = 0;

  // An execution begins in this process; and at each of its points beyond the plan, after the
  // steps in `log`: whether all that can follow is covered by other executions.  Like
  // choose() it changes nothing that the next execution needs.
  //   fairness: what else tells whom it will keep from going on; 0 as long as that is nobody.
  virtual void follow() = 0;
  [[nodiscard]] virtual bool is_covered(std::span<const event::Event> log, uint64_t fairness) = 0;
  // The same, by who can go on there, as long as fairness does nothing.
  [[nodiscard]] virtual bool all_sleep(std::span<const event::Event> log,
                                       std::span<const event::Candidate> candidates) = 0;

  // Whether what is covered is run to its end nevertheless, and then counts as cut short: where
  // that costs less than getting back to the start from the middle.
  [[nodiscard]] virtual bool runs_on() const = 0;

  // What was run, up to its end or to where it failed.
  virtual void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) = 0;

  [[nodiscard]] virtual Coverage coverage() const = 0;

  // As much was found as is wanted; the worst of it took so many preemptions.  Whether it is worth
  // going on, for executions with fewer of them and no others.
  [[nodiscard]] virtual bool goes_on_below(uint32_t preemptions) = 0;

  // Whether the execution that ended last has shown something of the program that should have been
  // known from the beginning.  Then all is forgotten but that, and it begins anew.
  [[nodiscard]] virtual bool knew_too_little(const event::Outcome& outcome) const = 0;
  // `executions`: how many were done, that are forgotten now.
  virtual void learn_more(const event::Outcome& outcome, uint64_t executions) = 0;

  // Whether its reduction does not hold for the execution that ended last.  Then all is forgotten,
  // and it goes on without.
  [[nodiscard]] virtual bool cannot_reduce(const event::Outcome& outcome) const = 0;
  virtual void stop_reducing() = 0;

  // Forgets what was done.
  virtual void start_over() = 0;

  // The journal was rolled back.  What is in no journal, but made from what is, is looked after:
  // the process that died may have left it half done.
  virtual void recover() = 0;

  // Memory that grows with the search.
  [[nodiscard]] virtual GrowingMemory growing_memory() = 0;
};

// The usual answers of a strategy that stands before no other and leaves out nothing.
class PlainStrategy : public Strategy {
 public:
  void execution_starts() override {}
  [[nodiscard]] bool takes_the_default() const override { return false; }
  [[nodiscard]] bool plans_ahead() const override { return takes_the_default(); }
  [[nodiscard]] bool goes_on_by_default() const override { return false; }
  [[nodiscard]] bool prunes() const override { return false; }
  void follow() override {}
  [[nodiscard]] bool is_covered(std::span<const event::Event> /*log*/,
                                uint64_t /*fairness*/) override {
    return false;
  }
  [[nodiscard]] bool all_sleep(std::span<const event::Event> /*log*/,
                               std::span<const event::Candidate> /*candidates*/) override {
    return false;
  }
  [[nodiscard]] bool runs_on() const override { return false; }
  [[nodiscard]] bool goes_on_below(uint32_t /*preemptions*/) override { return false; }
  [[nodiscard]] bool knew_too_little(const event::Outcome& /*outcome*/) const override {
    return false;
  }
  void learn_more(const event::Outcome& /*outcome*/, uint64_t /*executions*/) override {}
  [[nodiscard]] bool cannot_reduce(const event::Outcome& /*outcome*/) const override {
    return false;
  }
  void stop_reducing() override {}
  void recover() override {}
  [[nodiscard]] GrowingMemory growing_memory() override { return {}; }
};

}  // namespace heddle::explore
