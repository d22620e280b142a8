// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_record.h"

#include "primitive/thread_end.h"
#include "runtime/runtime.h"

#include <cstring>

#include <sys/auxv.h>

namespace heddle::runtime {

using event::ThreadId;

namespace {

// The kernel keeps this much below the top of the first thread's stack free for it.
constexpr uint64_t kFirstStackBytes = uint64_t{64} << 20;

void describe_stack(const Fiber& fiber, process::ThreadRecord& record) {
  const bool first = fiber.stack_top == nullptr;
  record.stack_end = first ? getauxval(AT_EXECFN) : reinterpret_cast<uint64_t>(fiber.stack_top);
  record.stack_begin = record.stack_end - (first ? kFirstStackBytes : fiber.stack_bytes);
}

}  // namespace

process::ThreadRecord record_of_thread(ThreadId id) {
  const Fiber& fiber = rt.fibers[event::index(id)];
  process::ThreadRecord record;
  record.end = primitive::end_of_thread(world(), id);
  record.end.stack = fiber.stack;
  // Steps of a setup or teardown are not in the log.
  if (rt.phase != Phase::program && rt.phase != Phase::body) {
    record.end.held_since = 0;
  }
  record.routine = reinterpret_cast<uint64_t>(fiber.routine);
  strncpy(record.name, fiber.name, sizeof record.name - 1);
  describe_stack(fiber, record);
  return record;
}

void tell_waiting() {
  rt.arena->waiting.clear();
  rt.sent.waiting = 0;
  for (size_t i = 0; i < world().thread_count(); ++i) {
    const auto id = static_cast<ThreadId>(i);
    const primitive::Thread& thread = world().thread(id);
    if (thread.announced && !thread.ended) {
      const primitive::Readiness ready = world().readiness(id);
      rt.arena->waiting.push_back(order::waiting_for(id, thread.pending,
                                                     primitive::value_of(world(), thread.pending),
                                                     ready.alternatives, ready.by_time));
      if (is_held_back(rt.fibers[i])) {
        rt.arena->waiting.back().ready = false;
      }
    }
  }
}

}  // namespace heddle::runtime
