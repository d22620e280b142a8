// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "event/event.h"
#include "event/outcome.h"
#include "event/schedule.h"
#include "explore/abilities.h"
#include "explore/coverage.h"
#include "explore/work.h"

#include <cstdint>
#include <span>

namespace heddle::explore {

// Where the next execution leaves the default, by position; see event::Event for
// what the default is.  Where it says nothing, the strategy is asked.
using Plan = base::List<event::Deviation>;

// At which scheduling points choose() is called.  At all others it would answer 0.
enum class Asks : uint8_t {
  where_planned,  // only where the plan says so (event::kAskStrategy)
  beyond_plan,    // besides, behind the last place that the plan tells of
  everywhere,     // wherever the plan says nothing
};

// A Strategy decides which interleavings are run, and when to stop.
//
// It lives through all executions of one exploration.  For each of them it lays
// down a plan, which is followed without asking; choose() is called at other
// scheduling points with more than one option until the program has ended.
//
// The two halves may run in different processes: start_execution() and choose() in the one
// that dies with its execution, the rest in the one that survives it.  So choose() must
// change nothing that the next execution needs: what an execution was like is
// learned at its end, from its log.  All lasting state lies in memory that the
// strategy is given, where either process finds it.  What choose() wants to keep for
// the execution under way is an ordinary member that start_execution() begins anew.
//
// A strategy sees who can go on and what each would do, never an address or a
// process: the same one drives a live program and, in a unit test, a fake of ten
// lines.
//
// What only some can do is behind accessors that return null where it is not offered; but for
// prunes(), the answer is the same as long as the strategy lives.  Here nothing has a usual answer.
// Most derive from PlainStrategy, and one that stands before another from ForwardingStrategy.
class Strategy {
 public:
  virtual ~Strategy() = default;

  // Lays down the next execution; false when there is nothing left to try.
  [[nodiscard]] virtual bool begin_execution(Plan& plan) = 0;

  // Called where choose() is, before the first step; more than once if an execution
  // has to be run again.
  [[nodiscard]] virtual Asks start_execution() = 0;

  // The number of one of point.options.
  //
  // The program is deterministic once its schedule is fixed, so for equal choices
  // so far the strategy is shown equal points.  Where it is not, the execution is
  // called `diverged` and nothing is learned from it; a strategy need not defend itself.
  [[nodiscard]] virtual uint32_t choose(const event::SchedulePoint& point) = 0;

  // What was run, up to its end or to where it failed.
  virtual void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) = 0;

  [[nodiscard]] virtual Coverage coverage() const = 0;

  // Forgets what was done.
  virtual void start_over() = 0;

  // Of the execution that was laid down last.
  [[nodiscard]] virtual Prunes* prunes() = 0;
  [[nodiscard]] virtual LearnsAnew* learns_anew() = 0;
  [[nodiscard]] virtual Reduces* reduces() = 0;
  [[nodiscard]] virtual SearchesBelow* searches_below() = 0;
  [[nodiscard]] virtual SharesWork* shares_work() = 0;
  [[nodiscard]] virtual GrowsMemory* grows_memory() = 0;
  [[nodiscard]] virtual Recovers* recovers() = 0;
};

// One that stands before no other, and offers nothing besides unless it says so.
class PlainStrategy : public Strategy {
 public:
  [[nodiscard]] Prunes* prunes() override { return nullptr; }
  [[nodiscard]] LearnsAnew* learns_anew() override { return nullptr; }
  [[nodiscard]] Reduces* reduces() override { return nullptr; }
  [[nodiscard]] SearchesBelow* searches_below() override { return nullptr; }
  [[nodiscard]] SharesWork* shares_work() override { return nullptr; }
  [[nodiscard]] GrowsMemory* grows_memory() override { return nullptr; }
  [[nodiscard]] Recovers* recovers() override { return nullptr; }
};

}  // namespace heddle::explore
