// SPDX-License-Identifier: Apache-2.0
#include "runtime/lifetimes.h"

#include "explore/use_table.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

using event::ObjectId;
using event::ObjectKind;
using event::Use;

bool is_explored() { return rt.phase == Phase::program || rt.phase == Phase::body; }

// No clock goes by it: nobody learns the time from an object that is not there.
void use_lifetime(ObjectId object, Use use) {
  if (object == event::kNoObject || !is_explored()) {
    return;
  }
  const primitive::Object& known = world().object(object);
  const bool cannot_be = known.kind == ObjectKind::memory || known.kind == ObjectKind::futex ||
                         known.kind == ObjectKind::heap || known.kind == ObjectKind::descriptor;
  if (!cannot_be && rt.arena->kept().destroyed.has(known.identity)) {
    explore::add_use(*rt.arena, {event::ResourceKind::lifetime, known.identity}, use);
  }
}

void begin_to_look_at(ObjectId object) {
  const uint64_t identity = world().object(object).identity;
  if (is_explored() && !rt.arena->kept().destroyed.has(identity)) {
    rt.arena->record().destroyed.add(identity);
  }
}

// Whether somebody else has used it and may go on doing so.
bool is_in_use(ObjectId object) {
  for (const event::Event& step : rt.arena->log) {
    const bool uses = step.object == object || step.mutex == object;
    if (uses && step.thread != current().id && !world().thread(step.thread).joined) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool begin_lifetimes() {
  rt.lifetimes = rt.control->lifetimes.load(std::memory_order_relaxed) != 0;
  return rt.lifetimes;
}

void look_at_lifetimes_announced() {
  const event::Operation& pending = world().thread(current().id).pending;
  use_lifetime(pending.object, Use::reads);
  use_lifetime(pending.mutex, Use::reads);
}

void look_at_lifetimes() {
  if (is_explored()) {
    const event::Event& step = rt.arena->log.back();
    use_lifetime(step.object, Use::reads);
    use_lifetime(step.mutex, Use::reads);
  }
}

void note_destroying(ObjectId object, event::Misuse misuse) {
  if (misuse != event::Misuse::none || is_in_use(object)) {
    begin_to_look_at(object);
  }
  use_lifetime(object, Use::changes);
}

void note_use_of_destroyed() {
  if (is_explored() && rt.arena->log.back().misuse == event::Misuse::use_destroyed) {
    begin_to_look_at(rt.arena->log.back().object);
  }
}

}  // namespace heddle::runtime
