// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"
#include "primitive/world.h"
#include "runtime/runtime.h"

// The objects that the program's memory holds.
//
// An object is known by its number, never by its address.  Objects with room to
// spare carry it: a token in bytes that libc leaves alone when we stand in for
// it.  Memory that is used for a new object has been written over, so the token
// is gone and the object is new, although no destroy was called.  Objects without
// room (a spin lock, a once flag, a guard, a futex word) are found in a table.
namespace heddle::runtime {

// The object of that kind whose token is there; kNoObject if there is none.
event::ObjectId known_by_token(const void* address, const void* token, event::ObjectKind kind);

// The object at `address`, made now if it is not known: as `fresh` says.
event::ObjectId object_with_token(void* address, void* token, const primitive::Object& fresh);
event::ObjectId object_in_table(const void* address, const primitive::Object& fresh);

// The same for memory as such, which is looked for often, and never made anew.
[[gnu::noinline]] void look_up_variable(ObjectSlot& late, const void* address);
inline event::ObjectId variable_at(const void* address) {
  ObjectSlot& late = rt.objects.late[reinterpret_cast<uint64_t>(address) / 4 % ObjectTable::kLate];
  if (late.address != address || late.generation != rt.generation) [[unlikely]] {
    look_up_variable(late, address);
  }
  return late.object;
}

// A descriptor; and what is behind it, by its name there (effects/descriptor_names.h).
event::ObjectId descriptor_object(int descriptor);
event::ObjectId channel_object(uint64_t name);
// Something else for which a call waits, by a number of ours.
event::ObjectId call_object(uint32_t number, const char* name);

// They may be known by other addresses now, see effects/aliases.h.
void forget_late_variables();

// An init function was called there: a new object, whatever was there before.
event::ObjectId new_object_with_token(void* address, void* token, const primitive::Object& fresh);
event::ObjectId new_object_in_table(const void* address, const primitive::Object& fresh);

// The program calls the object at `address` so: the one that is there, unless it was
// named before or destroyed, or else the next one.  Of interest only in a record.
void name_object(const void* address, const char* name);

// Ends its life, or the execution, if the standard forbids to do so now.
void destroy_object(event::ObjectId object);

}  // namespace heddle::runtime
