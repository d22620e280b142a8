// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "event/resource.h"
#include "event/use.h"

#include <cstddef>
#include <cstdint>

namespace heddle::primitive {

// Something that a step uses, and how.
struct Touch {
  enum class What : uint8_t {
    object,    // by its number; of a barrier, who has arrived in this round
    round,     // of a barrier: how many are over; by its number
    memory,    // bytes from its identity on
    thread,    // whether it has ended, was joined or detached; by its number
    creation,  // of threads
    ending,    // who ends the process, being the last thread
    resource,  // by its name; in place of bytes, its kind
  };

  What what = What::object;
  event::Use use = event::Use::none;
  uint64_t at = 0;
  uint32_t bytes = 0;
  event::ObjectId object = event::kNoObject;  // of memory: by which number it was named, if any
};

inline constexpr size_t kMaxTouches = 2;

// What makes a step depend on others, apart from its own thread and from what the code after its
// operation uses.
struct Footprint {
  Touch touches[kMaxTouches];
  uint8_t uses = 0;                            // so many of touches
  bool all = false;                            // depends on all steps: the process ends, or it
  bool waits_for_all = false;                  // waits for everybody to be quiet
  bool ends_thread = false;                    // its own
  event::ThreadId created = event::kNoThread;  // by it

  void add(const Touch& touch) { touches[uses++] = touch; }
};

// Of a step as done.  Adds to a footprint that is empty.
void add_footprint(const event::Event& step, Footprint& footprint);
[[nodiscard]] inline Footprint footprint_of(const event::Event& step) {
  Footprint footprint;
  add_footprint(step, footprint);
  return footprint;
}

[[nodiscard]] constexpr Touch touch_of(const event::Resource& resource, event::Use use) {
  if (resource.kind == event::ResourceKind::ending) {
    return {.what = Touch::What::ending, .use = use};
  }
  return {.what = Touch::What::resource,
          .use = use,
          .at = resource.name,
          .bytes = static_cast<uint32_t>(resource.kind)};
}

[[nodiscard]] constexpr Touch touch_of(event::ObjectId object, event::Use use) {
  return {.what = Touch::What::object,
          .use = object == event::kNoObject ? event::Use::none : use,
          .at = event::index(object)};
}

}  // namespace heddle::primitive
