// SPDX-License-Identifier: Apache-2.0
#include "supervise/visibility.h"

#include "explore/shared_set.h"

namespace heddle::supervise {

void lay_down(const verdict::Visibility& visibility, process::Arena& arena) {
  explore::Journal& journal = arena.journal;
  journal.save(arena.places.size_word());
  journal.save(arena.known_races.size_word());
  journal.save(arena.known_race_executions.size_word());
  for (const explore::PlaceRecord& place : visibility.places) {
    journal.append(arena.places, place);
  }
  for (const uint64_t race : visibility.known_races) {
    journal.append(arena.known_races, race);
    journal.append(arena.known_race_executions, uint64_t{0});
  }
  if (!visibility.scope.modules.empty()) {
    journal.save(arena.scope_modules.size_word());
    journal.save(arena.scope_ranges.size_word());
    for (const explore::ScopeModule& module : visibility.scope.modules) {
      journal.append(arena.scope_modules, module);
    }
    for (const explore::ScopeRange& range : visibility.scope.ranges) {
      journal.append(arena.scope_ranges, range);
    }
  }
  explore::SharedSet shared(arena);
  for (const explore::SharedBytes& bytes : visibility.shared) {
    shared.add(bytes);
  }
  journal.commit();
}

verdict::Visibility visibility_in(const process::Arena& arena) {
  verdict::Visibility visibility;
  visibility.places.assign(arena.places.begin(), arena.places.end());
  visibility.known_races.assign(arena.known_races.begin(), arena.known_races.end());
  visibility.shared.assign(arena.shared.begin(), arena.shared.end());
  visibility.scope.modules.assign(arena.scope_modules.begin(), arena.scope_modules.end());
  visibility.scope.ranges.assign(arena.scope_ranges.begin(), arena.scope_ranges.end());
  return visibility;
}

}  // namespace heddle::supervise
