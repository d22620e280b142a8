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

// All that is not seen is one.
constexpr event::Resource kUnseen{event::ResourceKind::once, 1};

}  // namespace

void change_unseen() {
  if (world().thread_count() > 1) {
    changes(kUnseen);
    rt.arena->record().unseen = true;
  }
}

// Data that has several addresses is not compared (effects/aliases.h), so any step may change what
// any other reads.
void look_at_unseen() {
  const bool has_aliases = program.shared_mappings.has_aliases();
  add_use(kUnseen, has_aliases ? event::Use::changes : event::Use::reads);
}

void take_handlers() { changes({event::ResourceKind::exit_handlers, 0}); }

void begin_taking_handlers() {
  // Who comes second finds none left.
  rt.arena->record().late_handlers |= rt.exits;
  rt.exits = true;
  // A replay has to have the clocks of the search, whether that looked out or had no reason to.
  const bool replays = rt.arena->settings().strategy == explore::StrategyKind::replay;
  if (rt.arena->kept().late_handlers || replays) {
    take_handlers();
    rt.takes_handlers = &current();
    rt.slow_steps = true;
  }
}

}  // namespace heddle::runtime
