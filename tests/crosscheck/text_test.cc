// SPDX-License-Identifier: Apache-2.0
// What a failure shows can be read again.
#include "generate.h"

#include <gtest/gtest.h>

namespace heddle::crosscheck {
namespace {

TEST(Text, EveryProgramReadsBackAsItself) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    for (const auto make : {random_program, random_using_program, random_waiting_program,
                            random_stopping_program, random_grouped_program, random_pinned_program,
                            random_meeting_program, random_yielding_program}) {
      const std::string text = to_string(make(seed));
      const base::Result<Program> read = model::parse(text);
      ASSERT_TRUE(read.ok()) << read.error().sentence << " in\n" << text;
      ASSERT_EQ(to_string(read.value()), text);
    }
  }
}

}  // namespace
}  // namespace heddle::crosscheck
