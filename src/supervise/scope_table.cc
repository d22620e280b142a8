// SPDX-License-Identifier: Apache-2.0
#include "supervise/scope_table.h"

#include "supervise/replay.h"
#include "supervise/symbolizer.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace heddle::supervise {
namespace {

using explore::ScopeRange;

// Stretches of code of one file that may overlap, and what they are.
class Painting {
 public:
  void paint(uint64_t begin, uint64_t end, uint32_t what) {
    if (what != 0 && begin < end) {
      changes_.push_back({begin, what, 1});
      changes_.push_back({end, what, -1});
    }
  }

  // The same, apart from each other, in order.
  std::vector<ScopeRange> ranges() {
    std::sort(changes_.begin(), changes_.end(),
              [](const Change& a, const Change& b) { return a.address < b.address; });
    std::vector<ScopeRange> all;
    int only = 0;
    int never = 0;
    for (size_t i = 0; i < changes_.size(); ++i) {
      const Change& change = changes_[i];
      only += (change.what & ScopeRange::kOnly) != 0 ? change.by : 0;
      never += (change.what & ScopeRange::kNever) != 0 ? change.by : 0;
      const uint32_t what =
          (only > 0 ? ScopeRange::kOnly : 0) | (never > 0 ? ScopeRange::kNever : 0);
      if (what == 0 || i + 1 == changes_.size() || changes_[i + 1].address == change.address) {
        continue;
      }
      if (!all.empty() && all.back().end == change.address && all.back().what == what) {
        all.back().end = changes_[i + 1].address;
      } else {
        all.push_back({.begin = change.address, .end = changes_[i + 1].address, .what = what});
      }
    }
    return all;
  }

 private:
  struct Change {
    uint64_t address;
    uint32_t what;
    int by;
  };
  std::vector<Change> changes_;
};

// Patterns, and which of them were of use.
class Matcher {
 public:
  explicit Matcher(const ScopePatterns& patterns) {
    for (const ScopePattern& pattern : patterns.only) {
      all_.push_back({&pattern, ScopeRange::kOnly});
    }
    for (const ScopePattern& pattern : patterns.never) {
      all_.push_back({&pattern, ScopeRange::kNever});
    }
  }

  uint32_t look_at_module(const std::string& path) {
    return look([&](const ScopePattern& pattern) { return pattern.matches_module(path); });
  }

  uint32_t look_at(const CodeName& code) {
    const auto [known, fresh] = (code.is_file ? files_ : functions_).try_emplace(code.name);
    if (fresh) {
      known->second = look([&](const ScopePattern& pattern) {
        return code.is_file ? pattern.matches_file(code.name) : pattern.matches_function(code.name);
      });
    }
    return known->second;
  }

  void tell(FoundScope& found) const {
    for (const One& one : all_) {
      if (!one.matched) {
        found.unmatched.push_back(one.pattern->text());
      }
      found.any_only |= one.matched && one.what == ScopeRange::kOnly;
    }
  }

 private:
  struct One {
    const ScopePattern* pattern;
    uint32_t what;
    bool matched = false;
  };

  template <typename Matches>
  uint32_t look(Matches matches) {
    uint32_t what = 0;
    for (One& one : all_) {
      if (matches(*one.pattern)) {
        one.matched = true;
        what |= one.what;
      }
    }
    return what;
  }

  std::vector<One> all_;
  std::map<std::string, uint32_t> files_;
  std::map<std::string, uint32_t> functions_;
};

}  // namespace

FoundScope find_scope(const std::vector<process::ModuleRecord>& modules, const std::string& program,
                      const ScopePatterns& patterns) {
  std::vector<Module> files;
  for (const process::ModuleRecord& module : modules) {
    const std::string path = module.path[0] == '\0' && files.empty() ? program : module.path;
    files.push_back({path, module.bias, module.begin, module.end});
  }
  Symbols symbols;
  Symbolizer symbolizer(files, symbols);
  Matcher matcher(patterns);
  FoundScope found;
  for (size_t i = 0; i < files.size(); ++i) {
    const Module& file = files[i];
    Painting painting;
    painting.paint(file.begin, file.end, matcher.look_at_module(file.path));
    symbolizer.for_each_name(i, [&](const CodeName& code) {
      painting.paint(code.begin, code.end, matcher.look_at(code));
    });
    explore::ScopeModule module;
    static_assert(sizeof module.path == sizeof modules[i].path);
    memcpy(module.path, modules[i].path, sizeof module.path);
    found.table.modules.push_back(module);
    for (ScopeRange range : painting.ranges()) {
      range.module = static_cast<uint32_t>(i);
      range.begin -= file.base;
      range.end -= file.base;
      found.table.ranges.push_back(range);
    }
  }
  found.too_much = found.table.ranges.size() > process::kMaxScopeRanges ||
                   found.table.modules.size() > process::kMaxScopeModules;
  matcher.tell(found);
  return found;
}

base::Result<FoundScope> find_scope(const Program& program, const Request& request,
                                    const ScopePatterns& patterns) {
  base::Result<std::vector<process::ModuleRecord>> modules = modules_of(program, request);
  if (!modules.ok()) {
    return modules.error();
  }
  return find_scope(modules.value(), program.path, patterns);
}

}  // namespace heddle::supervise
