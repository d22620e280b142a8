// SPDX-License-Identifier: Apache-2.0
#include "runtime/uses.h"

#include "explore/use_table.h"

namespace heddle::runtime {

// Only one thread runs at a time, and it does so in the last step: its own, or the one that created
// it.
void add_use(const event::Resource& resource, event::Use use) {
  const bool explored = rt.phase == Phase::program || rt.phase == Phase::body;
  if (rt.active && explored) {
    world().use(current().id, resource, use);
    explore::add_use(*rt.arena, resource, use);
    if (resource.kind == event::ResourceKind::exit_handlers && use == event::Use::changes) {
      rt.arena->record().late_handlers = true;
    }
  }
}

namespace {

// All such guards are one.
constexpr event::Resource kUnseenOnce{event::ResourceKind::once, 1};

}  // namespace

void finish_unseen_once() {
  if (world().thread_count() > 1) {
    changes(kUnseenOnce);
    rt.arena->record().unseen_once = true;
  }
}

void look_at_unseen_once() { reads(kUnseenOnce); }

void take_handlers() { changes({event::ResourceKind::exit_handlers, 0}); }

void begin_taking_handlers() {
  // A replay has to have the clocks of the search, whether that looked out or had no reason to.
  const bool replays = rt.arena->settings().strategy == explore::StrategyKind::replay;
  if (rt.arena->kept().late_handlers || replays) {
    take_handlers();
    rt.takes_handlers = &current();
    rt.slow_steps = true;
  }
}

}  // namespace heddle::runtime
