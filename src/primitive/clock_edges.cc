// SPDX-License-Identifier: Apache-2.0
#include "primitive/clock_edges.h"

#include "primitive/primitives.h"

namespace heddle::primitive {

ClockEdge acquired_in_full(const event::Operation& operation, const Done& done) {
  return ask_primitive(operation.kind,
                       [&](const auto& primitive) { return primitive.acquires(operation, done); });
}

ClockEdge released_in_full(const event::Operation& operation, const Done& done) {
  return ask_primitive(operation.kind,
                       [&](const auto& primitive) { return primitive.releases(operation, done); });
}

}  // namespace heddle::primitive
