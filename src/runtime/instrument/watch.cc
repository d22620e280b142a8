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

namespace {

using event::AccessKind;
using event::OpKind;
using event::ThreadId;

// What a step came to, for the order.
order::Done done_by(const sync::Thread& thread, const sync::Effect& effect) {
  order::Done done;
  done.result = effect.result;
  done.timed_out = effect.timed_out;
  done.other = effect.other != event::kNoThread ? effect.other : thread.pending.thread;
  done.round = thread.generation;
  return done;
}

// What a thread that waits does over and over is no progress.
bool is_progress(OpKind kind) { return kind != OpKind::yield && kind != OpKind::sleep; }

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
  watch.records = rt.arena->settings().record;
  watch.places.prepare();
  watch.shares = rt.arena->settings().visible == explore::Visible::all;
  if (watch.shares) {
    watch.sharing.prepare();
  }
  if (watch.records) {
    // Else a loop of many steps would leave as many entries.
    watch.races->tell_places_by(RecordedPlace::kNode);
    watch.calls.prepare();
  }
}

void begin_watch() {
  Watch& watch = rt.watch;
  watch.order->begin_execution();
  watch.races->begin_execution();
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

void watch_new_thread(ThreadId thread, ThreadId creator) {
  rt.watch.order->add_thread(thread, creator);
  rt.watch.several = event::index(thread) > 0;
  renew_time(rt.fibers[event::index(thread)]);
}

void renew_time(Fiber& self) { self.when = rt.watch.races->now(*rt.watch.order, self.id).when; }

void watch_step(const sync::Effect& effect) {
  Fiber& self = current();
  const sync::Thread& thread = world().thread(self.id);
  const event::Operation& operation = thread.pending;
  const bool is_access = event::is_memory_access(operation.kind) && operation.kind != OpKind::fence;
  if (is_access) {
    return;  // complete_access() has done it
  }
  const order::Done done = done_by(thread, effect);
  rt.watch.order->arrive(self.id, operation, done);
  rt.watch.order->depart(self.id, operation, done);
  self.visits.writes += is_progress(operation.kind) ? 1 : 0;
  renew_time(self);
}

void complete_access(const Seen& seen, sync::Effect& effect) {
  Fiber& self = current();
  const sync::Thread& thread = world().thread(self.id);
  const event::Operation& operation = thread.pending;
  const order::Done done = done_by(thread, effect);
  rt.watch.order->arrive(self.id, operation, done);
  self.visits.writes += event::is_write(seen.kind) ? 1 : 0;
  const bool quiet = !rt.watch.several || self.ignored != 0 ||
                     rt.watch.races->access({self.when, rt.watch.order}, seen.address, seen.bytes,
                                            seen.kind, place_of_access(self, seen.site), true);
  rt.watch.order->depart(self.id, operation, done);
  renew_time(self);
  complete_turn(effect);
  if (!quiet) [[unlikely]] {
    tell_of(seen);
  }
}

void look_at_visible(const Seen& seen, bool entered) {
  const bool writes = event::is_write(seen.kind);
  const Entry entry = heddle_entry;
  await_turn({.kind = writes ? OpKind::data_write : OpKind::data_read,
              .order = event::MemoryOrder::relaxed,
              .bytes = static_cast<uint32_t>(seen.bytes),
              .object = memory_at(seen.address)},
             seen.site);
  sync::Effect effect = apply_turn();
  if (seen.bytes > sizeof(uint64_t) * 2) {
    // A compiler tells of the read and of the write of a copy, and then does both at once.
    note_uncontrolled("copies of more than 16 bytes at scheduling points, done in one piece");
  } else if (!writes) {
    uint64_t value[2] = {};
    __builtin_memcpy(value, reinterpret_cast<const void*>(seen.address), seen.bytes);
    effect.value = value[0];
    effect.yielded = entered && reads_again(current(), entry, seen.site, value[0], value[1]);
  }
  complete_access(seen, effect);
}

void take_visible_turn(const Seen& seen) {
  await_turn({.kind = OpKind::data_write,
              .order = event::MemoryOrder::relaxed,
              .bytes = static_cast<uint32_t>(seen.bytes),
              .object = memory_at(seen.address)},
             seen.site);
  const sync::Effect effect = apply_turn();
  Fiber& self = current();
  const order::Done done = done_by(world().thread(self.id), effect);
  rt.watch.order->arrive(self.id, world().thread(self.id).pending, done);
  rt.watch.order->depart(self.id, world().thread(self.id).pending, done);
  renew_time(self);
  complete_turn(effect);
}

void tell_of(const Seen& seen) {
  for (const detect::Races::Found& found : rt.watch.races->found()) {
    if (found.use_after_free) {
      end_with_use_after_free(seen);
    }
  }
  for (const detect::Races::Found& found : rt.watch.races->found()) {
    tell_of_race(found);
  }
}

void tell_of_freed(const Seen& seen) { end_with_use_after_free(seen); }

uint64_t place_of_access(const Fiber& self, const void* site) {
  if (!rt.watch.records) {
    return reinterpret_cast<uint64_t>(site);
  }
  const auto below = reinterpret_cast<uint64_t>(__builtin_dwarf_cfa());
  return RecordedPlace(rt.watch.calls.here(self, site, below), rt.session->execution.position())
      .packed();
}

event::ObjectId memory_at(uint64_t address) {
  return variable_at(reinterpret_cast<const void*>(address));
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
