// SPDX-License-Identifier: Apache-2.0
// Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with
// Probabilistic Guarantees of Finding Bugs", ASPLOS 2010:
//
//   give the n threads priorities in a random order, all of them at least d; draw d - 1
//   change points among the k steps; always run the enabled thread of the highest
//   priority; when the step of the i-th change point is done, its thread gets priority
//   d - i.  A bug of depth d is found with a probability of at least 1 / (n k^(d-1)).
//
// Neither n nor k is known before.  A thread's priority is drawn by its number, so n is
// not needed; k is that of the longest execution so far, and the first one runs without
// change points to learn it.  Who ran a step is in the log, so nothing else is kept.
#include "search/pct.h"

#include <algorithm>
#include <limits>

namespace heddle::search {

namespace {

constexpr uint64_t kForThreads = 2;
constexpr uint64_t kForChangePoints = 3;
// Above all that change points give.
constexpr uint64_t kInitial = uint64_t{1} << 63;

}  // namespace

// The latest change that its own steps brought about, or else what it began with.
uint64_t Pct::priority(event::ThreadId thread, const event::SchedulePoint& point) const {
  uint64_t its = kInitial | dice().roll(kForThreads, event::index(thread));
  uint32_t latest = 0;
  for (uint32_t i = 1; i < bug_depth_ && longest() > 0; ++i) {
    const uint32_t step = change_point(i);
    const bool passed = step <= point.position && point.log[step - 1].thread == thread;
    if (passed && step >= latest) {
      latest = step;
      its = bug_depth_ - i;
    }
  }
  return its;
}

// After so many steps.
uint32_t Pct::change_point(uint32_t which) const {
  return 1 + dice().below(longest(), kForChangePoints, which);
}

double pct_probability(uint32_t threads, uint32_t steps, uint32_t bug_depth) {
  double probability = 1.0 / std::max<double>(threads, 1);
  for (uint32_t i = 1; i < bug_depth; ++i) {
    probability /= std::max<double>(steps, 1);
  }
  return std::max(probability, std::numeric_limits<double>::min());
}

}  // namespace heddle::search
