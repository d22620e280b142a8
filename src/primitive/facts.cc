// SPDX-License-Identifier: Apache-2.0
#include "primitive/facts.h"

#include "primitive/primitives.h"

#include <algorithm>

namespace heddle::primitive {
namespace {

using event::Event;
using event::OpKind;
using event::Use;

constexpr Use use_by(const Used& step) {
  return ask_primitive(step.kind, [&](const auto& primitive) { return primitive.use(step); });
}

// Whether nothing but the result decides it, if that is 0.
constexpr bool use_is_plain(OpKind kind) {
  for (const bool timed_out : {false, true}) {
    for (const bool readers_meet : {false, true}) {
      for (const uint64_t value : {uint64_t{0}, uint64_t{1}}) {
        const Used other{kind, 0, timed_out, value, readers_meet};
        if (use_by(other) != use_by({.kind = kind})) {
          return false;
        }
      }
    }
  }
  return true;
}

constexpr FactsByKind table_of_facts() {
  FactsByKind all{};
  for (size_t i = 0; i < event::kOpKinds; ++i) {
    const auto kind = static_cast<OpKind>(i);
    all.by_kind[i] = ask_primitive(kind, [&](const auto& primitive) {
      return Facts{.touching = primitive.touching(),
                   .may_block = primitive.may_block(),
                   .depends_on_all = primitive.depends_on_all(),
                   .changes_who_waits = primitive.changes_who_waits(),
                   .lets_time_pass = primitive.lets_time_pass(),
                   .use_is_plain = use_is_plain(kind),
                   .use_if_zero = use_by({.kind = kind})};
    });
  }
  return all;
}

Touch of_memory(const Event& step) {
  return {.what = Touch::What::memory,
          .use = use_of_object(used_by(step)),
          .at = step.identity,
          .bytes = std::max(step.bytes, 1U),
          .object = step.object};
}

}  // namespace

constexpr FactsByKind kFacts = table_of_facts();

Use use_of_object_in_full(const Used& step) { return use_by(step); }

Use use_of_mutex(const Used& step) {
  return ask_primitive(step.kind,
                       [&](const auto& primitive) { return primitive.use_of_mutex(step); });
}

void add_footprint(const Event& step, Footprint& footprint) {
  switch (facts_of(step.kind).touching) {
    case Touching::object:
      footprint.add(touch_of(step.object, use_of_object(used_by(step))));
      return;
    case Touching::memory:
      footprint.add(of_memory(step));
      return;
    case Touching::more:
      ask_primitive(step.kind,
                    [&](const auto& primitive) { primitive.touch_more(step, footprint); });
  }
}

}  // namespace heddle::primitive
