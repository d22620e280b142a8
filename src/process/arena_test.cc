// SPDX-License-Identifier: Apache-2.0
#include "process/arena.h"

#include "explore/own_arena.h"

#include <gtest/gtest.h>

namespace heddle::process {
namespace {

using TestArena = explore::OwnArenaOf<Arena>;

explore::Settings some_settings() {
  explore::Settings settings;
  settings.step_limit = 100;
  settings.reset = explore::Reset::loop;
  return settings;
}

TEST(Arena, TwoViewsShowTheSame) {
  TestArena one(some_settings(), size_t{1} << 24);
  Arena other(const_cast<explore::Settings*>(&one->settings()));
  one->modules.push_back({.bias = 1, .begin = 2, .end = 3, .path = {}});
  one->control().heartbeat.store(7);
  EXPECT_EQ(other.modules.size(), 1U);
  EXPECT_EQ(other.control().heartbeat.load(), 7U);
  EXPECT_EQ(other.control().reset.load(), explore::Reset::loop);
}

TEST(Arena, AnExecutionBeginsWithAnEmptyRecord) {
  TestArena arena(some_settings(), size_t{1} << 24);
  arena->threads.push_back({});
  arena->stack_words.push_back(1);
  arena->loaded.push_back({});
  arena->control().stuck.store(1);
  arena->begin_execution();
  EXPECT_TRUE(arena->threads.empty());
  EXPECT_TRUE(arena->stack_words.empty());
  EXPECT_EQ(arena->loaded.size(), 1U);  // it is of the program, not of an execution
  EXPECT_EQ(arena->control().stuck.load(), 0U);
}

TEST(Arena, WhatIsKeptIsTakenUp) {
  TestArena arena(some_settings(), size_t{1} << 24);
  arena->use(explore::Reset::fork);
  arena->control().pool.store(5);
  arena->keep();
  arena->journal.commit();
  arena->use(explore::Reset::loop);
  arena->control().pool.store(9);
  arena->take_up();
  EXPECT_EQ(arena->control().reset.load(), explore::Reset::fork);
  EXPECT_EQ(arena->control().runs_on.load(), 0U);
  EXPECT_EQ(arena->control().pool.load(), 5U);
}

TEST(Arena, AStrayWriteOverEitherEndOfTheControlsIsTold) {
  TestArena arena(some_settings(), size_t{1} << 24);
  EXPECT_TRUE(arena->plausible());
  for (std::atomic<uint64_t>* guard :
       {&arena->control().guard_before, &arena->control().guard_after,
        &arena->control().guard_at_the_end}) {
    const uint64_t value = guard->exchange(1);
    EXPECT_FALSE(arena->plausible());
    guard->store(value);
  }
}

}  // namespace
}  // namespace heddle::process
