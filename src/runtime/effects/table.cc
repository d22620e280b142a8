// SPDX-License-Identifier: Apache-2.0
#include "runtime/effects/table.h"

#include "base/check.h"
#include "runtime/effects/list.h"
#include "runtime/next_functions.h"
#include "runtime/runtime.h"

#include <array>

#include <dlfcn.h>

// In effects_entry.S, by row.
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

// Pointers to hundreds of names would have to be relocated in every process.
constexpr char kNames[] =
#define X(name, shape, detail) #name "\0"
    HEDDLE_EFFECTS(X);
#undef X
static_assert(sizeof kNames <= UINT16_MAX);

struct PackedRow {
  uint16_t name;  // where in kNames
  Shape shape;
  uint8_t detail;
};

struct Table : Details {
  static constexpr PackedRow kUnnamed[] = {
#define X(name, shape, detail) {0, Shape::shape, detail},
      HEDDLE_EFFECTS(X)
#undef X
  };
};

constexpr size_t kRowCount = sizeof Table::kUnnamed / sizeof Table::kUnnamed[0];

constexpr std::array<PackedRow, kRowCount> rows_with_names() {
  std::array<PackedRow, kRowCount> rows = {};
  uint16_t at = 0;
  for (size_t row = 0; row < kRowCount; ++row) {
    rows[row] = Table::kUnnamed[row];
    rows[row].name = at;
    while (kNames[at] != 0) {
      ++at;
    }
    ++at;
  }
  return rows;
}

constexpr std::array<PackedRow, kRowCount> kRows = rows_with_names();

constexpr const char* kCxxOutputs[Runtime::kCxxOutputs] = {
    "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog"};

bool is_cxx(const char* name) { return name[0] == '_' && name[1] == 'Z'; }

}  // namespace

EffectRow effect_row(size_t row) {
  return {kNames + kRows[row].name, kRows[row].shape, kRows[row].detail};
}

// A look-up that fails costs more than one that does not, and C programs have no C++ library.
void find_cxx_outputs(NextFunctions& next) {
  const bool has_cxx = next.find("_ZNSo5flushEv") != nullptr;
  for (size_t i = 0; has_cxx && i < Runtime::kCxxOutputs; ++i) {
    rt.cxx_outputs[i] = dlsym(RTLD_DEFAULT, kCxxOutputs[i]);
  }
}

// A C++ library that came in with a plug-in is not among those that are searched.
void find_real_effect(size_t row) {
  const char* name = effect_row(row).name;
  if (heddle_real_effects[row] == nullptr) {
    heddle_real_effects[row] = find_next_function(name);
  }
  if (heddle_real_effects[row] == nullptr && is_cxx(name)) {
    void* library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
    heddle_real_effects[row] = library == nullptr ? nullptr : dlsym(library, name);
    forget_loader_errors();
  }
  HEDDLE_CHECK(heddle_real_effects[row] != nullptr, "a function that is called should be there");
}

}  // namespace heddle::runtime
