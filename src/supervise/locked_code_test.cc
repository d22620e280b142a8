// SPDX-License-Identifier: Apache-2.0
#include "supervise/locked_code.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

// A shared library made of one C file.
class LockedCode : public testing::Test {
 protected:
  LockedCode()
      : folder_(std::filesystem::temp_directory_path() /
                ("locked_code_test." + std::to_string(getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~LockedCode() override { std::filesystem::remove_all(folder_); }

  bool has(const std::string& source) {
    const std::string file = (folder_ / "a.c").string();
    const std::string library = (folder_ / "liba.so").string();
    std::ofstream(file) << source;
    const std::string command = "cc -shared -fPIC -O1 -nostartfiles " + file + " -o " + library;
    EXPECT_EQ(system(command.c_str()), 0);  // NOLINT(cert-env33-c)
    return has_locked_code(library);
  }

  const std::filesystem::path folder_;
};

TEST_F(LockedCode, IsOfALibraryWithAtomicAccesses) {
  EXPECT_TRUE(has("void f(int* p) { __atomic_fetch_add(p, 1, __ATOMIC_RELAXED); }"));
  EXPECT_TRUE(has("int f(int* p) { return __atomic_exchange_n(p, 1, __ATOMIC_ACQUIRE); }"));
}

TEST_F(LockedCode, IsOfALibraryWithSystemCallsOfItsOwn) {
  EXPECT_TRUE(has("long syscall(long, ...); long f(void) { return syscall(202); }"));
  EXPECT_TRUE(
      has("long f(void) { long r; __asm__ volatile(\"syscall\" : \"=a\"(r) : \"a\"(39) : "
          "\"rcx\", \"r11\"); return r; }"));
}

TEST_F(LockedCode, IsNotOfOthers) {
  EXPECT_FALSE(has("int f(int* p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }"));
  EXPECT_FALSE(
      has("int pthread_mutex_lock(void*); int f(void* m) { return pthread_mutex_lock(m); }"));
  EXPECT_FALSE(has_locked_code((folder_ / "no such file").string()));
  std::ofstream(folder_ / "text") << "no program";
  EXPECT_FALSE(has_locked_code((folder_ / "text").string()));
}

TEST(Modelled, AreTheLibrariesOfTheLanguagesAndHeddlesOwn) {
  for (const char* path : {"/lib/x86_64-linux-gnu/libc.so.6", "/usr/lib/libstdc++.so.6.0.30",
                           "/lib64/ld-linux-x86-64.so.2", "linux-vdso.so.1",
                           "/opt/heddle/lib/heddle/libheddle_rt.so", "libm.so.6"}) {
    EXPECT_TRUE(is_modelled(path)) << path;
  }
  for (const char* path : {"/usr/lib/libglib-2.0.so.0", "/usr/lib/libQt5Core.so.5", "./libcache.so",
                           "/home/me/libc-like.so"}) {
    EXPECT_FALSE(is_modelled(path)) << path;
  }
}

}  // namespace
}  // namespace heddle::supervise
