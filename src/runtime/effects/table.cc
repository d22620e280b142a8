// SPDX-License-Identifier: Apache-2.0
#include "runtime/effects/table.h"

#include "base/check.h"
#include "runtime/effects/list.h"
#include "runtime/runtime.h"

#include <dlfcn.h>

// In entry.S, by row.
extern "C" void* heddle_real_effects[];

namespace heddle::runtime {
namespace {

// What the last column of list.h says: the number of an argument, or what is shared.
struct Details {
  enum : uint8_t {
#define DETAIL(name) name = static_cast<uint8_t>(Shared::name)
    DETAIL(random),
    DETAIL(random48),
    DETAIL(environment),
    DETAIL(exit_handlers),
    DETAIL(signals),
    DETAIL(calendar),
    DETAIL(text_buffers),
    DETAIL(locale),
    DETAIL(databases),
    DETAIL(hash_table),
    DETAIL(log),
    DETAIL(mappings),
    DETAIL(process),
    DETAIL(messages),
#undef DETAIL
  };
};

struct Table : Details {
  static constexpr EffectRow kRows[] = {
#define X(name, shape, detail) {#name, Shape::shape, detail},
      HEDDLE_EFFECTS(X)
#undef X
  };
};

constexpr size_t kRowCount = sizeof Table::kRows / sizeof Table::kRows[0];

constexpr const char* kCxxOutputs[Runtime::kCxxOutputs] = {
    "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog"};

bool is_cxx(const char* name) { return name[0] == '_' && name[1] == 'Z'; }

}  // namespace

const EffectRow& effect_row(size_t row) { return Table::kRows[row]; }

// A look-up that fails costs more than one that does not, and C programs have no C++ library.
void find_real_effects() {
  const bool has_cxx = dlsym(RTLD_NEXT, "_ZNSo5flushEv") != nullptr;
  for (size_t row = 0; row < kRowCount; ++row) {
    const char* name = Table::kRows[row].name;
    if (heddle_real_effects[row] == nullptr && (has_cxx || !is_cxx(name))) {
      heddle_real_effects[row] = dlsym(RTLD_NEXT, name);
    }
  }
  for (size_t i = 0; has_cxx && i < Runtime::kCxxOutputs; ++i) {
    rt.cxx_outputs[i] = dlsym(RTLD_DEFAULT, kCxxOutputs[i]);
  }
}

// A C++ library that came in with a plug-in is not among those that are searched.
void find_real_effect(size_t row) {
  const char* name = Table::kRows[row].name;
  if (heddle_real_effects[row] == nullptr) {
    heddle_real_effects[row] = dlsym(RTLD_NEXT, name);
  }
  if (heddle_real_effects[row] == nullptr && is_cxx(name)) {
    void* library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
    heddle_real_effects[row] = library == nullptr ? nullptr : dlsym(library, name);
    forget_loader_errors();
  }
  HEDDLE_CHECK(heddle_real_effects[row] != nullptr, "a function that is called should be there");
}

}  // namespace heddle::runtime
