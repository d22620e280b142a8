// SPDX-License-Identifier: Apache-2.0
// Emmi, Qadeer and Rakamarić, "Delay-Bounded Scheduling", POPL 2011:
//
//   a deterministic scheduler says who goes on; a delay passes over the thread that it is
//   about to run, and takes the next one.  Run every execution with at most d delays.
//
// The scheduler is round-robin without preemption: the running thread goes on until it
// blocks, yields or ends, and then the next one in the order of creation that can.  Threads
// that only let time pass come after all others, and one that has yielded comes last.
// Outcomes of an operation (a time-out, a value) are free, as in preemption_bound.cc.
//
// All options of a point have a rank by this order, and an item says the rank that is tried
// at the end of its prefix.  What an execution did at a point shows whether the option of
// the next rank is another outcome for the same thread, which is free, or another thread,
// which is one delay more; so each item brings forth the next one there, and one for each
// point behind.  With a rank, the number of the option becomes known when it is run.
#include "search/delay_bound.h"

#include <algorithm>

namespace heddle::search {

using event::Event;
using event::Option;
using event::SchedulePoint;
using event::ThreadId;

namespace {

// Only what is waiting now and what needs one delay more.
constexpr size_t kLevels = 2;

// Where a thread stands in the order of the scheduler: lower goes first.
uint64_t turn_of(const Option& option, const SchedulePoint& point) {
  const ThreadId last = point.log.empty() ? event::kNoThread : point.log.back().thread;
  const size_t thread = event::index(option.choice.thread);
  constexpr uint64_t kByTime = event::kMaxThreads;
  constexpr uint64_t kLast = 2 * event::kMaxThreads;
  if (option.choice.thread == last) {
    return point.own != 0 ? 0 : kLast;
  }
  const size_t before = last == event::kNoThread ? event::kMaxThreads - 1 : event::index(last);
  const uint64_t distance = (thread + event::kMaxThreads - before) % event::kMaxThreads;
  return distance + (option.by_time ? kByTime : 0);
}

// The option that has this rank.
uint32_t option_at(const SchedulePoint& point, uint32_t rank) {
  uint64_t least = 0;  // turns below this are over
  for (;;) {
    size_t first = 0;
    uint64_t turn = UINT64_MAX;
    for (size_t i = 0; i < point.options.size(); ++i) {
      const uint64_t its = turn_of(point.options[i], point);
      if (its >= least && its < turn) {
        first = i;
        turn = its;
      }
    }
    size_t end = first;
    while (end < point.options.size() && turn_of(point.options[end], point) == turn) {
      ++end;
    }
    if (rank < end - first || turn == UINT64_MAX) {
      return static_cast<uint32_t>(first + rank);
    }
    rank -= static_cast<uint32_t>(end - first);
    least = turn + 1;
  }
}

}  // namespace

DelayBound::DelayBound(base::Region region, explore::Journal& journal, uint32_t max_delays)
    : LevelSearch(region, journal, kLevels, UINT32_MAX), max_delays_(max_delays) {}

void DelayBound::lay_down_last(explore::Plan& plan) { plan.back().option = event::kAskStrategy; }

uint32_t DelayBound::choose(const SchedulePoint& point) {
  const bool tries = running() != WorkItems::kNone &&
                     items().parent(running()) != WorkItems::kNone &&
                     items().deviation(running()).position == point.position;
  return option_at(point, tries ? items().deviation(running()).option : 0);
}

void DelayBound::learn(std::span<const Event> log) {
  const WorkItems::ItemId parent = items().parent(running());
  if (parent != WorkItems::kNone) {
    const event::Deviation tried = items().deviation(running());
    items().settle(running(), log[tried.position].chosen);
    push_next(parent, tried.position, log[tried.position], tried.option);
  }
  for (size_t i = items().fresh_from(running()); i < log.size(); ++i) {
    push_next(running(), static_cast<uint32_t>(i), log[i], 0);
  }
}

// What comes after the option of that rank, which the event took.
void DelayBound::push_next(WorkItems::ItemId parent, uint32_t position, const Event& event,
                           uint32_t rank) {
  if (rank + 1 >= event.options) {
    return;
  }
  const bool same_thread = event.alternative + 1 < event.alternatives;
  const uint32_t delays = level() + (same_thread ? 0 : 1);
  if (delays > max_delays_) {
    go_no_further();
    return;
  }
  push(delays, parent, Alternative{position, static_cast<uint16_t>(rank + 1), 0, event});
}

explore::Coverage DelayBound::coverage() const {
  explore::Coverage coverage = LevelSearch::coverage();
  if (coverage.damaged) {
    return coverage;
  }
  coverage.completed_bound = -1;
  coverage.completed_delays = static_cast<int32_t>(level()) - (level_is_done() ? 0 : 1);
  return coverage;
}

}  // namespace heddle::search
