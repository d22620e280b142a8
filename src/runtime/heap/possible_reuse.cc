// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/possible_reuse.h"

#include "runtime/heap/reuse.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

constexpr uint16_t kSeveral = UINT16_MAX;

uint16_t own_number() { return static_cast<uint16_t>(event::index(current().id) + 1); }

// What there is to say was said, or there is nobody else.
bool is_needless() { return world().thread_count() == 1 || rt.arena->record().reuse_possible; }

}  // namespace

void note_allocated(uint32_t size, const void* site) {
  if (is_needless()) {
    return;
  }
  PossibleReuse& possible = program.heap.possible;
  uint16_t& by = possible.allocated_by[size];
  const bool is_noted = by == own_number() || by == kSeveral;
  if ((is_noted && !possible.freed[size]) || !is_reused_at(site)) {
    return;
  }
  possible.any = true;
  by = by == 0 || by == own_number() ? own_number() : kSeveral;
  rt.arena->record().reuse_possible |= possible.freed[size];
}

void note_freed(uint32_t size, const void* site) {
  if (is_needless()) {
    return;
  }
  PossibleReuse& possible = program.heap.possible;
  const uint16_t by = possible.allocated_by[size];
  const bool others_allocate = by != 0 && by != own_number();
  if ((possible.freed[size] && !others_allocate) || !is_reused_at(site)) {
    return;
  }
  possible.any = true;
  possible.freed[size] = true;
  rt.arena->record().reuse_possible |= others_allocate;
}

}  // namespace heddle::runtime
