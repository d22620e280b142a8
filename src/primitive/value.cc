// SPDX-License-Identifier: Apache-2.0
#include "event/event.h"
#include "primitive/world.h"

namespace heddle::primitive {

uint64_t value_of(const World& world, const event::Operation& operation) {
  if (operation.mutex != event::kNoObject && !event::is_memory_access(operation.kind)) {
    return world.object(operation.mutex).identity;
  }
  if (operation.object == event::kNoObject) {
    return 0;
  }
  const Object& object = world.object(operation.object);
  if (operation.kind == event::OpKind::barrier_arrive) {
    return object.arrived + 1 == object.count ? event::kEndsRound : 0;
  }
  return object.kind == event::ObjectKind::semaphore ? object.count : 0;
}

}  // namespace heddle::primitive
