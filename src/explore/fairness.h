// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/bit_set.h"
#include "base/list.h"
#include "base/region.h"
#include "event/ids.h"

#include <cstdint>

namespace heddle::explore {

using ThreadSet = base::BitSet<event::kMaxThreads>;

// Fair schedules: Musuvathi and Qadeer, "Fair Stateless Model Checking", PLDI
// 2008, Algorithm 1.
//
// A thread that yields gets lower priority than every thread that, since its
// last yield, was enabled all the time or was disabled by it, and has not run.
// Only enabled threads over which no enabled thread has priority may be chosen.
// A loop that waits by yielding is then left after finitely many rounds, and no
// safety error is lost as long as threads yield only while they cannot progress.
//
// We differ in acting on every k-th yield of a thread only: libraries poll a few
// times with a yield before they block, and acting on each would hide the blocked
// state from the search.
//
// A thread that comes back to a pause (a sleep, a wait that times out) with its registers and stack
// as they were does not count its rounds, so it does not give up after a few.  Such a pause is a
// k-th yield, and the count begins anew: what works in the background would otherwise take k - 1
// turns wherever somebody waits.
class Fairness {
 public:
  static size_t bytes_needed();

  // every: k, at least 1.
  Fairness(base::Region& region, uint32_t every);
  Fairness() = default;

  // Before this, every thread may be chosen, and filter() need not be called.
  [[nodiscard]] bool active() const { return active_; }

  // Tells which threads are enabled before a step; `allowed` becomes those of
  // them that may be chosen.  Returns whether some were taken out.
  bool filter(const ThreadSet& enabled, ThreadSet& allowed);

  // What it will do depends on this, and on the steps of each thread so far; since the last
  // filter().  0 while it is not active.
  [[nodiscard]] uint64_t digest() const;

  // Whether a thread may be held back because of how often it has yielded.
  [[nodiscard]] bool acts_by_count() const { return acts_by_count_; }

  // The step under way ends with a yield, of a thread that comes back to where it has paused
  // before.
  void comes_back() { comes_back_ = true; }

  // `thread` was chosen at the last filter() and has done its step.
  void stepped(event::ThreadId thread, bool yielded) {
    last_ = thread;
    last_yielded_ = yielded && count_yield(thread);
  }

 private:
  struct Row {
    bool started = false;  // has it come to its first k-th yield
    uint32_t yields = 0;
    ThreadSet below;               // threads that have priority over this one
    ThreadSet enabled_throughout;  // since its last k-th yield
    ThreadSet disabled_by_it;
    ThreadSet scheduled;
  };

  bool count_yield(event::ThreadId thread);
  void settle(const ThreadSet& enabled);
  void lower(event::ThreadId thread, const ThreadSet& enabled);
  Row& row(event::ThreadId thread);

  uint32_t every_ = 1;
  bool cleared_ = false;  // rows_ is this execution's
  bool active_ = false;   // some thread has come to a k-th yield
  bool comes_back_ = false;
  bool last_counted_ = false;  // the last yield was a k-th one by its number
  bool acts_by_count_ = false;
  event::ThreadId last_ = event::kNoThread;
  bool last_yielded_ = false;
  ThreadSet enabled_before_;
  base::List<Row> rows_;
};

}  // namespace heddle::explore
