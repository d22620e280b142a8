// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/state.h"

#include <cstddef>
#include <cstdint>
#include <span>

// States as values: compared, hashed, packed, renamed.
//
// Two are equal if no step tells them apart: from equal ones the same can happen, with equal
// results.  So names of objects, who created a thread, since when a lock is held, and when the time
// of a wait is out are no part of it.
namespace heddle::primitive {

// At most so many bytes.
[[nodiscard]] size_t packed_bytes(const State& state);

// Writes it as bytes, which are equal for equal values; how many.
//   room: for packed_bytes().
size_t pack(const State& state, std::span<std::byte> room);

// The value that was packed, with the names of the objects that have been in `state`.  Says whether
// the bytes are such a value; if not, what `state` is then means nothing.
[[nodiscard]] bool unpack(std::span<const std::byte> packed, State& state);

[[nodiscard]] bool are_equal(const State& one, const State& other);
[[nodiscard]] uint64_t hash(const State& state);

// What each thread and each object is called from now on: a permutation of each.
struct Renaming {
  std::span<const event::ThreadId> threads;
  std::span<const event::ObjectId> objects;

  [[nodiscard]] event::ThreadId of(event::ThreadId thread) const {
    return thread == event::kNoThread ? thread : threads[event::index(thread)];
  }
  [[nodiscard]] event::ObjectId of(event::ObjectId object) const {
    return object == event::kNoObject ? object : objects[event::index(object)];
  }
  [[nodiscard]] event::Operation of(const event::Operation& operation) const;
};

// The same with other names.  What threads do then is what they did before, with other names: a
// renamed step of the renamed state comes to the renamed state.
void rename(const State& from, const Renaming& renaming, State& to);

}  // namespace heddle::primitive
