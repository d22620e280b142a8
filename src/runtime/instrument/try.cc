// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/try.h"

#include "runtime/instrument/entry.h"
#include "runtime/instrument/spin.h"
#include "runtime/instrument/watch.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

[[gnu::noinline]] int32_t perform_try(const event::Operation& operation, const void* site) {
  const Entry entry = heddle_entry;
  await_turn(operation, site);
  primitive::Effect effect = apply_turn();
  const bool reads = effect.result != 0 && rt.watch.on && is_instrumented(site);
  Fiber& self = current();
  if (reads) {
    const Reading result{
        .value = {static_cast<uint64_t>(effect.result), event::index(operation.object)}};
    effect.yielded = reads_again(self, entry, site, result);
  }
  const uint64_t writes = self.visits.writes;
  complete_turn(effect);
  if (reads) {
    self.visits.writes = writes;
  }
  return effect.result;
}

}  // namespace heddle::runtime
