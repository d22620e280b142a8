// SPDX-License-Identifier: Apache-2.0
#include "order/dependence.h"

#include "order/uses.h"

#include <algorithm>

namespace heddle::order {

using event::Event;
using primitive::Footprint;

namespace {

// Whether `take` wants one of the things that the step uses.
template <typename Take>
bool any_touch(const Event& step, const Footprint& footprint, const Uses& uses, Take take) {
  return std::any_of(footprint.touches, footprint.touches + footprint.uses, take) ||
         uses.for_each(step.uses(), take);
}

}  // namespace

bool dependent(const Event& a, const Event& b) { return dependent(a, b, Uses()); }

bool dependent(const Event& a, const Event& b, const Uses& uses) {
  const Footprint by_a = primitive::footprint_of(a);
  const Footprint by_b = primitive::footprint_of(b);
  if (a.thread == b.thread || by_a.all || by_b.all || by_a.created == b.thread ||
      by_b.created == a.thread) {
    return true;
  }
  return any_touch(a, by_a, uses, [&](const Touch& of_a) {
    return any_touch(b, by_b, uses, [&](const Touch& of_b) { return conflict(of_a, of_b); });
  });
}

}  // namespace heddle::order
