// SPDX-License-Identifier: Apache-2.0
#include "runtime/own_memory.h"

#include "base/check.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

void own(Span span) {
  HEDDLE_CHECK(rt.own_count < Runtime::kMostOwn, "the runtime should own few ranges");
  rt.own[rt.own_count++] = span;
}

std::span<const Span> own_memory() { return {rt.own, rt.own_count}; }

}  // namespace heddle::runtime
