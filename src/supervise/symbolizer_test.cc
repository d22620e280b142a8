// SPDX-License-Identifier: Apache-2.0
#include "supervise/symbolizer.h"

#include <cstdlib>
#include <filesystem>
#include <mutex>

#include <gtest/gtest.h>
#include <link.h>
#include <unistd.h>

// What is looked up is outside all namespaces but its own, so that its names are short.
namespace shop {

struct Account {
  long balance = 0;
  std::mutex lock;
};

Account accounts[3];

// A variable with a mark in front of it, as the linker makes them.
asm(".pushsection .data\n"
    ".globl a_mark, shop_total\n"
    ".type a_mark, @object\n"
    ".type shop_total, @object\n"
    ".size shop_total, 8\n"
    "a_mark:\n"
    "shop_total: .quad 0\n"
    ".popsection\n");
extern "C" long shop_total;

struct Clerk {
  // Where the caller goes on.
  [[gnu::noinline]] uint64_t here() {
    asm volatile("" : "+r"(count));
    return reinterpret_cast<uint64_t>(__builtin_return_address(0));
  }
  int count = 0;
};

[[gnu::always_inline]] inline uint64_t inlined(Clerk& clerk) {
  return clerk.here() + (clerk.count == 0 ? 0 : 1);  // the call of here()
}
constexpr int kLineOfHere = __LINE__ - 2;

template <typename Who>
[[gnu::noinline]] uint64_t transfer(Who& clerk) {
  const uint64_t address = inlined(clerk);
  asm volatile("" : "+r"(clerk.count));
  return address;
}
constexpr int kLineOfInlined = __LINE__ - 4;

}  // namespace shop

namespace heddle::supervise {
namespace {

Symbols& symbols() {
  static Symbols known;
  return known;
}

int add_module(dl_phdr_info* info, size_t, void* data) {
  Module module{info->dlpi_name, info->dlpi_addr, UINT64_MAX, 0};
  if (module.path.empty()) {
    module.path = std::filesystem::read_symlink("/proc/self/exe").string();
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type == PT_LOAD) {
      const uint64_t begin = info->dlpi_addr + segment.p_vaddr;
      module.begin = std::min(module.begin, begin);
      module.end = std::max(module.end, begin + segment.p_memsz);
    }
  }
  static_cast<std::vector<Module>*>(data)->push_back(module);
  return 0;
}

std::vector<Module> own_modules() {
  std::vector<Module> modules;
  dl_iterate_phdr(add_module, &modules);
  return modules;
}

uint64_t address_of(const void* pointer) { return reinterpret_cast<uint64_t>(pointer); }

TEST(Symbolizer, ShowsInlinedFunctionsAsFramesOfTheirOwn) {
  shop::Clerk clerk;
  const uint64_t pc = shop::transfer(clerk);
  const trace::Stack frames = Symbolizer(own_modules(), symbols()).expand(pc, true);
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].function, "shop::inlined");
  EXPECT_EQ(frames[0].line, shop::kLineOfHere);
  EXPECT_EQ(frames[1].function, "shop::transfer<shop::Clerk>");
  EXPECT_EQ(frames[1].line, shop::kLineOfInlined);
  for (const trace::Frame& frame : frames) {
    EXPECT_TRUE(frame.file.ends_with("supervise/symbolizer_test.cc")) << frame.file;
    EXPECT_EQ(frame.module, std::filesystem::read_symlink("/proc/self/exe"));
    EXPECT_FALSE(frame.system);
  }
}

TEST(Symbolizer, TakesAFunctionsAddressAsItIs) {
  auto* transfer = &shop::transfer<shop::Clerk>;
  const uint64_t pc = address_of(reinterpret_cast<void*>(transfer));
  const trace::Stack frames = Symbolizer(own_modules(), symbols()).expand(pc, false);
  ASSERT_FALSE(frames.empty());
  EXPECT_EQ(frames.back().function, "shop::transfer<shop::Clerk>");
}

TEST(Symbolizer, KnowsFunctionsOfLibrariesByTheirSymbols) {
  const uint64_t pc = address_of(reinterpret_cast<void*>(&std::abort));
  const trace::Stack frames = Symbolizer(own_modules(), symbols()).expand(pc, false);
  ASSERT_FALSE(frames.empty());
  EXPECT_EQ(frames.back().function, "abort");
  EXPECT_TRUE(frames.back().system);
}

TEST(Symbolizer, NamesVariablesAndTheOffsetInThem) {
  Symbolizer symbolizer(own_modules(), symbols());
  EXPECT_EQ(symbolizer.object_name(address_of(shop::accounts)), "shop::accounts");
  EXPECT_EQ(symbolizer.object_name(address_of(&shop::accounts[1].lock)),
            "shop::accounts+" + std::to_string(sizeof(shop::Account) + sizeof(long)));
  EXPECT_EQ(symbolizer.object_name(address_of(&shop::shop_total)), "shop_total");
  const int on_the_stack = 0;
  EXPECT_EQ(symbolizer.object_name(address_of(&on_the_stack)), "");
}

TEST(Symbolizer, KnowsNothingOutsideTheModules) {
  Symbolizer symbolizer({}, symbols());
  EXPECT_TRUE(symbolizer.expand(0x1234, false).empty());
  EXPECT_TRUE(symbolizer.expand(0, true).empty());
  EXPECT_EQ(symbolizer.object_name(0x1234), "");
}

TEST(Symbolizer, GivesTheModuleAloneWhereItsFileIsGone) {
  Symbolizer symbolizer({{"/no/such/file", 0x1000, 0x1000, 0x2000}}, symbols());
  const trace::Stack frames = symbolizer.expand(0x1800, false);
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(frames[0], (trace::Frame{"", "", 0, "/no/such/file", false}));
  EXPECT_EQ(symbolizer.object_name(0x1800), "");
}

// One process after another has the same files at the same addresses.
TEST(Symbolizer, ReadsAFileOnce) {
  const std::filesystem::path copy =
      std::filesystem::temp_directory_path() / ("symbolizer_test." + std::to_string(getpid()));
  std::filesystem::copy_file("/proc/self/exe", copy);
  std::vector<Module> modules = own_modules();
  modules.front().path = copy.string();
  const uint64_t variable = address_of(&shop::accounts[1]);
  Symbols kept;
  EXPECT_EQ(Symbolizer(modules, kept).object_name(variable),
            "shop::accounts+" + std::to_string(sizeof(shop::Account)));
  std::filesystem::remove(copy);
  EXPECT_EQ(Symbolizer(modules, kept).object_name(variable),
            "shop::accounts+" + std::to_string(sizeof(shop::Account)));
  Symbols others;
  EXPECT_EQ(Symbolizer(modules, others).object_name(variable), "");
}

TEST(Symbolizer, LeavesHeddlesOwnLibraryOut) {
  Symbolizer symbolizer({{"/opt/heddle/lib/heddle/libheddle_rt.so", 0x1000, 0x1000, 0x2000}},
                        symbols());
  EXPECT_TRUE(symbolizer.expand(0x1800, false).empty());
}

}  // namespace
}  // namespace heddle::supervise
