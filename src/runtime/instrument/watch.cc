// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/watch.h"

#include "runtime/benign.h"
#include "runtime/instrument/hooks.h"
#include "runtime/instrument/race_report.h"
#include "runtime/objects.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <new>

namespace heddle::runtime {

constinit thread_local Entry heddle_entry = {};
constinit bool heddle_looks_closer = false;
constinit bool heddle_keeps_calls = false;

namespace {

using event::AccessKind;
using event::OpKind;
using event::ThreadId;

// What a step came to, for the order.
primitive::Done done_by(const Fiber& self, const primitive::Thread& thread,
                        const primitive::Effect& effect) {
  primitive::Done done;
  done.result = effect.result;
  done.timed_out = effect.timed_out;
  done.other = effect.other != event::kNoThread ? effect.other : thread.pending.thread;
  done.round = world().clocks().of(self.id).round;
  return done;
}

// Tells the order of a step of the current thread.
void tell_order(Fiber& self, const primitive::Effect& effect) {
  const primitive::Thread& thread = world().thread(self.id);
  const primitive::Done done = done_by(self, thread, effect);
  rt.watch.order->arrive(self.id, thread.pending, done);
  rt.watch.order->depart(self.id, thread.pending, done);
  renew_time(self);
}

// Waits for the turn of a plain access, or of a deallocation.
primitive::Effect begin_visible(const Seen& seen) {
  await_turn({.kind = event::is_write(seen.kind) ? OpKind::data_write : OpKind::data_read,
              .order = event::MemoryOrder::relaxed,
              .bytes = static_cast<uint32_t>(seen.bytes),
              .object = memory_at(seen.address)},
             seen.site);
  return apply_access_turn();
}

// What a thread that waits does over and over is no progress.
bool is_progress(OpKind kind) {
  return kind != OpKind::yield && kind != OpKind::sleep && kind != OpKind::fence;
}

template <typename T>
T* make(uint64_t bytes) {
  base::Region region(raw_reserve(bytes), bytes);
  return new (raw_reserve(sizeof(T))) T(region);
}

// What is visible may have grown since the last execution.
void refresh_places() {
  rt.watch.places.refresh();
  heddle_looks_closer = rt.watch.places.any() || rt.watch.shares;
}

}  // namespace

void prepare_watch() {
  Watch& watch = rt.watch;
  watch.order = make<order::HappensBefore>(order::HappensBefore::bytes_needed());
  watch.races = make<detect::Races>(detect::Races::bytes_needed());
  prepare_side_stack(rt.fibers[0]);
  watch.records = rt.arena->settings().record;
  watch.places.prepare();
  watch.pairs.prepare();
  watch.ignores_races = rt.arena->settings().races == explore::Races::ignore;
  watch.shares = rt.arena->settings().visible == explore::Visible::all;
  if (watch.shares) {
    watch.sharing.prepare();
  }
  if (watch.records) {
    // Else a loop of many steps would leave as many entries.
    watch.races->tell_places_by(RecordedPlace::kNode);
    watch.by_place = rt.arena->settings().collects_races || rt.arena->settings().wanted_race != 0;
    watch.presence.prepare();
    watch.calls.prepare();
    heddle_keeps_calls = true;
  }
}

void begin_watch() {
  Watch& watch = rt.watch;
  watch.order->begin_execution();
  watch.races->begin_execution();
  watch.threads = false;
  watch.several = false;
  if (watch.records) {
    watch.calls.begin_execution();
  }
  watch.sharing.begin_execution();
  refresh_places();
}

void begin_watch_anew() {
  rt.watch.order->begin_execution();
  rt.watch.races->begin_execution();
  rt.watch.sharing.begin_execution();
  refresh_places();
  for (size_t i = 0; i < world().thread_count(); ++i) {
    watch_new_thread(static_cast<ThreadId>(i), event::kNoThread);
  }
}

void prepare_side_stack(Fiber& fiber) {
  if (rt.watch.wanted) {
    fiber.side_stack.prepare();
  }
}

void watch_new_thread(ThreadId thread, ThreadId creator) {
  rt.watch.order->add_thread(thread, creator);
  rt.watch.threads = event::index(thread) > 0;
  rt.watch.several = rt.watch.threads && !rt.watch.ignores_races;
  renew_time(rt.fibers[event::index(thread)]);
}

void watch_last_thread() { rt.watch.order->acquire_all_ended(current().id); }

void renew_time(Fiber& self) { self.when = rt.watch.races->now(*rt.watch.order, self.id).when; }

void watch_step(const primitive::Effect& effect) {
  Fiber& self = current();
  const OpKind kind = world().thread(self.id).pending.kind;
  if (event::is_memory_access(kind) && kind != OpKind::fence) {
    return;  // whoever does the access has done it
  }
  tell_order(self, effect);
  if (rt.watch.by_place) [[unlikely]] {
    rt.watch.presence.came_from(self, self.site);
  }
  self.visits.writes += is_progress(kind) ? 1 : 0;
  if (kind == OpKind::sleep) {
    self.visits.forget_round();  // time has passed
  }
}

void complete_access(const Seen& seen, primitive::Effect& effect) {
  Fiber& self = current();
  complete_access_of(self, world().thread(self.id).pending, seen, effect);
}

void look_at_visible(const Seen& seen, bool entered) {
  primitive::Effect effect = begin_visible(seen);
  if (seen.bytes > sizeof(uint64_t) * 2) {
    // A compiler tells of the read and of the write of a copy, and then does both at once.
    note_uncontrolled("copies of more than 16 bytes at scheduling points, done in one piece");
  } else if (!event::is_write(seen.kind)) {
    Reading reading{.address = seen.address, .bytes = static_cast<uint32_t>(seen.bytes)};
    __builtin_memcpy(reading.value, reinterpret_cast<const void*>(seen.address), seen.bytes);
    effect.value = reading.value[0];
    effect.yielded = entered && reads_again(current(), heddle_entry, seen.site, reading);
  }
  complete_access(seen, effect);
}

void take_visible_turn(const Seen& seen) {
  const primitive::Effect effect = begin_visible(seen);
  tell_order(current(), effect);
  complete_watched_turn(effect);
}

void note_presence(Fiber& self, const void* site) {
  if (rt.watch.on && rt.watch.by_place) {
    rt.watch.presence.look_at_calls(self);
    rt.watch.presence.came_from(self, site);
  }
}

void mark_loops(std::span<event::Candidate> candidates) {
  for (event::Candidate& candidate : candidates) {
    const Visits& visits = rt.fibers[event::index(candidate.thread)].visits;
    candidate.idle = visits.rounds.is_idle(visits.writes);
  }
  mark_held(candidates);
}

void change_memory(uint64_t address, uint64_t bytes) {
  if (!session().execution.asks_about_loops()) {
    return;
  }
  for (size_t i = 0; i < world().thread_count(); ++i) {
    Visits& visits = rt.fibers[i].visits;
    if (visits.rounds.is_in(address, bytes)) {
      visits.rounds.clear();
    }
    if (visits.await.address < address + bytes &&
        address < visits.await.address + visits.await.bytes) {
      visits.await.state = 0;
    }
  }
}

void tell_of(const Seen& seen) {
  if (rt.watch.ignores_races) {
    end_if_freed(seen);
    return;
  }
  for (const detect::Races::Found& found : rt.watch.races->found()) {
    if (found.use_after_free) {
      end_with_use_after_free(seen);
    }
  }
  for (const detect::Races::Found& found : rt.watch.races->found()) {
    tell_of_race(found);
  }
}

uint64_t place_of_access(Fiber& self, const void* site) {
  if (!rt.watch.records) {
    return reinterpret_cast<uint64_t>(site);
  }
  if (rt.watch.by_place) {
    rt.watch.presence.look_at_calls(self);
  }
  auto below = reinterpret_cast<uint64_t>(__builtin_dwarf_cfa());
  if (self.side_stack.contains(below)) {
    below = self.side_stack.left_at;
  }
  return RecordedPlace(rt.watch.calls.here(self, site, below), step_in_log()).packed();
}

bool is_instrumented(const void* site) {
  const auto address = reinterpret_cast<uint64_t>(site);
  for (size_t i = 0; i < rt.watch.instrumented_count; ++i) {
    if (rt.watch.instrumented[i].contains(address)) {
      return true;
    }
  }
  return false;
}

}  // namespace heddle::runtime
