// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/instrument/entry.h"
#include "runtime/instrument/race_report.h"
#include "runtime/instrument/watch.h"
#include "runtime/objects.h"
#include "runtime/runtime.h"

// What the hooks of this folder share.
namespace heddle::runtime {

// The address in the program's code, in a hook that it calls.
#define HEDDLE_SITE __builtin_return_address(0)

// The calling thread, if its accesses are to be looked at; or null.
[[gnu::always_inline]] inline Fiber* watched_thread() {
  return rt.watch.on ? this_fiber() : nullptr;
}

// Memory at an address, as an object of the world.
inline event::ObjectId memory_at(uint64_t address) {
  return variable_at(reinterpret_cast<const void*>(address));
}

// What is on a thread's own stack is looked at when it is asked whether the thread has
// got anywhere.
[[gnu::always_inline]] inline bool on_own_stack(const Fiber& self, uint64_t address) {
  return address < reinterpret_cast<uint64_t>(self.stack_base) &&
         address >= reinterpret_cast<uint64_t>(__builtin_frame_address(0));
}

// Most accesses are to what the thread has accessed just before; and before there is another
// thread, nothing can race.  Whether stacks are kept must not matter: what comes next leaves its
// trace on the program's stack, be it small, and has to be the same.
template <event::AccessKind kKind>
[[gnu::always_inline]] inline bool is_nothing_new(const Fiber& self, uint64_t address,
                                                  uint64_t bytes) {
  if (heddle_looks_closer) {
    return false;
  }
  if (!rt.watch.several) {
    return !rt.watch.races->is_any_freed();
  }
  const detect::Races::Spot spot = rt.watch.races->spot_of(address, bytes);
  return spot.cell != nullptr &&
         detect::Races::is_nothing_new(spot, self.when, event::is_write(kKind));
}

// kEntered: in a hook that is entered through entry.S.
template <event::AccessKind kKind, bool kEntered>
void look_closely(Fiber& self, uint64_t address, uint64_t bytes, const void* site) {
  if constexpr (!event::is_write(kKind)) {
    self.visits.reads += on_own_stack(self, address) ? 0 : 1;
  }
  if (heddle_looks_closer) [[unlikely]] {
    if (rt.watch.places.contain(address, bytes, site)) {
      look_at_visible({kKind, address, bytes, site}, kEntered);
      return;
    }
    if (rt.watch.shares && rt.watch.several) {
      rt.watch.sharing.access(static_cast<uint32_t>(self.id), address, bytes,
                              event::is_write(kKind));
    }
  }
  if (rt.watch.several) [[likely]] {
    const uint64_t place =
        rt.watch.records ? place_of_access(self, site) : reinterpret_cast<uint64_t>(site);
    const bool quiet =
        self.ignored != 0 || rt.watch.races->settle({self.when, rt.watch.order}, address, bytes,
                                                    detect::Entry::make_what(kKind, place, false));
    if (quiet) [[likely]] {
      return;
    }
    tell_of({kKind, address, bytes, site});
  } else if (rt.watch.races->is_freed(address, bytes)) [[unlikely]] {
    end_with_use_after_free({kKind, address, bytes, site});
  }
}

template <event::AccessKind kKind, bool kEntered = false>
[[gnu::always_inline]] inline void plain_access(Fiber& self, uint64_t address, uint64_t bytes,
                                                const void* site) {
  if constexpr (event::is_write(kKind)) {
    self.visits.writes += on_own_stack(self, address) ? 0 : 1;
  }
  if (!is_nothing_new<kKind>(self, address, bytes)) {
    heddle_aside(self, address, bytes, site, look_closely<kKind, kEntered>);
  }
}

}  // namespace heddle::runtime
