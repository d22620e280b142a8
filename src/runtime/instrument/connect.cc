// SPDX-License-Identifier: Apache-2.0
// How instrumented files find the hooks: those that `heddle cc` has linked bring a table
// (hooks/list.h), which is filled in here; those of a compiler's own -fsanitize=thread are
// linked against libtsan, in whose place they find this library.
#include "hooks/list.h"
#include "runtime/instrument/redirect.h"
#include "runtime/loaded_files.h"
#include "runtime/runtime.h"

#include <cstdint>

#include <sys/auxv.h>

// As symbols only: what they take is the business of their definitions.
#define X(name) extern "C" void name();
HEDDLE_HOOKS(X)
#undef X

namespace heddle::runtime {
namespace {

using Hook = void (*)();

constexpr Hook kHooks[] = {
#define X(name) name,
    HEDDLE_HOOKS(X)
#undef X
};

constexpr size_t kHookCount = sizeof kHooks / sizeof kHooks[0];

// Clocks that were not kept from the beginning would order nothing: a file that comes in
// the middle of an execution that was not watched stays unseen.
bool comes_too_late() { return rt.active && !rt.watch.on; }

bool is_loader(const void* address) {
  const AddressRange file = file_around(reinterpret_cast<uint64_t>(address));
  return file.contains(getauxval(AT_BASE));
}

void note_instrumented(const void* inside) {
  rt.watch.wanted = true;
  rt.watch.places.files_were_loaded();
  rt.watch.pairs.forget();
  const auto address = reinterpret_cast<uint64_t>(inside);
  redirect_file(address);
  if (rt.watch.instrumented_count < Watch::kMostInstrumented) {
    const AddressRange range = file_around(address);
    for (size_t i = 0; i < rt.watch.instrumented_count; ++i) {
      if (rt.watch.instrumented[i].contains(address)) {
        return;
      }
    }
    rt.watch.instrumented[rt.watch.instrumented_count++] = range;
    read_symbols(address);
  }
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE void heddle_rt_connect(void** table, uint32_t count, uint32_t version,
                                        const void* inside) {
  if (version != HEDDLE_HOOKS_VERSION || comes_too_late()) {
    return;
  }
  for (size_t i = 0; i < count && i < kHookCount; ++i) {
    table[i] = reinterpret_cast<void*>(kHooks[i]);
  }
  note_instrumented(inside);
}

// An executable also has the loader call it, by its address; that of the call is then in the
// loader itself.
HEDDLE_INTERPOSE void __tsan_init() {
  const void* caller = __builtin_return_address(0);
  if (!comes_too_late() && !is_loader(caller)) {
    note_instrumented(caller);
  }
}
