// SPDX-License-Identifier: Apache-2.0
// Which steps could come in the other order: those that a step depends on directly, and those
// behind them if it cannot be done without the former.
#include "order/partial_order.h"
#include "order/partial_order_inline.h"
#include "primitive/facts.h"

#include <algorithm>

namespace heddle::order {

using event::Use;

PartialOrder::Turned PartialOrder::turned(uint32_t b) const {
  return {b, steps_[b].parent, steps_[b].mark, log_[b], true, true, false};
}

PartialOrder::Turned PartialOrder::turned(const Waiting& waiting, const Mark& worst) const {
  const size_t thread = event::index(worst.thread);
  const uint32_t last = last_of_[thread];
  const uint32_t parent = (last != 0 ? last : creator_of_[thread]) - 1;
  return {static_cast<uint32_t>(steps_.size()),
          parent,
          worst,
          waiting.step,
          false,
          waiting.ready,
          waiting.by_time};
}

void PartialOrder::find_races(const Turned& b) {
  races_.clear();
  turned_.clear();
  kept_ = {};
  if (b.done) {
    for (size_t own = steps_[b.at].first_link; own < links_.size() && links_[own].step == b.at;
         ++own) {
      find_races_of_use(links_[own].touch, before_step(own), b);
    }
  } else {
    for (size_t i = 0; i < b.mark.uses; ++i) {
      const Touch& touch = b.mark.touches[i];
      for_each_key(touch,
                   [&](uint64_t key) { find_races_of_use(touch, latest_link(key, b.at), b); });
    }
  }
  find_races_with_all(b);
  keep_latest();
}

// Of one thing that it touches.  A step may have to come before several others: a writer, before
// all that read.
void PartialOrder::find_races_of_use(const Touch& touch, uint32_t latest, const Turned& b) {
  const size_t from = turned_.size();
  walk_back(touch, latest, [&](const Link& link) {
    const bool changed = link.touch.use == Use::changes && covers(link.touch, touch);
    if (steps_[link.step].mark.thread == b.mark.thread || is_before_or_same(link.step, b.parent)) {
      return changed;
    }
    gone_ = {&link.step, 1};
    if (can_do_without(b)) {
      add_race(link.step);
      return changed;
    }
    const Tally taken = tally_at(link);
    if (taken.held <= 0 && taken.readers <= 0) {
      return false;
    }
    turned_.push_back(link.step);
    gone_ = turned_.items().subspan(from);
    if (gone_.size() > 1 && can_do_without(b)) {
      keep_needed(from, b);
      add_race(first_gone(), from, gone_.size());
      return true;
    }
    return false;
  });
}

// Without those that it need not come before; the earliest are the last.
void PartialOrder::keep_needed(size_t from, const Turned& b) {
  for (size_t i = turned_.size(); i-- > from;) {
    std::swap(turned_[i], turned_.back());
    gone_ = turned_.items().subspan(from, turned_.size() - from - 1);
    if (!gone_.empty() && can_do_without(b)) {
      turned_.pop_back();
    } else {
      std::swap(turned_[i], turned_.back());
    }
  }
  gone_ = turned_.items().subspan(from);
}

// With what ends the execution for all, or waits for all to be quiet.
void PartialOrder::find_races_with_all(const Turned& b) {
  if (b.mark.waits_for_all) {
    return;
  }
  for (uint32_t thread = 0; b.mark.all && thread < threads_; ++thread) {
    uint32_t last = last_of_[thread];
    while (last > b.at) {  // itself, or what comes after
      last = steps_[last - 1].number == 1 ? 0 : steps_[last - 1].parent + 1;
    }
    if (last != 0 && thread != event::index(b.mark.thread) &&
        !is_before_or_same(last - 1, b.parent)) {
      const uint32_t before = last - 1;
      gone_ = {&before, 1};
      if (can_do_without(b)) {
        add_race(before);
      }
    }
  }
  if (b.done || !b.ready || steps_.empty()) {
    return;
  }
  const auto last = static_cast<uint32_t>(steps_.size() - 1);
  Mark end = steps_[last].mark;
  if (!end.all || end.waits_for_all || end.thread == b.mark.thread ||
      is_before_or_same(last, b.parent)) {
    return;
  }
  // Apart from being the end: what the step has done is looked at elsewhere, as far as it is known.
  end.all = primitive::depends_on_all(log_[last].kind);
  Mark known = b.mark;
  known.guessed = false;
  if (end.all || !dependent(end, known, uses_)) {
    add_race(last);
  }
}

void PartialOrder::add_race(uint32_t a, size_t from, size_t count) {
  const auto same = [&](const Race& race) { return race.step == a; };
  if (std::none_of(races_.begin(), races_.end(), same)) {
    races_.push_back({a, static_cast<uint32_t>(from), static_cast<uint32_t>(count)});
  }
}

// Of two that must come one after the other, the later one has to be turned round first.
void PartialOrder::keep_latest() {
  for (size_t i = 0; i < races_.size(); ++i) {
    for (size_t j = 0; j < races_.size(); ++j) {
      const uint32_t a = races_[i].step;
      const uint32_t b = races_[j].step;
      if (a != kNone && b != kNone && a < b && before(a, b)) {
        races_[i].step = kNone;
      }
    }
  }
}

uint32_t PartialOrder::first_gone() const {
  return kept_.empty() ? *std::min_element(gone_.begin(), gone_.end()) : first_not_kept_;
}

}  // namespace heddle::order
