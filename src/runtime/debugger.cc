// SPDX-License-Identifier: Apache-2.0
#include "runtime/debugger.h"

#include "explore/explorer.h"
#include "primitive/blocked.h"
#include "runtime/runtime.h"

using namespace heddle;
using heddle::runtime::DebuggerView;

// The debugger finds these by name, also in a library without debug information.
extern "C" {
__attribute__((visibility("default"))) DebuggerView heddle_debugger;
__attribute__((visibility("default"), noinline)) void heddle_at_thread() { asm volatile(""); }
__attribute__((visibility("default"), noinline)) void heddle_at_step() { asm volatile(""); }
__attribute__((visibility("default"), noinline)) void heddle_at_end() { asm volatile(""); }
}

namespace heddle::runtime {
namespace {

using event::ThreadId;

DebuggerState state_of(ThreadId id) {
  const primitive::Thread& thread = world().thread(id);
  if (thread.ended) {
    return DebuggerState::ended;
  }
  if (!thread.announced) {
    return DebuggerState::running;
  }
  return world().readiness(id).alternatives == 0 ? DebuggerState::blocked : DebuggerState::ready;
}

void describe_thread(ThreadId id, DebuggerThread& view) {
  const event::Operation& next = world().thread(id).pending;
  view = {};
  view.kernel_thread = rt.fibers[event::index(id)].kernel_thread;
  view.state = state_of(id);
  view.wanted = event::kNoObject;
  view.joined = event::kNoThread;
  view.holder = event::kNoThread;
  if (view.state != DebuggerState::blocked) {
    return;
  }
  view.holder = primitive::holder_for(world(), id);
  view.joined = next.thread;
  const bool relocks = next.kind == event::OpKind::cond_wake && view.holder != event::kNoThread;
  view.wanted = relocks ? next.mutex : next.object;
  if (view.wanted != event::kNoObject && view.holder != event::kNoThread) {
    view.held_since = world().held_since(world().find_hold(view.wanted, view.holder));
  }
}

void describe() {
  DebuggerView& view = heddle_debugger;
  view.thread = current().id;
  view.thread_count = static_cast<uint32_t>(world().thread_count());
  for (uint32_t i = 0; i < view.thread_count; ++i) {
    describe_thread(ThreadId{i}, view.threads[i]);
  }
  view.hold_count = 0;
  for (const primitive::Hold& hold : world().holds()) {
    if (view.hold_count < DebuggerView::kMostHolds) {
      view.holds[view.hold_count++] = {hold.thread, hold.object, hold.since};
    }
  }
}

}  // namespace

// A debugger can run the program more than once, without its supervisor.
void debugger_starts() {
  explore::Explorer(*rt.arena, *rt.strategy).restart();
  rt.fibers[0].kernel_thread = rt.arena->control().process.load();
  heddle_debugger.stop_before = 1;
}

void debugger_at_new_thread() {
  describe();
  heddle_at_thread();
}

void debugger_before_step() {
  describe();
  heddle_debugger.begun = session().execution.position();
  heddle_debugger.fingerprint = rt.arena->log.back().fingerprint;
  if (heddle_debugger.begun == heddle_debugger.stop_before) {
    heddle_at_step();
  }
}

void debugger_after_step() {
  heddle_debugger.done = heddle_debugger.begun;
  describe();
}

void debugger_at_end(const event::Outcome& outcome) {
  describe();
  heddle_debugger.ending = static_cast<uint32_t>(outcome.ending);
  heddle_debugger.failed = outcome.has_finding ? 1 : 0;
  heddle_at_end();
}

}  // namespace heddle::runtime
