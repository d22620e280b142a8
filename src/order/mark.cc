// SPDX-License-Identifier: Apache-2.0
#include "order/mark.h"

#include <algorithm>

namespace heddle::order {

using event::Event;
using event::OpKind;
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
  mark.kind = step.kind;
  mark.all = depends_on_all(step.kind);
  mark.created = step.kind == OpKind::thread_create ? step.other : event::kNoThread;
  mark.uses = static_cast<uint8_t>(touches_of(step, mark.touches));
  name_objects(mark, step);
  return mark;
}

Mark worst_mark_of(const Event& step) {
  Event other = step;
  Mark worst = mark_of(step);
  for (const int32_t result : {1, -1, 0}) {
    for (const uint64_t value : {0, 2}) {
      other.result = result;
      other.value = value;
      const Mark mark = mark_of(other);
      for (size_t i = 0; i < worst.uses; ++i) {
        worst.touches[i].use = std::max(worst.touches[i].use, mark.touches[i].use);
      }
    }
  }
  return worst;
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
