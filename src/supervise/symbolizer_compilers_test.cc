// SPDX-License-Identifier: Apache-2.0

// Addresses of programs as GCC and Clang build them, in both versions of DWARF
// and in all kinds of executable.  The process is gone when they are looked up.
#include "supervise/symbolizer.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

// Prints the load bias, the address of a variable, and return addresses in a
// function inlined into a member, and in a lambda.
constexpr const char* kSource = R"(#include <cstdio>
#include <link.h>
namespace {
long counters[4];
struct Account { long balance; };
Account accounts[3];
__attribute__((noinline)) unsigned long here() {
  asm volatile("" ::: "memory");
  return (unsigned long)__builtin_return_address(0);
}
__attribute__((always_inline)) inline unsigned long step() {
  return here() ^ (unsigned long)counters[0];  // line 12
}
struct Queue {
  __attribute__((noinline)) unsigned long push(int) {
    unsigned long pc = step();  // line 16
    asm volatile("" ::: "memory");
    return pc;
  }
};
int bias(dl_phdr_info* info, size_t, void* data) {
  *(unsigned long*)data = info->dlpi_addr;
  return 1;
}
}  // namespace
int main() {
  unsigned long base = 0;
  dl_iterate_phdr(bias, &base);
  Queue queue;
  auto call = [&]() __attribute__((noinline)) {
    unsigned long pc = here();  // line 31
    asm volatile("" ::: "memory");
    return pc;
  };
  std::printf("%lx %lx %lx %lx\n", base, (unsigned long)&accounts[2], queue.push(1), call());
}
)";

struct Addresses {
  unsigned long base = 0;
  unsigned long variable = 0;
  unsigned long in_push = 0;
  unsigned long in_lambda = 0;
};

class Compilers : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { std::filesystem::create_directories(directory_); }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  bool build(const std::string& command) const {
    std::ofstream(directory_ / "queue.cc") << kSource;
    const std::string whole =
        "cd " + directory_.string() + " && " + command + " queue.cc -o queue 2>/dev/null";
    return std::system(whole.c_str()) == 0;
  }

  Addresses run() const {
    Addresses run;
    FILE* output = popen((directory_ / "queue").c_str(), "r");
    EXPECT_EQ(std::fscanf(output, "%lx %lx %lx %lx", &run.base, &run.variable, &run.in_push,
                          &run.in_lambda),
              4);
    pclose(output);
    return run;
  }

  const std::filesystem::path directory_ =
      std::filesystem::path(testing::TempDir()) / ("heddle-compilers-" + std::to_string(getpid()));
};

std::string summary(const trace::Stack& frames) {
  std::string result;
  for (const trace::Frame& frame : frames) {
    result += frame.function + " " + std::filesystem::path(frame.file).filename().string() + ":" +
              std::to_string(frame.line) + (frame.system ? " system\n" : "\n");
  }
  return result;
}

TEST_P(Compilers, LeaveWhatIsNeededToNameEveryPlace) {
  ASSERT_TRUE(build(GetParam()));
  const Addresses process = run();
  Symbols symbols;
  Symbolizer symbolizer({{(directory_ / "queue").string(), process.base, process.in_push - 0x100000,
                          process.in_push + 0x100000}},
                        symbols);
  EXPECT_EQ(summary(symbolizer.expand(process.in_push, true)),
            "step queue.cc:12\nQueue::push queue.cc:16\n");
  const bool clang = std::string(GetParam()).starts_with("clang");
  EXPECT_EQ(
      summary(symbolizer.expand(process.in_lambda, true)),
      std::string(clang ? "main::{lambda}" : "main::{lambda#1}") + "::operator() queue.cc:31\n");
  EXPECT_EQ(symbolizer.object_name(process.variable), "accounts+16");
}

// g++ and clang++ are among what the tests need.
INSTANTIATE_TEST_SUITE_P(All, Compilers,
                         testing::Values("g++ -g -O0", "g++ -g -O2", "g++ -gdwarf-4 -O2",
                                         "g++ -gdwarf-5 -O2 -no-pie", "g++ -g -O1 -gsplit-dwarf",
                                         "g++ -g -O1 -static", "clang++ -g -O0", "clang++ -g -O2",
                                         "clang++ -gdwarf-4 -O2", "clang++ -gdwarf-5 -O2 -no-pie",
                                         "clang++ -g -O1 -gsplit-dwarf"));

// A compiler that only some machines have is tried where it is.
std::vector<const char*> newer_compilers() {
  const bool is_there = std::system("clang++-19 --version >/dev/null 2>&1") == 0;
  return is_there ? std::vector<const char*>{"clang++-19 -gdwarf-5 -O2"}
                  : std::vector<const char*>{};
}

INSTANTIATE_TEST_SUITE_P(Newer, Compilers, testing::ValuesIn(newer_compilers()));

}  // namespace
}  // namespace heddle::supervise
