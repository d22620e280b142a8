// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/race_report.h"

#include "explore/places.h"
#include "runtime/benign.h"
#include "runtime/heap/history.h"
#include "runtime/runtime.h"

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
  explore::Record& record = rt.arena->record();
  for (uint32_t i = 0; i < record.known_race_hits; ++i) {
    if (record.known_race_hit[i] == number) {
      return;
    }
  }
  if (record.known_race_hits < explore::kMaxKnownRaceHits) {
    record.known_race_hit[record.known_race_hits++] = number;
  }
}

bool is_known(uint64_t key) {
  const std::span<const uint64_t> known = rt.arena->known_races.items();
  for (size_t i = 0; i < known.size(); ++i) {
    if (known[i] == key) {
      note_known_race(static_cast<uint32_t>(i));
      return true;
    }
  }
  return false;
}

}  // namespace

void tell_of_race(const detect::Races::Found& found) {
  const uint64_t first = key_of_place(site_of(found.first.place));
  const uint64_t second = key_of_place(site_of(found.second.place));
  const bool benign = is_benign(found.address, found.bytes);
  const uint64_t key =
      benign ? explore::benign_race_key(first, second) : explore::race_key(first, second);
  if (is_known(key)) {
    return;
  }
  explore::Record& record = rt.arena->record();
  record.access_count = 2;
  record.accesses[0] = described(found.first);
  record.accesses[1] = described(found.second);
  Access block[2];
  if (describe_block(reinterpret_cast<const void*>(found.address), block) > 0 &&
      block[0].kind == event::AccessKind::allocate) {
    record.accesses[record.access_count++] = block[0];
  }
  record.benign = benign;
  end_with_finding({.kind = event::FindingKind::race, .thread = current().id, .place = key});
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
