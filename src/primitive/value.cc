// SPDX-License-Identifier: Apache-2.0
#include "primitive/primitives.h"

namespace heddle::primitive {

uint64_t value_of(const World& world, const event::Operation& operation) {
  return ask_primitive(operation.kind, [&](const auto& primitive) {
    return primitive.value_before(world, operation);
  });
}

}  // namespace heddle::primitive
