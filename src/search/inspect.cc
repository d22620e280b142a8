// SPDX-License-Identifier: Apache-2.0
// Figure 2 of the paper, for each race of an execution:
//
//   a: the latest step that b depends on and may be co-enabled with
//   E: b's thread, and those with a step after a that b has to come after; if they can go on at a
//   one of E goes into the backtrack set of the place of a
//
// Races are those of order::PartialOrder, which knows exactly whether b could have been done
// without a.  Two steps with a lock in common are none: one lock has been given back before the
// other was taken, so the steps are ordered.  That is what the paper has locksets for.
//
// Of E only such are taken as can go on before all others that are between a and b and need not
// come after a: "Source Sets" (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014) shows that one of them
// is enough, beside sleep sets, too, and none is needed if one is in the backtrack set or sleeps.
#include "search/inspect.h"

#include <algorithm>

namespace heddle::search {

using event::Event;
using event::ThreadId;
using order::Mark;

Inspect::Inspect(explore::Arena& arena, base::Region lasting, base::Region passing,
                 size_t most_steps)
    : SleepSets(arena, lasting, passing, most_steps),
      between_(passing, most_steps),
      order_(passing, most_steps, arena.uses(), arena.awaited()) {}

void Inspect::plan_others(std::span<const Event> log, size_t fresh, const event::Outcome& outcome) {
  if (!order_.follow(log, fresh, event::ends_all_threads(outcome), state_.learned)) {
    state_.overflowed = true;
    return;
  }
  for (size_t i = fresh; i < log.size(); ++i) {
    if (log[i].alternatives > 1 && make_path(log, i + 1)) {
      add_outcomes(i, log[i], order::mark_of(log[i]),
                   [&](uint16_t other) { return sleeps_at(i, log[i].thread, other); });
    }
  }
  // What comes after a race may matter to it, see end_of_race().
  const size_t first = order_->uses().any() ? 0 : fresh;
  for (auto b = static_cast<uint32_t>(first); b < log.size(); ++b) {
    order_->for_each_race(b, [&](uint32_t a, const Mark& turned) { turn_round(a, b, turned); });
  }
  const auto end = static_cast<uint32_t>(log.size());
  // Who sleeps was looked at where it was done; who cannot go on was not.
  const bool only_blocked = is_cut_short(outcome);
  for (const order::Waiting& waiting : arena_.waiting) {
    if (!only_blocked || !waiting.ready) {
      order_->for_each_race(waiting,
                            [&](uint32_t a, const Mark& turned) { turn_round(a, end, turned); });
    }
  }
  order_.keep(arena_, ++state_.learned);
}

void Inspect::turn_round(uint32_t a, uint32_t b, const Mark& turned) {
  if (!may_plan(b - a) || is_covered_at(a, b)) {
    return;
  }
  find_between(a, b);
  const uint32_t needed = first_needed_by(turned);
  if (needed != order::PartialOrder::kNone) {
    add_instead_of(a, order_->mark(needed));
  } else if (!is_tried(a, turned.thread)) {
    add_awake(a, turned);
  }
}

// Steps between those of a race may come before the second when that is turned round.  Where the
// code after it may use other things then, so may those that come after it.
uint32_t Inspect::end_of_race(uint32_t b) const {
  return order_->uses().any() ? static_cast<uint32_t>(order_->size()) : b;
}

// Whether a step between them that can be done where `a` is sleeps there, or its thread is in the
// backtrack set.
bool Inspect::is_covered_at(uint32_t a, uint32_t b) const {
  for (const Sleeper& sleeper : sleepers_at(a)) {
    const Mark& mark = tree_[sleeper.node].mark;
    const uint32_t step = first_of(mark.thread, a, b);
    if (step != order::PartialOrder::kNone && order_->mark(step).is_choice(mark) &&
        comes_first(step, a)) {
      return true;
    }
  }
  bool found = false;
  for_each_tried(a, [&](ThreadId thread) {
    const uint32_t step = first_of(thread, a, b);
    found = step != order::PartialOrder::kNone && comes_first(step, a);
    return found;
  });
  return found;
}

// The first step of the thread between them that need not come after `a`.
uint32_t Inspect::first_of(ThreadId thread, uint32_t a, uint32_t b) const {
  Mark any;
  any.thread = thread;
  const uint64_t bits = bits_of(any);
  const std::span<const uint64_t> all = order_->all_bits();
  const uint32_t end = end_of_race(b);
  for (uint32_t i = a + 1; i < end; ++i) {
    if (i == b) {
      continue;
    }
    if ((all[i] & bits) != 0 && order_->mark(i).thread == thread) {
      return order_->is_gone(i) ? order::PartialOrder::kNone : i;
    }
  }
  return order::PartialOrder::kNone;
}

// Whether it can be done where `a` is: it need not come after another one that is between them.
bool Inspect::comes_first(uint32_t step, uint32_t a) const {
  const std::span<const uint64_t> all = order_->all_bits();
  for (uint32_t i = a + 1; i < step; ++i) {
    if ((all[i] & all[step]) != 0 && order_->before(i, step)) {
      return false;
    }
  }
  return true;
}

// Tells `take` of the threads in the backtrack set of the place of `a`, or that were, until it says
// stop.
template <typename Take>
void Inspect::for_each_tried(uint32_t a, Take take) const {
  if (a < path_.size()) {  // or nothing else was there
    tree_.for_each_child(node_before(a),
                         [&](NodeId child) { return take(tree_[child].mark.thread); });
  }
}

bool Inspect::is_tried(uint32_t a, ThreadId thread) const {
  bool found = false;
  for_each_tried(a, [&](ThreadId tried) {
    found = tried == thread;
    return found;
  });
  return found;
}

void Inspect::find_between(uint32_t a, uint32_t b) {
  between_.clear();
  const uint32_t end = end_of_race(b);
  for (uint32_t i = a + 1; i < end; ++i) {
    if (i != b && !order_->is_gone(i)) {
      between_.push_back(i);
    }
  }
}

// The first step of those that have to be done before this one can; kNone: it can be done at once.
uint32_t Inspect::first_needed_by(const Mark& turned) const {
  const auto* direct = std::find_if(between_.begin(), between_.end(), [&](uint32_t step) {
    return dependent(order_->mark(step), turned, order_->uses());
  });
  if (direct == between_.end()) {
    return order::PartialOrder::kNone;
  }
  return *std::find_if(between_.begin(), direct,
                       [&](uint32_t step) { return order_->before(step, *direct); });
}

// An outcome of the step that does not sleep; the others follow when it was done.
void Inspect::add_awake(uint32_t a, const Mark& turned) {
  Mark step = turned;
  step.alternative = 0;
  uint16_t outcomes = 0;  // of it, if one sleeps
  for (const Sleeper& sleeper : sleepers_at(a)) {
    const Mark& mark = tree_[sleeper.node].mark;
    outcomes = mark.thread == turned.thread ? mark.outcomes : outcomes;
  }
  while (step.alternative < outcomes && sleeps_at(a, step.thread, step.alternative)) {
    ++step.alternative;
  }
  if (outcomes == 0 || step.alternative < outcomes) {
    add_instead_of(a, step);
  }
}

}  // namespace heddle::search
