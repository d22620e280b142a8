// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"

#include <cerrno>
#include <cstdint>
#include <vector>

// Steps in words, for tests of the trace order.
namespace heddle::order::testing {

using event::Event;
using event::ObjectId;
using event::OpKind;
using event::ThreadId;
using Log = std::vector<Event>;

inline constexpr ThreadId kA{0};
inline constexpr ThreadId kB{1};
inline constexpr ThreadId kC{2};
inline constexpr ObjectId kX{5};
inline constexpr ObjectId kY{6};
inline constexpr int32_t kFallsAsleep = -1;

// Objects are where their numbers say, sixteen bytes apart.
inline uint64_t identity_of(ObjectId object) { return 16 * event::index(object); }

inline Event does(ThreadId thread, OpKind kind, ObjectId object = kX, int32_t result = 0) {
  Event event;
  event.thread = thread;
  event.kind = kind;
  event.object = object;
  event.identity = identity_of(object);
  event.result = result;
  event.timed_out = result == ETIMEDOUT;
  return event;
}

inline Event by(ThreadId thread, OpKind kind) {
  Event event;
  event.thread = thread;
  event.kind = kind;
  return event;
}

// With the mutex y.
inline Event waits(ThreadId thread, OpKind kind, int32_t result = 0) {
  Event event = does(thread, kind, kX, result);
  event.mutex = kY;
  return event;
}

inline Event wakes(ThreadId thread, OpKind kind, uint64_t woken) {
  Event event = does(thread, kind);
  event.value = woken;
  return event;
}

inline Event with(Event event, ThreadId other) {
  event.other = other;
  return event;
}

inline Event chooses(ThreadId thread, uint16_t alternative) {
  Event event = by(thread, OpKind::choose);
  event.alternative = alternative;
  event.result = alternative;
  return event;
}

// So many bytes from `offset` on; each place has an object of its own.
inline Event accesses(ThreadId thread, OpKind kind, uint32_t offset, uint32_t bytes,
                      int32_t result = 0) {
  Event event = does(thread, kind, static_cast<ObjectId>(100 + offset), result);
  event.identity = 0x10000 + offset;
  event.bytes = bytes;
  return event;
}

}  // namespace heddle::order::testing
