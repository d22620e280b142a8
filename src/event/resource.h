// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/use.h"

#include <cstddef>
#include <cstdint>

// What threads share besides objects and instrumented memory.
//
// A step is a visible operation and the invisible code after it.  That code may use what others
// use, too: a once flag that is done, a descriptor, the environment.  Such a use is no step and no
// scheduling point.  It is written down with the step that it is part of, so that steps which use
// the same depend on each other.
namespace heddle::event {

enum class ResourceKind : uint8_t {
  once,              // whether a once flag, or a static local's guard, is done; by its address
  ending,            // in which order threads end: the last one ends the process
  descriptor_table,  // which numbers are taken
  descriptor,        // an open file, with its offset and flags
  file_stream,       // a FILE, by its address
  filesystem,        // what files there are, and what is in them
  random,            // rand() and the like
  environment,       // variables
  exit_handlers,     // which there are, and in which order
  mapping,           // where memory is mapped
  heap_block,        // freed memory that a malloc may take again, by its address
  process,           // working directory, limits, signal actions, children
  libc,              // any other state of the C library: locale, strtok, tmpnam, …
  foreign,           // state of a library that nobody looks into, by an address in it
  lifetime,  // whether an object that threads synchronize with is destroyed; by its identity
};
inline constexpr size_t kResourceKinds = static_cast<size_t>(ResourceKind::lifetime) + 1;

// In place of a name: all of its kind.
inline constexpr uint64_t kWholeKind = ~uint64_t{0};

// Whether nothing ever uses all of its kind.
[[nodiscard]] constexpr bool is_used_by_name(ResourceKind kind) {
  return kind == ResourceKind::once || kind == ResourceKind::lifetime;
}

// One thing that is shared.  Its name must be a function of what comes before the use in the
// trace order: an address of the program is, a number that the kernel hands out in the order of
// calls is only if these calls depend on each other.
struct Resource {
  ResourceKind kind = ResourceKind::once;
  uint64_t name = kWholeKind;
};

// A use of a step, and the one before it in the same step.  Steps name the last of theirs; 0 is
// none, and kUseOfNow a bit of those that mean something only in the execution under way.
struct UseRecord {
  uint64_t name;
  uint32_t before;
  ResourceKind kind;
  Use use;
  uint16_t no_more;  // so that nothing in it is undefined
};
inline constexpr uint32_t kUseOfNow = uint32_t{1} << 31;

}  // namespace heddle::event
