// SPDX-License-Identifier: Apache-2.0
// Whether a step could be done before others, and what it would come to: what primitive/ says,
// asked with the steps that are left.  Where that is not known, more is said to depend on it.
#include "order/partial_order.h"
#include "order/partial_order_inline.h"

#include <algorithm>

namespace heddle::order {

using event::Use;
using primitive::Simulated;
using primitive::Tally;

// The steps before one, as primitive/ asks for them.
class PartialOrder::PastOf final : public primitive::Past {
 public:
  PastOf(const PartialOrder& order, const Turned& b)
      : Past(b.event, b.parent == kNone ? nullptr : &order.log_[b.parent], b.parent,
             std::span{b.mark.touches}, b.done, b.ready, b.by_time),
        order_(order),
        b_(b) {}

  [[nodiscard]] User latest(const Touch& thing) const override {
    return user_at(order_.latest_link(b_, thing));
  }
  [[nodiscard]] User latest_in_word(uint64_t word) const override {
    return user_at(order_.latest_link(key_of(Touch::What::memory, word), b_.at));
  }
  [[nodiscard]] User before(const User& user) const override {
    return user_at(order_.links_[user.place].before);
  }
  [[nodiscard]] User before_gone(const User& user) const override {
    return user_at(order_.before_gone(user.place));
  }
  [[nodiscard]] bool is_gone(const User& user) const override {
    return order_.is_gone(user.number);
  }
  [[nodiscard]] bool may_be_gone(const User& user) const override {
    return user.number >= order_.first_gone();
  }

  [[nodiscard]] Tally tally(const Touch& object) const override {
    const uint32_t latest = order_.latest_link(b_, object);
    return latest == kNone ? Tally{} : order_.links_[latest].tally;
  }
  [[nodiscard]] Tally tally_without(const Touch& object) const override {
    return order_.tally_without(b_, object);
  }
  [[nodiscard]] Tally own_tally(const Touch& object) const override {
    return order_.own_tally(b_, object);
  }

  [[nodiscard]] bool comes_back() const override { return order_.comes_back_without(b_); }

 private:
  [[nodiscard]] User user_at(uint32_t place) const {
    if (place == kNone) {
      return {};
    }
    const Link& link = order_.links_[place];
    return {
        .place = place, .number = link.step, .step = &order_.log_[link.step], .touch = &link.touch};
  }

  const PartialOrder& order_;
  const Turned& b_;
};

bool PartialOrder::can_do_without(const Turned& b) const { return ready_without(b) != Ready::no; }

Ready PartialOrder::ready_without(const Turned& b) const {
  return primitive::ready_without(PastOf(*this, b));
}

Mark PartialOrder::mark_without(const Turned& b) const {
  // What it uses first is looked at below.
  const bool uses_one = b.mark.uses == 1 && b.mark.touches[0].use != Use::none;
  Mark mark = b.done && !uses_one ? worst_mark_of(b.event) : b.mark;
  Simulated simulated{{mark.touches[0].use, mark.touches[1].use}};
  primitive::simulate(PastOf(*this, b), simulated);
  mark.all = b.mark.all;
  mark.others = 0;
  mark.guessed = true;
  mark.sole = simulated.outcomes == Simulated::Outcomes::same;
  mark.alternative = mark.sole ? b.mark.alternative : 0;
  if (simulated.outcomes == Simulated::Outcomes::unknown) {
    mark.outcomes = 0;
  }
  if (mark.uses > 0 && mark.touches[0].use != Use::none) {
    mark.touches[0].use = simulated.uses[0];
  }
  mark.touches[1].use = simulated.uses[1];
  return mark;
}

uint32_t PartialOrder::latest_link(const Turned& b, const Touch& thing) const {
  if (&thing != b.mark.touches) {
    return latest_link(key_of(thing), b.at);
  }
  if (!b.latest) {
    b.latest = latest_link(key_of(thing), b.at);
  }
  return *b.latest;
}

// After all that comes before `b` and does not depend on `a`.
Tally PartialOrder::tally_without(const Turned& b, const Touch& object) const {
  uint32_t at = latest_link(b, object);
  Tally left = at == kNone ? Tally{} : links_[at].tally;
  while (at != kNone && links_[at].step >= first_gone()) {
    const Link& link = links_[at];
    if (!is_gone(link.step)) {
      if (link.touch.use == Use::changes) {
        break;  // what is before it is not gone either
      }
      at = link.before;
      continue;
    }
    at = before_gone(at);
    left -= link.tally - (at == kNone ? Tally{} : links_[at].tally);
  }
  return left;
}

// Of the one object that the step of a thread that waits uses: the same in each of its races.
Tally PartialOrder::own_tally(const Turned& b, const Touch& object) const {
  if (b.own) {
    return *b.own;
  }
  Tally own;
  for (uint32_t at = latest_link(b, object); at != kNone; at = links_[at].before) {
    if (log_[links_[at].step].thread == b.event.thread) {
      own += tally_of(links_[at].step);
    }
  }
  b.own = own;
  return own;
}

}  // namespace heddle::order
