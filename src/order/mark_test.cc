// SPDX-License-Identifier: Apache-2.0
#include "order/mark.h"

#include "base/hash.h"

#include <gtest/gtest.h>

namespace heddle::order {
namespace {

using event::Event;
using event::ObjectId;
using event::OpKind;
using event::ThreadId;

// Of a few threads, and of a few objects and bytes that overlap, in all ways.
Event random_step(uint64_t seed) {
  uint64_t random = base::mix(seed + 1);
  const auto next = [&](uint64_t below) {
    random = base::mix(random);
    return random % below;
  };
  Event step;
  step.thread = static_cast<ThreadId>(next(3) + 31 * next(3));
  step.kind = static_cast<OpKind>(next(event::kOpKinds));
  step.object = static_cast<ObjectId>(next(3));
  step.mutex = static_cast<ObjectId>(next(3));
  step.other = static_cast<ThreadId>(next(3));
  step.result = static_cast<int32_t>(next(2));
  step.value = next(3);
  step.identity = next(24);
  step.bytes = static_cast<uint32_t>(next(20));
  return step;
}

TEST(Mark, StepsThatDependOnEachOtherHaveABitInCommon) {
  size_t dependents = 0;
  size_t apart = 0;
  for (uint64_t seed = 0; seed < 200'000; seed += 2) {
    const Mark a = mark_of(random_step(seed));
    const Mark b = mark_of(random_step(seed + 1));
    const bool common = (bits_of(a) & bits_of(b)) != 0;
    ASSERT_TRUE(common || !dependent(a, b, Uses())) << seed;
    dependents += dependent(a, b, Uses()) ? 1 : 0;
    apart += common ? 0 : 1;
  }
  EXPECT_GT(dependents, 1000);
  EXPECT_GT(apart, 1000);
}

// The name of a whole kind is the greatest number there is.
TEST(Mark, AWholeKindOfThingsHasABit) {
  Event step;
  step.kind = OpKind::reuse;
  const Mark of_some = mark_of(step);
  step.identity = event::kWholeKind;
  EXPECT_NE(bits_of(of_some) & bits_of(mark_of(step)), 0);
}

}  // namespace
}  // namespace heddle::order
