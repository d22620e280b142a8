// SPDX-License-Identifier: Apache-2.0
#include "order/cuts.h"

#include "order/partial_order_inline.h"
#include "primitive/facts.h"

#include <algorithm>
#include <numeric>

namespace heddle::order {

using event::Use;

size_t Cuts::bytes_needed(size_t most_steps) {
  return most_steps * (sizeof(uint32_t) + sizeof(Fingerprint)) +
         4 * event::kMaxThreads * sizeof(uint32_t) + 16 * alignof(std::max_align_t);
}

Cuts::Cuts(base::Region& region, size_t most_steps)
    : steps_(region, most_steps),
      first_of_(region.take<uint32_t>(event::kMaxThreads)),
      count_of_(region.take<uint32_t>(event::kMaxThreads)),
      waiting_of_(region.take<uint32_t>(event::kMaxThreads)),
      clock_(region.take<uint32_t>(event::kMaxThreads)),
      ids_(region, most_steps) {}

bool Cuts::begin(PartialOrder& order, std::span<const Waiting> waiting, uint32_t known) {
  order_ = &order;
  waiting_ = waiting;
  threads_ = order.threads_;
  for (const Waiting& who : waiting) {
    threads_ = std::max(threads_, static_cast<uint32_t>(event::index(who.step.thread)) + 1);
  }
  if (order.size() > steps_.capacity() || threads_ > event::kMaxThreads) {
    return false;
  }
  std::fill_n(count_of_.begin(), threads_, 0);
  std::fill_n(waiting_of_.begin(), threads_, kNone);
  for (const PartialOrder::Step& step : order.steps_) {
    ++count_of_[event::index(step.mark.thread)];
  }
  uint32_t first = 0;
  for (uint32_t thread = 0; thread < threads_; ++thread) {
    first_of_[thread] = first;
    first += count_of_[thread];
  }
  steps_.set_size(order.size());
  ids_.set_size(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) {
    const PartialOrder::Step& step = order.steps_[i];
    const auto thread = static_cast<uint32_t>(event::index(step.mark.thread));
    steps_[first_of_[thread] + step.number - 1] = i;
    if (i >= known) {
      const bool is_final = step.mark.all && !primitive::depends_on_all(order.event(i).kind);
      ids_[i] = is_final ? id_of_final(i)
                         : id_of({order.clocks_.begin() + step.clock, step.threads}, thread,
                                 step.number, step.mark.alternative);
    }
  }
  for (uint32_t i = 0; i < waiting.size(); ++i) {
    waiting_of_[event::index(waiting[i].step.thread)] = i;
  }
  return true;
}

uint32_t Cuts::size_of(Cut cut) { return std::accumulate(cut.begin(), cut.end(), uint32_t{0}); }

uint32_t Cuts::row_of(Cut cut, uint32_t thread) const {
  return cut[thread] < count_of_[thread]
             ? step_of(thread, cut[thread] + 1)
             : static_cast<uint32_t>(order_->size()) + waiting_of_[thread];
}

bool Cuts::can_go_to_its_end(Cut cut, uint32_t thread) const {
  const PartialOrder::Step& last = order_->steps_[step_of(thread, count_of_[thread])];
  const uint32_t* clock = order_->clocks_.begin() + last.clock;
  for (uint32_t other = 0; other < last.threads; ++other) {
    if (other != thread && clock[other] > cut[other]) {
      return false;
    }
  }
  return waiting_of_[thread] == kNone;
}

bool Cuts::is_closed(Cut cut) const {
  const PartialOrder::Step& last = order_->steps_.back();
  const auto thread = static_cast<uint32_t>(event::index(last.mark.thread));
  return !last.mark.all || cut[thread] < last.number || size_of(cut) == order_->size();
}

bool Cuts::is_created(Cut cut, uint32_t thread) const {
  if (cut[thread] > 0) {
    return true;
  }
  if (count_of_[thread] == 0 && waiting_of_[thread] == kNone) {
    return false;
  }
  Mark worst;
  const PartialOrder::Turned first = turned(cut, thread, worst);
  if (first.parent == kNone) {
    return true;
  }
  const PartialOrder::Step& parent = order_->steps_[first.parent];
  return parent.number <= cut[event::index(parent.mark.thread)];
}

const event::Event* Cuts::after_next(Cut cut, uint32_t thread) const {
  if (cut[thread] + 1 < count_of_[thread]) {
    return &order_->event(step_of(thread, cut[thread] + 2));
  }
  return cut[thread] < count_of_[thread] && waiting_of_[thread] != kNone
             ? &waiting_[waiting_of_[thread]].step
             : nullptr;
}

Cuts::Next Cuts::next(Cut cut, uint32_t thread) {
  Next next;
  const bool done = cut[thread] < count_of_[thread];
  if (!done && waiting_of_[thread] == kNone) {
    return next;
  }
  Mark worst;
  const PartialOrder::Turned b = turned(cut, thread, worst);
  const PartialOrder& order = *order_;
  if (b.parent != kNone) {
    const PartialOrder::Step& parent = order.steps_[b.parent];
    if (parent.number > cut[event::index(parent.mark.thread)]) {
      return next;  // not created
    }
  }
  next.there = true;
  if (done) {
    next.step = b.at;
    const PartialOrder::Step& step = order.steps_[b.at];
    const uint32_t* clock = order.clocks_.begin() + step.clock;
    next.as_done = true;
    for (uint32_t other = 0; other < step.threads; ++other) {
      next.as_done &= other == thread || clock[other] <= cut[other];
    }
  }
  const bool waits_for_time = b.event.timed || primitive::facts_of(b.event.kind).lets_time_pass;
  if (next.as_done && !waits_for_time) {
    next.ready = Ready::yes;
    return next;
  }
  keep(cut);
  next.ready = order.ready_without(b);
  if (next.as_done && next.ready == Ready::no) {
    next.ready = Ready::yes;
  }
  return next;
}

PartialOrder::Turned Cuts::turned(Cut cut, uint32_t thread, Mark& worst) const {
  if (cut[thread] < count_of_[thread]) {
    return order_->turned(step_of(thread, cut[thread] + 1));
  }
  const Waiting& waiting = waiting_[waiting_of_[thread]];
  worst = worst_mark_of(waiting.step);
  return order_->turned(waiting, worst);
}

void Cuts::keep(Cut cut) {
  uint32_t first = kNone;
  for (uint32_t thread = 0; thread < threads_; ++thread) {
    if (cut[thread] < count_of_[thread]) {
      first = std::min(first, step_of(thread, cut[thread] + 1));
    }
  }
  order_->kept_ = cut;
  order_->first_not_kept_ = first;
}

Fingerprint Cuts::id_of_last(Cut cut, uint32_t thread) const {
  return cut[thread] == 0 ? Fingerprint{} : ids_[step_of(thread, cut[thread])];
}

Fingerprint Cuts::id_of(std::span<const uint32_t> clock, uint32_t thread, uint32_t number,
                        uint16_t alternative) const {
  Fingerprint sum{number, (uint64_t{thread} << 32) + alternative + 1};
  for (uint32_t other = 0; other < clock.size(); ++other) {
    const uint32_t last = other == thread ? number - 1 : clock[other];
    if (last != 0) {
      sum += ids_[step_of(other, last)];
    }
  }
  return mixed(sum);
}

Fingerprint Cuts::id_of_outcome(uint32_t step, uint16_t alternative) const {
  const PartialOrder::Step& done = order_->steps_[step];
  return id_of({order_->clocks_.begin() + done.clock, done.threads},
               static_cast<uint32_t>(event::index(done.mark.thread)), done.number, alternative);
}

Fingerprint Cuts::id_of_final(uint32_t step) {
  const PartialOrder& order = *order_;
  const PartialOrder::Step& done = order.steps_[step];
  std::fill_n(clock_.begin(), threads_, 0);
  for (const uint32_t before : {done.parent, done.all}) {
    if (before != kNone) {
      join(before);
    }
  }
  for (size_t use = done.first_link; use < order.links_.size(); ++use) {
    const Touch& touch = order.links_[use].touch;
    order.walk_back(touch, order.before_step(use), [&](const PartialOrder::Link& link) {
      join(link.step);
      return link.touch.use == Use::changes && covers(link.touch, touch);
    });
  }
  return id_of(clock_.first(threads_), static_cast<uint32_t>(event::index(done.mark.thread)),
               done.number, done.mark.alternative);
}

Fingerprint Cuts::id_of_turned(Cut cut, uint32_t thread, uint16_t& alternative) {
  Mark worst;
  const PartialOrder::Turned b = turned(cut, thread, worst);
  keep(cut);
  Mark mark = order_->mark_without(b);
  mark.all = primitive::depends_on_all(
      b.event.kind);  // nobody knows whether it would end the execution here
  alternative = mark.alternative;
  std::fill_n(clock_.begin(), threads_, 0);
  if (b.parent != kNone) {
    join(b.parent);
  }
  join_dependent(mark);
  return id_of(clock_.first(threads_), thread, cut[thread] + 1, alternative);
}

// With all in the cut that it would have to come after.
void Cuts::join_dependent(const Mark& mark) {
  const PartialOrder& order = *order_;
  const auto end = static_cast<uint32_t>(order.size());
  for (size_t i = 0; i < mark.uses; ++i) {
    const Touch& touch = mark.touches[i];
    for_each_key(touch, [&](uint64_t key) {
      order.walk_back_left(touch, key, end, [&](const PartialOrder::Link& link) {
        join(link.step);
        return link.touch.use == Use::changes && covers(link.touch, touch);
      });
    });
  }
  for (uint32_t a = end; a-- > 0;) {
    if (order.steps_[a].mark.all || mark.all) {
      if (is_kept(a)) {
        join(a);
      }
    } else {
      a = order.steps_[a].all == kNone ? 0 : order.steps_[a].all + 1;
    }
  }
}

void Cuts::join(uint32_t number) {
  const PartialOrder::Step& step = order_->steps_[number];
  const uint32_t* clock = order_->clocks_.begin() + step.clock;
  for (uint32_t i = 0; i < step.threads; ++i) {
    clock_[i] = std::max(clock_[i], clock[i]);
  }
}

}  // namespace heddle::order
