// SPDX-License-Identifier: Apache-2.0
// The random walk that others are measured against; as a way to search the executions of a
// program it is in Sivaraj and Gopalakrishnan, "Random Walk Based Heuristic Algorithms for
// Distributed Memory Model Checking", PDMC 2003, and is the `random` of Musuvathi and
// Qadeer, PLDI 2007, Figure 2:
//
//   at each scheduling point, choose one of the enabled threads, all equally likely.
//
// Priorities that are drawn anew for every thread at every point do that: each is the
// highest as often as any other.  Threads are what is chosen among, not options: one
// whose operation has many outcomes does not run more often for that.
#include "search/random_walk.h"

namespace heddle::search {

namespace {

constexpr uint64_t kForPoint = uint64_t{1} << 32;  // and its position

}  // namespace

uint64_t RandomWalk::priority(event::ThreadId thread, const event::SchedulePoint& point) const {
  return dice().roll(kForPoint + point.position, event::index(thread));
}

}  // namespace heddle::search
