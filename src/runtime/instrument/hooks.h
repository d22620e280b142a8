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

// Keeps count of what a thread reads or writes.  What is on its own stack is looked at when it is
// asked whether the thread has got anywhere.
//   stack: where the frames of the program end.
[[gnu::always_inline]] inline void count(uint64_t& accesses, const Fiber& self, uint64_t address,
                                         const void* stack) {
  const auto end = reinterpret_cast<uint64_t>(stack);
  accesses += address - end >= reinterpret_cast<uint64_t>(self.stack_base) - end ? 1 : 0;
}

// The same of a read, of which those of its own stack are kept apart.
[[gnu::always_inline]] inline void count_read(Fiber& self, uint64_t address, const void* stack) {
  constexpr uint64_t kMostExpected = 16;
  const auto end = reinterpret_cast<uint64_t>(stack);
  if (address - end >= reinterpret_cast<uint64_t>(self.stack_base) - end) {
    ++self.visits.reads;
  } else if (address - self.visits.expects_at >= kMostExpected) {
    ++self.visits.own_reads;
  }
}

// Most accesses are to what the thread has accessed just before; and before there is another
// thread, nothing can race.  Whether stacks are kept must not matter here, see plain_access().
template <event::AccessKind kKind>
[[gnu::always_inline]] inline bool is_nothing_new(const Fiber& self, uint64_t address,
                                                  uint64_t bytes) {
  if (heddle_looks_closer) [[unlikely]] {
    return false;
  }
  if (!rt.watch.several) [[unlikely]] {
    return !rt.watch.races->is_any_freed() || rt.watch.races->is_none_freed(address, bytes);
  }
  const detect::Races::Spot spot = rt.watch.races->spot_of(address, bytes);
  return spot.cell != nullptr &&
         detect::Races::is_nothing_new(spot, self.when, event::is_write(kKind));
}

// place_of_access(), which is rarely more than the site.
[[gnu::always_inline]] inline uint64_t place_for_races(Fiber& self, const void* site) {
  if (rt.watch.records) [[unlikely]] {
    return place_of_access(self, site);
  }
  return reinterpret_cast<uint64_t>(site);
}

// All accesses of the same thread and sort to a word race with the same; where one is enough, the
// latest is all that is remembered.  Where every pair of places is wanted, each place is.
template <event::AccessKind kKind>
[[gnu::noinline]] bool is_quiet_by_place(Fiber& self, uint64_t address, uint64_t bytes,
                                         const void* site) {
  const uint64_t place = place_of_access(self, site);
  return rt.watch.races->access_by_place({self.when, rt.watch.order}, address, bytes, kKind, place);
}

// As look_closely(), where there is more to decide than whether it races.
template <event::AccessKind kKind, bool kEntered>
[[gnu::noinline]] void look_all_round(Fiber& self, uint64_t address, uint64_t bytes,
                                      const void* site) {
  if (heddle_looks_closer) {
    if (rt.watch.places.contain(address, bytes, site)) {
      look_at_visible({kKind, address, bytes, site}, kEntered);
      return;
    }
    if (rt.watch.shares && rt.watch.threads) {
      rt.watch.sharing.access(static_cast<uint32_t>(self.id), address, bytes,
                              event::is_write(kKind));
    }
  }
  if (rt.watch.several) {
    bool quiet = self.ignored != 0;
    if (!quiet && rt.watch.by_place) {
      quiet = is_quiet_by_place<kKind>(self, address, bytes, site);
    } else if (!quiet) {
      const uint64_t what = detect::Entry::make_what(kKind, place_for_races(self, site), false);
      quiet = rt.watch.races->settle({self.when, rt.watch.order}, address, bytes, what);
    }
    if (!quiet) [[unlikely]] {
      tell_of({kKind, address, bytes, site});
    }
  } else if (rt.watch.races->is_freed(address, bytes)) [[unlikely]] {
    end_with_use_after_free({kKind, address, bytes, site});
  }
}

// Whether of an access only its race matters, and not its stack.
[[gnu::always_inline]] inline bool may_only_race(const Fiber& self) {
  return rt.watch.several && !heddle_looks_closer && !rt.watch.records && self.ignored == 0;
}

// An access of which it was not seen at one glance that it has nothing to add.
//   kEntered: in a hook that is entered through hooks_entry.S.
//   kShared: if it may only race, it is known that renews_own() was of no use.
template <event::AccessKind kKind, bool kEntered, bool kShared>
void look_closely(Fiber& self, uint64_t address, uint64_t bytes, const void* site) {
  if (!may_only_race(self)) [[unlikely]] {
    look_all_round<kKind, kEntered>(self, address, bytes, site);
    return;
  }
  const detect::Races::Now now{self.when, rt.watch.order};
  const uint64_t what = detect::Entry::make_what(kKind, reinterpret_cast<uint64_t>(site), false);
  const bool quiet = kShared ? rt.watch.races->settle_shared(now, address, bytes, what)
                             : rt.watch.races->settle(now, address, bytes, what);
  if (!quiet) [[unlikely]] {
    tell_of({kKind, address, bytes, site});
  }
}

// Whether there is nothing to say about a step that is an access to memory.
[[gnu::always_inline]] inline bool is_quiet(Fiber& self, const Seen& seen) {
  if (!rt.watch.several) [[unlikely]] {
    return !rt.watch.ignores_races || !rt.watch.races->is_freed(seen.address, seen.bytes);
  }
  if (self.ignored != 0) [[unlikely]] {
    return true;
  }
  const uint64_t place = place_for_races(self, seen.site);
  return rt.watch.races->access({self.when, rt.watch.order}, seen.address, seen.bytes, seen.kind,
                                place, true);
}

// What the current thread, which that is, has done is an access to memory: as complete_access(), if
// it is known which operation that is.
[[gnu::always_inline]] inline void complete_access_of(Fiber& self,
                                                      const event::Operation& operation,
                                                      const Seen& seen, primitive::Effect& effect) {
  const primitive::Done done{.result = effect.result};
  rt.watch.order->arrive(self.id, operation, done);
  const bool quiet = is_quiet(self, seen);
  rt.watch.order->depart(self.id, operation, done);
  self.when = detect::Races::later(self.when);
  self.visits.writes += event::is_write(seen.kind) ? 1 : 0;
  complete_watched_turn(effect);
  if (!quiet) [[unlikely]] {
    tell_of(seen);
  }
}

// The same of a step of one kind, for which there is then less to decide.
template <event::OpKind kStep, event::AccessKind kKind>
[[gnu::noinline]] void complete_atomic(uint64_t address, uint64_t bytes, const void* site,
                                       primitive::Effect& effect) {
  Fiber& self = current();
  const event::Operation& operation = world().thread(self.id).pending;
  HEDDLE_CHECK(operation.kind == kStep, "a step should be completed as what it is");
  complete_access_of(self, operation, {kKind, address, bytes, site}, effect);
}

// What looks closely at it leaves the address to which it returns on the program's stack, so that
// is done or not whether stacks are kept or not.
template <event::AccessKind kKind>
[[gnu::always_inline]] inline void plain_access(Fiber& self, uint64_t address, uint64_t bytes,
                                                const void* site) {
  if constexpr (event::is_write(kKind)) {
    count(self.visits.writes, self, address, __builtin_frame_address(0));
  }
  if (!is_nothing_new<kKind>(self, address, bytes)) {
    if constexpr (!event::is_write(kKind)) {
      count_read(self, address, __builtin_frame_address(0));
    }
    heddle_aside(self, address, bytes, site, look_closely<kKind, false, false>);
  }
}

// Whether the memory is the thread's alone, as far as is known, so that it only has to be told when
// it was accessed last; if so, that is done.  Not where stacks are kept, which takes more.
template <event::AccessKind kKind>
[[gnu::always_inline]] inline bool renews_own(const Fiber& self, uint64_t address, uint64_t bytes,
                                              const void* site) {
  if (!may_only_race(self)) [[unlikely]] {
    return false;
  }
  const detect::Races::Spot spot = rt.watch.races->spot_of(address, bytes);
  if (spot.cell == nullptr ||
      !detect::Races::is_own(spot, address, self.when, event::is_write(kKind))) {
    return false;
  }
  const uint64_t what = detect::Entry::make_what(kKind, reinterpret_cast<uint64_t>(site), false);
  detect::Races::take_own(spot, self.when, what);
  return true;
}

// The only access of a hook, and the last thing that the hook does.  If it is to be looked at
// closely, that is jumped to (tools/check_runtime.py sees to it), and leaves nothing on the
// program's stack; so more can be done here if stacks are not kept.
template <event::AccessKind kKind, bool kEntered>
[[gnu::always_inline]] inline void only_access(uint64_t address, uint64_t bytes) {
  Fiber* self = watched_thread();
  if (self == nullptr) {
    return;
  }
  if constexpr (event::is_write(kKind)) {
    count(self->visits.writes, *self, address, __builtin_dwarf_cfa());
  }
  if (is_nothing_new<kKind>(*self, address, bytes)) {
    return;
  }
  if constexpr (!event::is_write(kKind)) {
    count_read(*self, address, __builtin_dwarf_cfa());
  }
  if (!renews_own<kKind>(*self, address, bytes, HEDDLE_SITE)) {
    heddle_aside(*self, address, bytes, HEDDLE_SITE, look_closely<kKind, kEntered, true>);
  }
}

}  // namespace heddle::runtime
