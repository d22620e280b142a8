// SPDX-License-Identifier: Apache-2.0
#include "verdict/system_files.h"

#include <gtest/gtest.h>

namespace heddle::verdict {
namespace {

TEST(SystemFiles, AreKnownByTheirFolders) {
  for (const char* path : {"/usr/include/c++/12/mutex", "/usr/lib/gcc/x86_64-linux-gnu/12/x.h",
                           "/opt/gcc-13/include/c++/13/thread", "/usr/share/x.h",
                           "/home/me/include/heddle/heddle.h"}) {
    EXPECT_TRUE(is_system_source(path)) << path;
  }
  for (const char* path : {"/home/me/src/queue.cc", "queue.cc", "", "/usr/local/include/q.h"}) {
    EXPECT_FALSE(is_system_source(path)) << path;
  }
  EXPECT_TRUE(is_system_module("/lib/x86_64-linux-gnu/libc.so.6"));
  EXPECT_TRUE(is_system_module("/x/libheddle_rt.so"));
  EXPECT_FALSE(is_system_module("/home/me/lib/queue.so"));
}

}  // namespace
}  // namespace heddle::verdict
