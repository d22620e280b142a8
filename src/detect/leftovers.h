// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "explore/arena.h"
#include "explore/monitor.h"
#include "sync/world.h"

namespace heddle::detect {

// What is left over when the process ends: threads that still run, or were never
// joined or detached, locks held by threads that have ended, objects that were
// never destroyed.  Each is a note; the first is a finding when strict.
class Leftovers final : public explore::Monitor {
 public:
  Leftovers(const sync::World& world, base::List<explore::NoteRecord>& notes, bool strict)
      : world_(world), notes_(notes), strict_(strict) {}

  bool at_exit(int32_t status, event::Finding& finding) override;

 private:
  void look_at_threads(event::Finding& finding);
  void look_at_locks(event::Finding& finding);
  void look_at_objects(event::Finding& finding);
  void note(event::Finding& finding, const event::Finding& seen);

  const sync::World& world_;
  base::List<explore::NoteRecord>& notes_;
  const bool strict_;
  uint32_t noted_ = 0;  // kinds, in this execution
};

}  // namespace heddle::detect
