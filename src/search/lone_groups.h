// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "order/cuts.h"
#include "search/users.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::search {

// Groups of threads that run to their ends without meeting a thread outside the group.
//
// Where leaving the thread that ran last is free, nothing is lost if such a group is run to its
// end before any other thread is tried.  Take any schedule from there, and move all steps of the
// group to the front, in the order that they have.  None of them depends on a step of another
// thread, so the trace stays the same.  The switch to the group is free, and so is leaving it at
// its end.  Where a piece of it was taken out between two others, only the first of those is left,
// as before; and so it is within the group.  If the thread that ran last is of the group, this
// holds where leaving it costs a preemption, too.
//
// One other thread can tell: the one that joins a thread of the group and would have had to wait,
// where leaving it was free.  So it must do nothing but join threads until then: all of that can be
// put off.
//
// Programs with many threads that have little to do with each other have far fewer cuts to go
// through this way: not one for each set of threads that have ended.
class LoneGroups {
 public:
  static constexpr uint32_t kNone = 0xffffffff;
  static constexpr uint64_t kAll = ~uint64_t{0};

  // Nothing that is in the region is used.
  LoneGroups(base::Region& region, size_t most_steps);

  // Those of an execution.
  //   contested_by: for each step, other threads as bits that do what it may not be swapped with.
  void begin(const order::PartialOrder& order, const order::Cuts& cuts, const Users& users,
             std::span<const uint64_t> contested_by);

  // The threads of a group, as bits, if it suffices to try those next; or kAll.
  //   staying: leaving this thread costs a preemption; kNone: leaving is free
  [[nodiscard]] uint64_t find(const order::Cuts& cuts, order::Cut cut, uint32_t staying) const;

 private:
  struct Thread {
    bool ends = false;  // and is joined
    uint32_t joiner = 0;
    // That one does nothing but join others from this one of its steps on, counted from 1.
    uint32_t joins_from = 0;
    uint64_t meets = kAll;  // in all executions
  };

  static constexpr uint32_t kMostThreads = Users::kMostThreads;

  [[nodiscard]] bool may_be_run_first(order::Cut cut, uint32_t thread, uint64_t group) const;
  [[nodiscard]] bool is_alone(const order::Cuts& cuts, order::Cut cut, uint32_t thread,
                              uint64_t left) const;
  [[nodiscard]] uint64_t group_of(const order::Cuts& cuts, order::Cut cut, uint32_t thread,
                                  uint64_t left) const;

  base::List<uint64_t> meets_;  // step: what it and those after it of its thread are contested by
  std::span<Thread> threads_;
  uint32_t count_ = 0;  // of threads; 0: nothing is known of them
};

}  // namespace heddle::search
