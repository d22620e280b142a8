// SPDX-License-Identifier: Apache-2.0
#include "process/texts.h"

#include "explore/own_arena.h"
#include "process/arena.h"

#include <cstring>

#include <gtest/gtest.h>

namespace heddle::process {
namespace {

// Whoever adds a text may be killed after each of its stores.
TEST(Texts, AreWholeWhoeverIsKilled) {
  explore::Settings settings;
  settings.step_limit = 100;
  explore::OwnArenaOf<Arena> arena(settings, size_t{1} << 24);
  add_text(arena->remarks, "one");
  TextRecord& next = *arena->remarks.end();
  strcpy(next.text, "tw");
  EXPECT_TRUE(arena->texts_are_whole());
  arena->take_up();
  EXPECT_EQ(arena->remarks.size(), 1U);
  add_text(arena->remarks, "two");
  EXPECT_STREQ(arena->remarks[1].text, "two");
  arena->remarks.set_size(1);  // all but the last store
  EXPECT_TRUE(arena->texts_are_whole());
  arena->take_up();
  EXPECT_EQ(arena->remarks.size(), 2U);
  arena->remarks[0].text[0] = 'O';
  EXPECT_FALSE(arena->texts_are_whole());
}

}  // namespace
}  // namespace heddle::process
