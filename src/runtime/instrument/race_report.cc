// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/race_report.h"

#include "explore/places.h"
#include "runtime/benign.h"
#include "runtime/runtime.h"
#include "runtime/stacks.h"

namespace heddle::runtime {
namespace {

using event::Access;

const void* site_of(uint64_t place) {
  return rt.watch.records ? rt.watch.calls.site_of(static_cast<CallTree::Node>(place))
                          : reinterpret_cast<const void*>(place);
}

// The position of a thread's n-th step, from 1; 0 before all.  Its time begins with 1.
uint32_t position_of(event::ThreadId thread, uint32_t time) {
  uint32_t steps = 0;
  const explore::Log& log = rt.arena->log;
  for (uint32_t i = 0; i < log.size() && time > 1; ++i) {
    steps += log[i].thread == thread ? 1 : 0;
    if (steps == time - 1) {
      return i + 1;
    }
  }
  return 0;
}

// With the place in the code in place of what the detector was told.
Access described(const Access& access) {
  Access result = access;
  result.place = reinterpret_cast<uint64_t>(site_of(access.place));
  result.step = position_of(access.thread, access.step);
  if (rt.watch.records) {
    result.stack = rt.watch.calls.record(static_cast<CallTree::Node>(access.place));
  }
  return result;
}

bool is_known(uint64_t key) {
  for (const uint64_t known : rt.arena->known_races) {
    if (known == key) {
      return true;
    }
  }
  return false;
}

}  // namespace

void tell_of_race(const detect::Races::Found& found) {
  const uint64_t key = explore::race_key(key_of_place(site_of(found.first.place)),
                                         key_of_place(site_of(found.second.place)));
  if (is_known(key)) {
    return;
  }
  explore::Record& record = rt.arena->record();
  record.access_count = 2;
  record.accesses[0] = described(found.first);
  record.accesses[1] = described(found.second);
  record.benign = is_benign(found.address, found.bytes);
  end_with_finding({.kind = event::FindingKind::race, .thread = current().id, .place = key});
}

void end_with_use_after_free(const Seen& seen, uint64_t /*freed_at*/) {
  explore::Record& record = rt.arena->record();
  record.access_count = 1;
  record.accesses[0] = {.kind = seen.kind,
                        .thread = current().id,
                        .step = rt.session->execution.position(),
                        .stack = rt.watch.records ? record_stack() : 0,
                        .bytes = seen.bytes,
                        .address = seen.address,
                        .place = reinterpret_cast<uint64_t>(seen.site)};
  end_with_finding({.kind = event::FindingKind::use_after_free, .thread = current().id});
}

}  // namespace heddle::runtime
