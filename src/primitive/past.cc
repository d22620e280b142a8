// SPDX-License-Identifier: Apache-2.0
#include "primitive/past.h"

#include "primitive/primitives.h"

namespace heddle::primitive {

Tally tally_of(const event::Event& step, const event::Event* before) {
  return ask_primitive(step.kind,
                       [&](const auto& primitive) { return primitive.tally(step, before); });
}

Ready ready_without(const Past& past) {
  return ask_primitive(past.step.kind,
                       [&](const auto& primitive) { return primitive.ready_without(past); });
}

void simulate(const Past& past, Simulated& simulated) {
  ask_primitive(past.step.kind,
                [&](const auto& primitive) { primitive.simulate(past, simulated); });
}

event::ThreadId value_found_by(const event::Event& access) {
  if (!event::is_memory_access(access.kind)) {
    return event::kNoThread;
  }
  return Memory(access.kind).value_is_found() ? event::expected_by(access.value) : access.other;
}

event::Event announced(event::ThreadId thread, const event::Operation& operation) {
  event::Event step;
  step.thread = thread;
  step.kind = operation.kind;
  step.timed = operation.timed;
  step.pinned = operation.pinned;
  step.object = operation.object;
  step.mutex = operation.mutex;
  step.bytes = operation.bytes;
  step.identity = operation.identity;
  step.other = operation.kind == event::OpKind::atomic_cas
                   ? static_cast<event::ThreadId>(operation.argument)
                   : operation.thread;
  return step;
}

}  // namespace heddle::primitive
