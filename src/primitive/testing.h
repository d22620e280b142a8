// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/own_world.h"
#include "primitive/value.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <gtest/gtest.h>

// What tests of everything that looks at a World share.
namespace heddle::primitive::testing {

using TestWorld = OwnWorld;

inline std::string packed(const State& state) {
  std::string bytes(packed_bytes(state), '\0');
  bytes.resize(pack(state, std::as_writable_bytes(std::span(bytes))));
  return bytes;
}

// Three threads, and the words of a test: what each comes to, and goes on with.
class WorldTest : public ::testing::Test {
 public:
  event::ObjectId add(event::ObjectKind kind, uint32_t count = 0) {
    return world->add_object({.kind = kind, .count = count});
  }

  // `thread` comes to that operation.  Can it go on?
  std::string comes_to(event::ThreadId thread, const event::Operation& operation) {
    world->announce(thread, operation);
    return can_go_on(thread);
  }

  // "no", "yes", "by time" or, where there is a choice, "2 ways".
  std::string can_go_on(event::ThreadId thread) {
    const Readiness readiness = world->readiness(thread);
    if (readiness.alternatives == 0) {
      return "no";
    }
    if (readiness.alternatives > 1) {
      return std::to_string(readiness.alternatives) + " ways";
    }
    return readiness.by_time ? "by time" : "yes";
  }

  // `thread` does what it has come to.
  Effect goes_on(event::ThreadId thread, uint32_t alternative = 0) {
    return world->apply(thread, alternative, ++steps_);
  }

  // `thread` comes to that operation and does it.
  Effect does(event::ThreadId thread, const event::Operation& operation) {
    world->announce(thread, operation);
    return goes_on(thread);
  }

  int64_t clock_of(event::ThreadId thread) { return world->time(thread); }
  void set_clock(event::ThreadId thread, int64_t time) { world->time(thread) = time; }

  TestWorld world;
  const event::ThreadId a = world->add_thread(event::kNoThread, false);
  const event::ThreadId b = world->add_thread(a, false);
  const event::ThreadId c = world->add_thread(a, false);

 private:
  uint32_t steps_ = 0;
};

}  // namespace heddle::primitive::testing
