// SPDX-License-Identifier: Apache-2.0
#include "runtime/objects.h"

#include "base/check.h"
#include "base/hash.h"
#include "detect/misuse.h"
#include "runtime/lifetimes.h"
#include "runtime/outside.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace heddle::runtime {
namespace {

using event::ObjectId;

constexpr uint32_t kTokenMagic = 0x68ed0000;
constexpr size_t kTableSlots = size_t{1} << 21;

using Slot = ObjectSlot;

// Made with the first object that needs it.
ObjectTable& table() {
  if (rt.objects.slots == nullptr) [[unlikely]] {
    rt.objects.slots = static_cast<Slot*>(raw_reserve(kTableSlots * sizeof(Slot)));
  }
  return rt.objects;
}

uint64_t token_for(ObjectId object, uint32_t generation) {
  return (uint64_t{kTokenMagic ^ generation} << 32) | event::index(object);
}

bool is_token_of(uint32_t generation, uint64_t token) {
  return token >> 32 == (kTokenMagic ^ generation);
}

// It was there before the scenario's body, and still is.
bool is_of_base(uint32_t generation, ObjectId object) {
  return generation == rt.base.generation && event::index(object) < rt.base.objects;
}

// As much of it as there is room for, cut between characters.
void copy_name(char (&to)[process::kNameBytes], const char* name) {
  size_t length = strnlen(name, sizeof to);
  if (length == sizeof to) {
    length = sizeof to - 1;
    while (length > 0 && (static_cast<unsigned char>(name[length]) & 0xc0) == 0x80) {
      --length;
    }
  }
  memcpy(to, name, length);
}

// The name that waits for an object at that address, if one does; it is used up.
void take_name(process::ObjectRecord& object) {
  for (process::NameRecord& waiting : rt.arena->names) {
    if (waiting.address == object.address) {
      memcpy(object.name, waiting.name, sizeof object.name);
      waiting.address = 0;
    }
  }
}

ObjectId add(const void* address, const primitive::Object& fresh) {
  primitive::Object object = fresh;
  object.tag = reinterpret_cast<uint64_t>(address);
  // Addresses are a function of what was done before by those who know them: each thread
  // has a heap of its own, and the order in which threads, and so stacks, were made counts.
  object.identity = object.tag;
  const ObjectId id = world().add_object(object);
  if (rt.arena->settings().record && !rt.arena->objects.full()) [[unlikely]] {
    process::ObjectRecord record;
    record.kind = fresh.kind;
    record.address = object.tag;
    take_name(record);
    rt.arena->objects.push_back(record);
  }
  return id;
}

[[gnu::noinline, gnu::cold]] const void* canonical_address(const void* address) {
  return reinterpret_cast<const void*>(
      program.shared_mappings.canonical(reinterpret_cast<uint64_t>(address)));
}

// The address that it is known by; see effects/aliases.h.
const void* known_address(const void* address) {
  return program.shared_mappings.any() ? canonical_address(address) : address;
}

// A futex word is often an atomic variable, too: two objects at one address.
const void* key_for(const void* address, event::ObjectKind kind) {
  constexpr uint64_t kNoAddress = uint64_t{1} << 63;
  const uint64_t mark = kind == event::ObjectKind::memory ? kNoAddress : 0;
  return reinterpret_cast<const void*>(reinterpret_cast<uint64_t>(address) | mark);
}

bool is_free(const Slot& slot) {
  return slot.address == nullptr ||
         (slot.generation != rt.generation && !is_of_base(slot.generation, slot.object));
}

// The slot of this execution's object at that address, or a free one; `known` is what
// is there.  Slots of base objects stay as they are.
Slot& slot_for(const void* address, const Slot*& known) {
  ObjectTable& all = table();
  known = nullptr;
  size_t at = base::mix(reinterpret_cast<uint64_t>(address)) % kTableSlots;
  while (!is_free(all.slots[at])) {
    if (all.slots[at].address == address) {
      known = &all.slots[at];
      if (known->generation == rt.generation) {
        break;
      }
    }
    at = (at + 1) % kTableSlots;
  }
  return all.slots[at];
}

}  // namespace

ObjectId known_by_token(const void* address, const void* token, event::ObjectKind kind) {
  uint64_t value = 0;
  memcpy(&value, token, sizeof value);
  const auto id = static_cast<ObjectId>(value & 0xffffffff);
  const bool of_now =
      is_token_of(rt.generation, value) ||
      (is_token_of(rt.base.generation, value) && is_of_base(rt.base.generation, id));
  if (!of_now || event::index(id) >= world().object_count()) {
    return event::kNoObject;
  }
  const primitive::Object& object = world().object(id);
  if (object.kind != kind) [[unlikely]] {
    return event::kNoObject;
  }
  const bool is_there = object.tag == reinterpret_cast<uint64_t>(address);
  if (!is_there && object.tag != reinterpret_cast<uint64_t>(known_address(address))) [[unlikely]] {
    return event::kNoObject;
  }
  return id;
}

ObjectId object_with_token(void* address, void* token, const primitive::Object& fresh) {
  const ObjectId known = known_by_token(address, token, fresh.kind);
  return known != event::kNoObject ? known : new_object_with_token(address, token, fresh);
}

ObjectId new_object_with_token(void* address, void* token, const primitive::Object& fresh) {
  const ObjectId id = add(known_address(address), fresh);
  const uint64_t value = token_for(id, rt.generation);
  memcpy(token, &value, sizeof value);
  return id;
}

void look_up_variable(ObjectSlot& late, const void* address) {
  late = {address, object_in_table(address, {.kind = event::ObjectKind::memory}), rt.generation};
}

void forget_late_variables() {
  for (ObjectSlot& late : rt.objects.late) {
    late = {};
  }
}

ObjectId object_in_table(const void* address, const primitive::Object& fresh) {
  const Slot* known = nullptr;
  slot_for(key_for(known_address(address), fresh.kind), known);
  if (known != nullptr && world().object(known->object).kind == fresh.kind) {
    return known->object;
  }
  return new_object_in_table(address, fresh);
}

ObjectId new_object_in_table(const void* address, const primitive::Object& fresh) {
  const Slot* known = nullptr;
  address = known_address(address);
  const void* key = key_for(address, fresh.kind);
  Slot& slot = slot_for(key, known);
  if (is_free(slot) && ++table().used >= primitive::World::kMaxObjects) {
    refuse("more than a million objects that threads share");
  }
  slot = {key, add(address, fresh), rt.generation};
  return slot.object;
}

void name_object(const void* address, const char* name) {
  if (!rt.arena->settings().record) {
    return;
  }
  process::NameRecord record;
  record.address = reinterpret_cast<uint64_t>(known_address(address));
  copy_name(record.name, name);
  base::List<process::ObjectRecord>& objects = rt.arena->objects;
  for (size_t i = objects.size(); i-- > 0;) {
    if (objects[i].address == record.address) {
      const bool destroyed = world().object(static_cast<ObjectId>(i)).destroyed;
      if (destroyed || objects[i].name[0] != '\0') {
        break;
      }
      memcpy(objects[i].name, record.name, sizeof record.name);
      rt.sent.objects = std::min(rt.sent.objects, i);
      return;
    }
  }
  if (!rt.arena->names.full()) {
    rt.arena->names.push_back(record);
  }
}

// Descriptors have no addresses; nothing of the program's is where these are.
static const void* address_of_descriptor(uint64_t number) {
  constexpr uint64_t kFirst = 4096;
  return reinterpret_cast<const void*>(kFirst + number * sizeof(uint64_t));
}

ObjectId descriptor_object(int descriptor) {
  const void* address = address_of_descriptor(static_cast<uint32_t>(descriptor));
  if (rt.arena->settings().record) {
    char name[process::kNameBytes];
    snprintf(name, sizeof name, "%d (%s)", descriptor, kind_of_descriptor(descriptor));
    name_object(address, name);
  }
  return object_in_table(address, {.kind = event::ObjectKind::descriptor});
}

ObjectId call_object(uint32_t number, const char* name) {
  constexpr uint64_t kBeyondChannels = uint64_t{1} << 35;
  const void* address = address_of_descriptor(kBeyondChannels + number);
  if (rt.arena->settings().record) {
    name_object(address, name);
  }
  return object_in_table(address, {.kind = event::ObjectKind::descriptor});
}

ObjectId channel_object(uint64_t name) {
  constexpr uint64_t kBeyondDescriptors = uint64_t{1} << 34;
  return object_in_table(address_of_descriptor(kBeyondDescriptors + name),
                         {.kind = event::ObjectKind::descriptor});
}

void destroy_object(ObjectId object) {
  const event::Misuse misuse = world().destroy(object);
  note_destroying(object, misuse);
  if (misuse != event::Misuse::none) {
    end_with_finding(detect::misuse_by(current().id, misuse, object));
  }
}

}  // namespace heddle::runtime
