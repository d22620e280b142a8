// SPDX-License-Identifier: Apache-2.0
#include "primitive/thread_end.h"

#include "primitive/blocked.h"

namespace heddle::primitive {

event::ThreadEnd end_of_thread(const World& world, event::ThreadId id) {
  const Thread& thread = world.thread(id);
  event::ThreadEnd end;
  end.thread = id;
  end.creator = thread.creator;
  end.kind = thread.pending.kind;
  end.object = thread.pending.object;
  end.mutex = thread.pending.mutex;
  end.target = thread.pending.thread;
  if (thread.ended) {
    end.state = event::ThreadState::ended;
  } else if (!thread.announced) {
    end.state = event::ThreadState::unknown;
  } else if (world.readiness(id).alternatives == 0) {
    end.state = event::ThreadState::blocked;
    end.waits_for_good = blocked_for_good(world, id);
    end.holder = holder_for(world, id);
    const event::ObjectId wanted =
        end.kind == event::OpKind::cond_wake ? thread.pending.mutex : thread.pending.object;
    if (end.holder != event::kNoThread && wanted != event::kNoObject) {
      end.held_since = world.held_since(world.find_hold(wanted, end.holder));
    }
  }
  return end;
}

}  // namespace heddle::primitive
