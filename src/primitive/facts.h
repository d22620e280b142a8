// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/use.h"

#include <cstddef>
#include <cstdint>

namespace heddle::primitive {

// What a step uses, apart from its own thread.
enum class Touching : uint8_t {
  object,  // the object that it names, which is no memory
  memory,  // the bytes that it accesses
  more,    // other things, or nothing
};

// What is so of each operation of a kind.
struct Facts {
  Touching touching;
  bool may_block;          // its thread may have to wait before it, or does nothing after it
  bool depends_on_all;     // the process ends, or everybody is quiet
  bool changes_who_waits;  // it may make another thread wait for one that has not done it
  bool lets_time_pass;     // it goes on at its deadline, and only then
  bool use_is_plain;       // how it uses its object is known if it returns 0:
  event::Use use_if_zero;
};
struct FactsByKind {
  Facts by_kind[event::kOpKinds];
};
extern const FactsByKind kFacts;  // NOLINT(bugprone-dynamic-static-initializers): constexpr

[[nodiscard]] inline const Facts& facts_of(event::OpKind kind) {
  return kFacts.by_kind[static_cast<size_t>(kind)];
}
[[nodiscard]] inline bool may_block(event::OpKind kind) { return facts_of(kind).may_block; }
[[nodiscard]] inline bool depends_on_all(event::OpKind kind) {
  return facts_of(kind).depends_on_all;
}

// How a step uses the object that it names, and the mutex that goes with it.
[[nodiscard, gnu::noinline]] event::Use use_of_object_in_full(const Used& step);
[[nodiscard]] inline event::Use use_of_object(const Used& step) {
  const Facts& facts = facts_of(step.kind);
  return step.result == 0 && facts.use_is_plain ? facts.use_if_zero : use_of_object_in_full(step);
}
[[nodiscard]] event::Use use_of_mutex(const Used& step);

}  // namespace heddle::primitive
