// SPDX-License-Identifier: Apache-2.0
#include "primitive/primitives.h"

namespace heddle::primitive {
namespace {

using event::ObjectId;
using event::ObjectKind;

bool someone_waits_for(const World& world, ObjectId object) {
  for (const Thread& thread : world.threads()) {
    if (!thread.announced || thread.ended) {
      continue;
    }
    const bool waits = ask_primitive(thread.pending.kind, [&](const auto& primitive) {
      return primitive.is_waiting_at(thread, object);
    });
    if (waits) {
      return true;
    }
  }
  return false;
}

}  // namespace

Effect World::use_of_destroyed() {
  return {.result = EINVAL, .misuse = event::Misuse::use_destroyed};
}

event::Misuse World::destroy(ObjectId id) {
  Object& object = this->object(id);
  if (object.destroyed) {
    return event::Misuse::use_destroyed;
  }
  const bool held = object.kind != ObjectKind::once && object.owner != event::kNoThread;
  const bool read = object.kind == ObjectKind::rwlock && object.count > 0;
  if (held || read) {
    return event::Misuse::destroy_locked;
  }
  if (object.arrived > 0 || someone_waits_for(*this, id)) {
    return event::Misuse::destroy_waited_for;
  }
  object.destroyed = true;
  looked_at_all_ = false;
  return event::Misuse::none;
}

}  // namespace heddle::primitive
