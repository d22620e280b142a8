// SPDX-License-Identifier: Apache-2.0
// Each step has a vector clock over the trace order, and each thing that steps use a list of those
// that used it, the latest first.  What a step depends on directly is at the front of its lists, up
// to the first one that changed all of it: that one depends on the rest.
#include "order/partial_order.h"

#include "order/partial_order_inline.h"

#include <algorithm>
#include <new>

namespace heddle::order {

using event::Event;
using event::ThreadId;
using event::Use;

Waiting waiting_for(ThreadId thread, const event::Operation& operation, uint64_t value,
                    uint16_t outcomes, bool by_time) {
  Event step = primitive::announced(thread, operation);
  step.value = value;
  step.alternatives = outcomes;
  return {step, outcomes != 0, by_time};
}

size_t PartialOrder::bytes_needed(size_t most_steps) {
  return most_steps * (sizeof(Step) + sizeof(uint64_t) + kMostLinksPerStep * sizeof(Link) +
                       sizeof(Race) + kMostLinksPerStep * sizeof(uint32_t)) +
         kClockWords * sizeof(uint32_t) + 2 * event::kMaxThreads * sizeof(uint32_t) +
         kMostSlots * (sizeof(Slot) + sizeof(uint32_t)) + kMostAsked * sizeof(event::AwaitRecord) +
         16 * alignof(std::max_align_t);
}

PartialOrder::PartialOrder(base::Region& region, size_t most_steps, const Uses& uses,
                           const Awaits& awaits)
    : uses_(uses),
      awaits_(awaits),
      asked_(region, kMostAsked),
      steps_(region, most_steps),
      bits_(region, most_steps),
      links_(region, most_steps * kMostLinksPerStep),
      clocks_(region, kClockWords),
      races_(region, most_steps),
      turned_(region, most_steps * kMostLinksPerStep),
      last_of_(region.take<uint32_t>(event::kMaxThreads)),
      creator_of_(region.take<uint32_t>(event::kMaxThreads)),
      slots_(region.take<Slot>(kMostSlots)),
      used_(region, kMostSlots) {}

void PartialOrder::forget() {
  ready_ = true;
  steps_.clear();
  bits_.clear();
  links_.clear();
  clocks_.clear();
  std::fill(last_of_.begin(), last_of_.end(), 0);
  std::fill(creator_of_.begin(), creator_of_.end(), 0);
  used_.clear();
  threads_ = 0;
}

bool PartialOrder::follow(std::span<const Event> log, size_t same, bool final) {
  if (!ready_ || used_.size() > kMostSlots / 2) {
    forget();
  }
  // The last step is done again, since it may have been final.
  truncate(std::min(same, steps_.empty() ? 0 : steps_.size() - 1));
  log_ = log;
  for (size_t i = steps_.size(); i < log.size(); ++i) {
    if (!add(log[i], final && i + 1 == log.size())) {
      forget();
      return false;
    }
  }
  return true;
}

void PartialOrder::truncate(size_t steps) {
  while (steps_.size() > steps) {
    const Step& step = steps_.back();
    while (links_.size() > step.first_link) {
      slots_[links_.back().slot].last = links_.back().before;
      links_.pop_back();
    }
    const size_t thread = event::index(step.mark.thread);
    const bool first = step.number == 1;
    last_of_[thread] = first ? 0 : step.parent + 1;
    if (step.mark.created != event::kNoThread) {
      creator_of_[event::index(step.mark.created)] = 0;
    }
    clocks_.set_size(step.clock);
    steps_.pop_back();
    bits_.pop_back();
  }
}

bool PartialOrder::add(const Event& event, bool final) {
  const size_t thread = event::index(event.thread);
  if (steps_.full() || thread >= event::kMaxThreads) {
    return false;
  }
  const auto number = static_cast<uint32_t>(steps_.size());
  const uint32_t last = last_of_[thread];
  threads_ = std::max(threads_, static_cast<uint32_t>(thread) + 1);
  // Where it stays: most of it is not copied then.
  Step& step = *new (steps_.end()) Step{
      .mark = mark_of(event),
      .number = last != 0 ? steps_[last - 1].number + 1 : 1,
      .parent = (last != 0 ? last : creator_of_[thread]) - 1,
      .clock = static_cast<uint32_t>(clocks_.size()),
      .threads = threads_,
      .first_link = static_cast<uint32_t>(links_.size()),
      .all = number == 0                   ? kNone
             : steps_[number - 1].mark.all ? number - 1
                                           : steps_[number - 1].all,
  };
  step.mark.all |= final;
  steps_.set_size(number + 1);
  bits_.push_back(bits_of(step.mark));
  if (!add_links(number) || !make_clock(number)) {
    return false;
  }
  last_of_[thread] = number + 1;
  if (step.mark.created != event::kNoThread) {
    creator_of_[event::index(step.mark.created)] = number + 1;
  }
  return true;
}

bool PartialOrder::make_clock(uint32_t number) {
  const Step& step = steps_[number];
  if (clocks_.size() + step.threads > clocks_.capacity()) {
    return false;
  }
  clocks_.set_size(clocks_.size() + step.threads);
  uint32_t* own = clocks_.begin() + step.clock;
  const uint32_t inherited = step.parent == kNone ? 0 : steps_[step.parent].threads;
  std::copy_n(clocks_.begin() + (inherited == 0 ? 0 : steps_[step.parent].clock), inherited, own);
  std::fill(own + inherited, own + step.threads, 0);
  join(step, step.all);
  for (size_t use = step.first_link; use < links_.size(); ++use) {
    const Touch& touch = links_[use].touch;
    walk_back(touch, before_step(use), [&](const Link& link) {
      join(step, link.step);
      return link.touch.use == Use::changes && covers(link.touch, touch);
    });
  }
  if (step.mark.all) {
    for (uint32_t thread = 0; thread < step.threads; ++thread) {
      join(step, last_of_[thread] - 1);
    }
  }
  clocks_[step.clock + event::index(step.mark.thread)] = step.number;
  return true;
}

void PartialOrder::join(const Step& step, uint32_t other) {
  if (other == kNone) {
    return;
  }
  uint32_t* __restrict mine = clocks_.begin() + step.clock;
  const uint32_t* __restrict theirs = clocks_.begin() + steps_[other].clock;
  const uint32_t threads = steps_[other].threads;
  for (uint32_t i = 0; i < threads; ++i) {
    mine[i] = std::max(mine[i], theirs[i]);
  }
}

// Before a step that uses it, its own link tells.
uint32_t PartialOrder::latest_link(uint64_t key, uint32_t step) const {
  const size_t slot = slot_of(key);
  uint32_t at = is_used(slot) ? slots_[slot].last : kNone;
  if (at == kNone || links_[at].step < step) {
    return at;
  }
  for (size_t own = steps_[step].first_link; own < links_.size() && links_[own].step == step;
       ++own) {
    if (links_[own].slot == slot) {
      return links_[own].before;
    }
  }
  while (at != kNone && links_[at].step >= step) {
    at = links_[at].before;
  }
  return at;
}

// Where it is, or would be.
size_t PartialOrder::slot_of(uint64_t key) const {
  size_t at = key % kMostSlots;
  while (is_used(at) && slots_[at].key != key) {
    at = (at + 1) % kMostSlots;
  }
  return at;
}

bool PartialOrder::add_links(uint32_t number) {
  const Mark& mark = steps_[number].mark;
  bool room = true;
  for (size_t i = 0; i < mark.uses; ++i) {
    const Touch& touch = mark.touches[i];
    for_each_key(touch, [&](uint64_t key) { room &= room && add_link(number, touch, key); });
  }
  if (mark.others != 0) [[unlikely]] {
    room &= room && !uses_.for_each(mark.others, [&](const Touch& touch) {
      return !add_link(number, touch, key_of(touch));
    });
  }
  return room;
}

bool PartialOrder::add_link(uint32_t number, const Touch& touch, uint64_t key) {
  if (links_.full() || used_.size() + 1 == kMostSlots) {
    return false;
  }
  const size_t place = slot_of(key);
  Slot& slot = slots_[place];
  if (!is_used(place)) {
    slot = {.key = key, .last = kNone, .where = static_cast<uint32_t>(used_.size())};
    used_.push_back(static_cast<uint32_t>(place));
  }
  const auto at = static_cast<uint32_t>(links_.size());
  const Link* before = slot.last == kNone ? nullptr : &links_[slot.last];
  Link& link = *new (links_.end()) Link{.step = number,
                                        .before = slot.last,
                                        .changed = before == nullptr ? kNone : before->changed,
                                        .slot = static_cast<uint32_t>(place),
                                        .jump = kNone,
                                        .number = 0,
                                        .tally = before == nullptr ? Tally{} : before->tally,
                                        .touch = touch};
  if (touch.use == Use::changes) {
    link.changed = at;
  }
  if (touch.what == Touch::What::object) {
    link.tally += tally_of(number);
  }
  lay_jump(link);
  links_.set_size(at + 1);
  slot.last = at;
  return true;
}

// Two steps that change the same cannot be swapped, so the first is gone only with the second.
void PartialOrder::lay_jump(Link& link) const {
  if (link.before == kNone || link.touch.use != Use::changes) {
    return;
  }
  const Link& before = links_[link.before];
  if (before.touch.use != Use::changes || before.touch.what != link.touch.what ||
      before.touch.at != link.touch.at || before.touch.bytes != link.touch.bytes) {
    return;
  }
  link.number = before.number + 1;
  link.jump = link.before;
  if (before.jump != kNone && links_[before.jump].jump != kNone) {
    const Link& one = links_[before.jump];
    const Link& two = links_[one.jump];
    link.jump = before.number - one.number == one.number - two.number ? one.jump : link.before;
  }
}

primitive::Tally PartialOrder::tally_of(uint32_t step) const {
  const uint32_t parent = steps_[step].parent;
  return primitive::tally_of(log_[step], parent == kNone ? nullptr : &log_[parent]);
}

}  // namespace heddle::order
