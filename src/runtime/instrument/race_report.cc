// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/race_report.h"

#include "runtime/benign.h"
#include "runtime/heap/history.h"
#include "runtime/runtime.h"
#include "runtime/stacks.h"
#include "runtime/thread_record.h"

namespace heddle::runtime {
namespace {

using event::Access;

const void* site_of(uint64_t place) {
  return rt.watch.records ? rt.watch.calls.site_of(RecordedPlace(place).node)
                          : reinterpret_cast<const void*>(place);
}

// An access that is a step has the stack of that step.
const event::Event* own_step(const Access& access, uint32_t number) {
  if (number == 0 || number > rt.arena->log.size()) {
    return nullptr;
  }
  const event::Event& step = rt.arena->log[number - 1];
  return event::is_done_by(access, step) ? &step : nullptr;
}

// With the place in the code in place of what the detector was told.
Access described(const Access& access) {
  Access result = access;
  result.place = reinterpret_cast<uint64_t>(site_of(access.place));
  result.step = 0;
  if (rt.watch.records) {
    const RecordedPlace place(access.place);
    const event::Event* step = own_step(access, place.step);
    result.step = place.step;
    result.stack = step != nullptr ? step->stack : rt.watch.calls.record(place.node);
  }
  return result;
}

// Written down once, however often the execution shows it.
void note_known_race(uint32_t number) {
  rt.arena->record().showed_known_races = true;
  rt.arena->details().known_race_hits[number / 64] |= uint64_t{1} << (number % 64);
}

// The two accesses, and where the memory was allocated, if it was; how many that is.
uint32_t describe(const detect::Races::Found& found, Access* accesses) {
  accesses[0] = described(found.first);
  accesses[1] = described(found.second);
  Access block[2];
  const void* address = reinterpret_cast<const void*>(found.address);
  if (describe_block(address, block) > 0 && block[0].kind == event::AccessKind::allocate) {
    accesses[2] = block[0];
    return 3;
  }
  return 2;
}

// As if it had ended the execution.
void write_down(const detect::Races::Found& found, RacePairs::Pair& pair) {
  process::Arena& arena = *rt.arena;
  const size_t threads = world().thread_count();
  pair.written = true;
  if (arena.races.full() || arena.race_threads.size() + threads > arena.race_threads.capacity()) {
    return;  // another execution will show it
  }
  process::RaceRecord race;
  race.key = pair.key;
  race.benign = pair.benign;
  race.thread = current().id;
  race.steps = static_cast<uint32_t>(arena.log.size());
  race.fingerprint = arena.log.empty() ? 0 : arena.log.items().back().fingerprint;
  race.access_count = describe(found, race.accesses);
  race.failure_stack = record_stack();
  race.first_thread = static_cast<uint32_t>(arena.race_threads.size());
  race.threads = static_cast<uint32_t>(threads);
  for (size_t i = 0; i < threads; ++i) {
    arena.race_threads.push_back(record_of_thread(static_cast<event::ThreadId>(i)));
  }
  race.through_count = static_cast<uint32_t>(rt.watch.presence.find_between(
      {found.first.thread, found.first.step, race.accesses[0].step}, race.thread, race.through));
  arena.races.push_back(race);
}

}  // namespace

void tell_of_race(const detect::Races::Found& found) {
  const bool benign = is_benign(found.address, found.bytes);
  RacePairs::Pair& pair =
      rt.watch.pairs.find(site_of(found.first.place), site_of(found.second.place), benign);
  if (pair.known != RacePairs::kUnknown) {
    note_known_race(pair.known);
    return;
  }
  const explore::Settings& settings = rt.arena->settings();
  if (settings.collects_races) {
    if (!pair.written) {
      write_down(found, pair);
    }
    return;
  }
  if (settings.wanted_race != 0 && settings.wanted_race != pair.key) {
    return;
  }
  explore::Record& record = rt.arena->record();
  record.access_count = describe(found, record.accesses);
  record.benign = benign;
  end_with_finding({.kind = event::FindingKind::race, .thread = current().id, .place = pair.key});
}

void end_if_freed(const Seen& seen) {
  const bool uses = seen.kind != event::AccessKind::deallocate;
  if (uses && rt.watch.races->is_freed(seen.address, seen.bytes)) {
    end_with_use_after_free(seen);
  }
}

void end_with_use_after_free(const Seen& seen) {
  explore::Record& record = rt.arena->record();
  Access block[2];
  const size_t known = describe_block(reinterpret_cast<const void*>(seen.address), block);
  for (size_t i = 0; i < known; ++i) {
    record.accesses[i] = block[i];
  }
  record.accesses[known] =
      access_now(seen.kind, reinterpret_cast<const void*>(seen.address), seen.bytes, seen.site);
  record.access_count = static_cast<uint32_t>(known) + 1;
  end_with_finding({.kind = event::FindingKind::use_after_free, .thread = current().id});
}

}  // namespace heddle::runtime
