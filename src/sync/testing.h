// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "base/region.h"
#include "sync/world.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <sys/mman.h>

// What tests of everything that looks at a World share.
namespace heddle::sync::testing {

// A World that nobody else sees, in memory that is taken as it is touched.
class TestWorld {
 public:
  TestWorld()
      : bytes_(World::bytes_needed()),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    HEDDLE_CHECK(memory_ != MAP_FAILED, "a test should have address space");
    lay();
  }
  ~TestWorld() { munmap(memory_, bytes_); }
  TestWorld(const TestWorld&) = delete;
  TestWorld& operator=(const TestWorld&) = delete;

  // Back to a World without threads and objects.
  void reset() {
    madvise(memory_, bytes_, MADV_DONTNEED);
    lay();
  }

  World& operator*() { return world_; }
  const World& operator*() const { return world_; }
  World* operator->() { return &world_; }
  const World* operator->() const { return &world_; }

 private:
  void lay() {
    base::Region region(memory_, bytes_);
    world_ = World(region);
  }

  const size_t bytes_;
  void* const memory_;
  World world_;
};

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

  int64_t clock_of(event::ThreadId thread) { return world->thread(thread).time; }
  void set_clock(event::ThreadId thread, int64_t time) { world->thread(thread).time = time; }

  TestWorld world;
  const event::ThreadId a = world->add_thread(event::kNoThread, false);
  const event::ThreadId b = world->add_thread(a, false);
  const event::ThreadId c = world->add_thread(a, false);

 private:
  uint32_t steps_ = 0;
};

}  // namespace heddle::sync::testing
