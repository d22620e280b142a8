// SPDX-License-Identifier: Apache-2.0
#include "order/mark.h"

#include <algorithm>

namespace heddle::order {

using event::Event;
using event::Use;

namespace {

// Objects without an identity are told by their number.
constexpr uint64_t kNumbered = uint64_t{1} << 63;

uint64_t who(event::ObjectId object, uint64_t identity) {
  return identity != 0 ? identity : kNumbered | event::index(object);
}

void name_objects(Mark& mark, const Event& step) {
  for (size_t i = 0; i < mark.uses; ++i) {
    Touch& touch = mark.touches[i];
    if (touch.what == Touch::What::object) {
      const bool is_mutex = i == 1;
      touch.at = is_mutex ? who(step.mutex, step.value) : who(step.object, step.identity);
    } else if (touch.what == Touch::What::round) {
      touch.at = who(step.object, step.identity);
    }
    touch.object = event::kNoObject;
  }
}

}  // namespace

Mark mark_of(const Event& step) {
  Mark mark;
  mark.thread = step.thread;
  mark.alternative = step.alternative;
  mark.outcomes = step.alternatives;
  primitive::add_footprint(step, mark);
  name_objects(mark, step);
  mark.others = step.uses();
  return mark;
}

Mark worst_mark_of(const Event& step) {
  Event other = step;
  Mark worst = mark_of(step);
  for (const int32_t result : {1, -1, 0}) {
    for (const uint64_t value : {0, 1}) {
      other.result = result;
      other.value = value;
      const Mark mark = mark_of(other);
      for (size_t i = 0; i < worst.uses; ++i) {
        worst.touches[i].use = std::max(worst.touches[i].use, mark.touches[i].use);
      }
    }
  }
  worst.others = 0;
  worst.guessed = true;
  return worst;
}

bool dependent_by_others(const Mark& a, const Mark& b, const Uses& uses) {
  if ((a.guessed || b.guessed) && uses.any()) {
    const bool both_end = a.ends_thread && b.ends_thread;
    if (both_end || (a.meets_guesses() && b.meets_guesses())) {
      return true;
    }
  }
  const auto meets_one_of = [&](const Mark& mark) {
    return [&](const Touch& touch) {
      return std::any_of(mark.touches, mark.touches + mark.uses,
                         [&](const Touch& other) { return conflict(touch, other); });
    };
  };
  return uses.for_each(a.others, meets_one_of(b)) || uses.for_each(b.others, meets_one_of(a)) ||
         uses.for_each(a.others, [&](const Touch& of_a) {
           return uses.for_each(b.others, [&](const Touch& of_b) { return conflict(of_a, of_b); });
         });
}

Mark merged(const Mark& planned, const Mark& done) {
  Mark mark = done;
  for (size_t i = 0; i < mark.uses && i < planned.uses; ++i) {
    const Use use = planned.touches[i].use;
    Use& own = mark.touches[i].use;
    own = own == use || use == Use::none ? own : own == Use::none ? use : Use::changes;
  }
  mark.all |= planned.all;
  return mark;
}

}  // namespace heddle::order
