// SPDX-License-Identifier: Apache-2.0
#include "verdict/scope.h"

#include <gtest/gtest.h>

namespace heddle::verdict {
namespace {

TEST(ScopeWords, SayWherePreemptionsWere) {
  EXPECT_EQ(scope_words({}, "them"), "");
  EXPECT_EQ(scope_words({{"Queue::*"}, {}, false}, "them"), "all of them in Queue::*");
  EXPECT_EQ(scope_words({{}, {"a", "b", "c"}, false}, "its preemptions"),
            "none of its preemptions in a, b or c");
  EXPECT_EQ(scope_words({{"a"}, {"b"}, true}, "them"),
            "all of them in a and none in b or a section from heddle_atomic_begin to "
            "heddle_atomic_end");
}

}  // namespace
}  // namespace heddle::verdict
