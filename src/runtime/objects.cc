// SPDX-License-Identifier: Apache-2.0
#include "runtime/objects.h"

#include "base/check.h"
#include "base/hash.h"
#include "detect/misuse.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <cstring>

namespace heddle::runtime {
namespace {

using event::ObjectId;

constexpr uint32_t kTokenMagic = 0x68ed0000;
constexpr size_t kTableSlots = size_t{1} << 18;

using Slot = ObjectSlot;

// Made with the first object that needs it.
ObjectTable& table() {
  if (rt.objects.slots == nullptr) {
    rt.objects.slots = static_cast<Slot*>(raw_reserve(kTableSlots * sizeof(Slot)));
  }
  return rt.objects;
}

uint64_t token_for(ObjectId object) {
  return (uint64_t{kTokenMagic ^ rt.generation} << 32) | event::index(object);
}

ObjectId add(const void* address, const sync::Object& fresh) {
  sync::Object object = fresh;
  object.tag = reinterpret_cast<uint64_t>(address);
  const ObjectId id = world().add_object(object);
  if (rt.arena->settings().record && !rt.arena->objects.full()) {
    rt.arena->objects.push_back({fresh.kind, reinterpret_cast<uint64_t>(address)});
  }
  return id;
}

Slot& slot_for(const void* address) {
  ObjectTable& all = table();
  size_t at = base::mix(reinterpret_cast<uint64_t>(address)) % kTableSlots;
  while (all.slots[at].address != nullptr && all.slots[at].address != address) {
    at = (at + 1) % kTableSlots;
  }
  return all.slots[at];
}

}  // namespace

ObjectId object_with_token(void* address, void* token, const sync::Object& fresh) {
  uint64_t value = 0;
  memcpy(&value, token, sizeof value);
  const auto id = static_cast<ObjectId>(value & 0xffffffff);
  const bool known = value == token_for(id) && event::index(id) < world().object_count() &&
                     world().object(id).tag == reinterpret_cast<uint64_t>(address) &&
                     world().object(id).kind == fresh.kind;
  return known ? id : new_object_with_token(address, token, fresh);
}

ObjectId new_object_with_token(void* address, void* token, const sync::Object& fresh) {
  const ObjectId id = add(address, fresh);
  const uint64_t value = token_for(id);
  memcpy(token, &value, sizeof value);
  return id;
}

ObjectId object_in_table(const void* address, const sync::Object& fresh) {
  const Slot& slot = slot_for(address);
  if (slot.address == address && world().object(slot.object).kind == fresh.kind) {
    return slot.object;
  }
  return new_object_in_table(address, fresh);
}

ObjectId new_object_in_table(const void* address, const sync::Object& fresh) {
  Slot& slot = slot_for(address);
  if (slot.address == nullptr) {
    HEDDLE_CHECK(++table().used < kTableSlots / 2, "the table of objects should not fill up");
  }
  slot = {address, add(address, fresh)};
  return slot.object;
}

void destroy_object(ObjectId object) {
  const event::Misuse misuse = world().destroy(object);
  if (misuse != event::Misuse::none) {
    end_with_finding(detect::misuse_by(current().id, misuse, object));
  }
}

}  // namespace heddle::runtime
