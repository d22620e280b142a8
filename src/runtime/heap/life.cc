// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/life.h"

#include "runtime/instrument/hooks.h"

namespace heddle::runtime {

void block_allocated(void* address, size_t bytes, const void* /*site*/) {
  if (rt.watch.on) {
    rt.watch.races->allocate(reinterpret_cast<uint64_t>(address), bytes);
  }
}

// Code that is not instrumented may have ordered it by means that nobody sees; then it is
// only marked as freed.
void block_freed(void* address, size_t bytes, const void* site) {
  if (!rt.watch.on || bytes == 0) {
    return;
  }
  change_memory(reinterpret_cast<uint64_t>(address), bytes);
  Fiber& self = current();
  const auto begin = reinterpret_cast<uint64_t>(address);
  if (heddle_looks_closer && rt.watch.places.contain(begin, bytes, site)) [[unlikely]] {
    take_visible_turn({event::AccessKind::deallocate, begin, bytes, site});
  }
  const uint64_t place = place_for_races(self, site);
  const bool quiet = rt.watch.races->deallocate({self.when, rt.watch.order}, begin, bytes, place) ||
                     self.ignored != 0 || !is_instrumented(site);
  if (!quiet) {
    tell_of({event::AccessKind::deallocate, begin, bytes, site});
  }
}

}  // namespace heddle::runtime
