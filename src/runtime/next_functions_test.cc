// SPDX-License-Identifier: Apache-2.0
#include "runtime/next_functions.h"

#include <cstdio>

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

int in_here() { return 0; }

NextFunctions behind_the_executable() {
  return NextFunctions(reinterpret_cast<const void*>(&in_here));
}

// Such as have several versions, are chosen when they are looked up, belong to the C++ library, or
// to the loader.
TEST(NextFunctions, FindsWhatTheLoaderFinds) {
  NextFunctions next = behind_the_executable();
  int found = 0;
  for (const char* name : {"printf",
                           "fopen",
                           "pthread_create",
                           "pthread_cond_wait",
                           "memcpy",
                           "realpath",
                           "regexec",
                           "posix_spawn",
                           "glob",
                           "strlen",
                           "gettimeofday",
                           "time",
                           "clock_gettime",
                           "dlopen",
                           "getenv",
                           "qsort",
                           "__libc_start_main",
                           "_ZNSo5flushEv",
                           "_ZSt13set_terminatePFvvE",
                           "_ZSt4cout",
                           "__cxa_guard_acquire",
                           "_Unwind_Backtrace",
                           "sin",
                           "__tls_get_addr"}) {
    EXPECT_EQ(next.find(name), dlsym(RTLD_NEXT, name)) << name;
    found += next.find(name) != nullptr ? 1 : 0;
  }
  EXPECT_GE(found, 20);
}

TEST(NextFunctions, FindsNothingThatIsNotThere) {
  NextFunctions next = behind_the_executable();
  EXPECT_EQ(next.find("there_is_no_such_function"), nullptr);
  EXPECT_EQ(next.find(""), nullptr);
}

// A file that was loaded for itself is not among those that are searched.
TEST(NextFunctions, DoesNotLookIntoFilesThatWereLoadedLater) {
  void* library = dlopen("libbz2.so.1.0", RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr);
  ASSERT_NE(dlsym(library, "BZ2_bzlibVersion"), nullptr);
  NextFunctions next = behind_the_executable();
  EXPECT_EQ(next.find("BZ2_bzlibVersion"), nullptr);
  EXPECT_EQ(next.find("BZ2_bzCompress"), nullptr);
  EXPECT_EQ(next.find("fopen"), dlsym(RTLD_NEXT, "fopen"));
  dlclose(library);
}

}  // namespace
}  // namespace heddle::runtime
