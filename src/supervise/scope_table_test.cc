// SPDX-License-Identifier: Apache-2.0
#include "supervise/scope_table.h"

#include "supervise/symbolizer.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <random>

#include <gnu/libc-version.h>
#include <gtest/gtest.h>
#include <link.h>

namespace scoped {

template <typename T>
[[gnu::noinline]] uint64_t outer(T value) {
  asm volatile("" : "+r"(value));
  return reinterpret_cast<uint64_t>(__builtin_return_address(0)) + (value == 0 ? 0 : 1);
}

}  // namespace scoped

namespace heddle::supervise {
namespace {

using explore::ScopeRange;

int add_module(dl_phdr_info* info, size_t, void* data) {
  process::ModuleRecord module;
  module.bias = info->dlpi_addr;
  module.begin = UINT64_MAX;
  strncpy(module.path, info->dlpi_name, sizeof module.path - 1);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type == PT_LOAD) {
      const uint64_t begin = info->dlpi_addr + segment.p_vaddr;
      module.begin = std::min(module.begin, begin);
      module.end = std::max(module.end, begin + segment.p_memsz);
    }
  }
  static_cast<std::vector<process::ModuleRecord>*>(data)->push_back(module);
  return 0;
}

class OwnScope : public ::testing::Test {
 protected:
  OwnScope() { dl_iterate_phdr(add_module, &modules_); }

  static std::vector<ScopePattern> patterns(const std::vector<std::string>& texts) {
    std::vector<ScopePattern> all;
    for (const std::string& text : texts) {
      all.push_back(ScopePattern::parse(text, "--scope").value());
    }
    return all;
  }

  FoundScope find(const std::vector<std::string>& only, const std::vector<std::string>& never) {
    return find_scope(modules_, program_, {patterns(only), patterns(never)});
  }

  uint32_t what_is_at(const FoundScope& found, uint64_t address) const {
    for (const ScopeRange& range : found.table.ranges) {
      const uint64_t offset = address - modules_[range.module].bias;
      if (offset >= range.begin && offset < range.end) {
        return range.what;
      }
    }
    return 0;
  }

  std::vector<process::ModuleRecord> modules_;
  const std::string program_ = std::filesystem::read_symlink("/proc/self/exe").string();
};

TEST_F(OwnScope, KnowsFunctionsWithTheirEnds) {
  const FoundScope found = find({"fun:scoped::outer"}, {"namespace:scoped", "fun:is_no_function"});
  const auto in_it = reinterpret_cast<uint64_t>(&scoped::outer<int>);
  EXPECT_EQ(what_is_at(found, in_it), ScopeRange::kOnly | ScopeRange::kNever);
  EXPECT_EQ(what_is_at(found, in_it - 1), 0U);
  EXPECT_EQ(what_is_at(found, scoped::outer(0)), 0U);  // where it is called
  EXPECT_EQ(found.unmatched, std::vector<std::string>{"fun:is_no_function"});
  EXPECT_TRUE(found.any_only);
}

// By a function that no sanitizer replaces.
TEST_F(OwnScope, KnowsModulesAsAWhole) {
  const FoundScope found = find({"module:libc.so.6"}, {});
  EXPECT_EQ(what_is_at(found, reinterpret_cast<uint64_t>(&gnu_get_libc_version)),
            ScopeRange::kOnly);
  EXPECT_EQ(what_is_at(found, reinterpret_cast<uint64_t>(&scoped::outer<int>)), 0U);
  EXPECT_EQ(find({"module:libno.so"}, {}).any_only, false);
}

// The frames of a stack are what users see.
TEST_F(OwnScope, IsThatOfTheFramesOfEachAddress) {
  const std::vector<std::string> only = {"file:*test.cc", "fun:std::*", "fun:find*"};
  const std::vector<std::string> never = {"fun:matches*", "file:bits/*", "namespace:heddle::trace"};
  const FoundScope found = find(only, never);
  const std::vector<ScopePattern> of_only = patterns(only);
  const std::vector<ScopePattern> of_never = patterns(never);
  std::vector<Module> files;
  for (const process::ModuleRecord& module : modules_) {
    files.push_back(
        {files.empty() ? program_ : module.path, module.bias, module.begin, module.end});
  }
  Symbols symbols;
  Symbolizer symbolizer(files, symbols);
  std::mt19937_64 random(1);
  const auto middle = reinterpret_cast<uint64_t>(&scoped::outer<int>);
  uint32_t seen = 0;
  for (int i = 0; i < 3000; ++i) {
    const uint64_t address = middle - 200'000 + random() % 400'000;
    uint32_t expected = 0;
    for (const trace::Frame& frame : symbolizer.expand(address, false)) {
      const auto matches = [&](const ScopePattern& pattern) {
        return pattern.matches_function(frame.function) || pattern.matches_file(frame.file);
      };
      expected |= std::ranges::any_of(of_only, matches) ? ScopeRange::kOnly : 0;
      expected |= std::ranges::any_of(of_never, matches) ? ScopeRange::kNever : 0;
    }
    seen |= expected;
    // Symbols may say more: of aliases, and of functions whose DWARF calls them otherwise.
    EXPECT_EQ(what_is_at(found, address) & expected, expected) << address;
  }
  EXPECT_EQ(seen, ScopeRange::kOnly | ScopeRange::kNever);
}

}  // namespace
}  // namespace heddle::supervise
