// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_record.h"

#include "primitive/blocked.h"
#include "runtime/runtime.h"

#include <cstring>

#include <sys/auxv.h>

namespace heddle::runtime {

using event::OpKind;
using event::ThreadId;

namespace {

// The kernel keeps this much below the top of the first thread's stack free for it.
constexpr uint64_t kFirstStackBytes = uint64_t{64} << 20;

void describe_stack(const Fiber& fiber, explore::ThreadRecord& record) {
  const bool first = fiber.stack_top == nullptr;
  record.stack_end = first ? getauxval(AT_EXECFN) : reinterpret_cast<uint64_t>(fiber.stack_top);
  record.stack_begin = record.stack_end - (first ? kFirstStackBytes : fiber.stack_bytes);
}

}  // namespace

explore::ThreadRecord record_of_thread(ThreadId id) {
  const primitive::Thread& thread = world().thread(id);
  const Fiber& fiber = rt.fibers[event::index(id)];
  explore::ThreadRecord record;
  event::ThreadEnd& end = record.end;
  end.thread = id;
  end.creator = thread.creator;
  end.kind = thread.pending.kind;
  end.object = thread.pending.object;
  end.mutex = thread.pending.mutex;
  end.target = thread.pending.thread;
  end.stack = fiber.stack;
  if (thread.ended) {
    end.state = event::ThreadState::ended;
  } else if (!thread.announced) {
    end.state = event::ThreadState::unknown;
  } else if (world().readiness(id).alternatives == 0) {
    end.state = event::ThreadState::blocked;
    end.waits_for_good = primitive::blocked_for_good(world(), id);
    end.holder = primitive::holder_for(world(), id);
    const event::ObjectId wanted =
        end.kind == OpKind::cond_wake ? thread.pending.mutex : thread.pending.object;
    if (end.holder != event::kNoThread && wanted != event::kNoObject) {
      const primitive::Hold* hold = world().find_hold(wanted, end.holder);
      // Steps of a setup or teardown are not in the log.
      const bool logged = rt.phase == Phase::program || rt.phase == Phase::body;
      end.held_since = hold == nullptr || !logged ? 0 : hold->since;
    }
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
