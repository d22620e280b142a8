// SPDX-License-Identifier: Apache-2.0
#include "detect/leftovers.h"

#include "detect/misuse.h"

namespace heddle::detect {

using event::Finding;
using event::ThreadId;

bool Leftovers::at_exit(int32_t /*status*/, Finding& finding) {
  finding.misuse = event::Misuse::none;
  look_at_threads(finding);
  look_at_locks(finding);
  look_at_objects(finding);
  return strict_ && finding.misuse != event::Misuse::none;
}

void Leftovers::look_at_threads(Finding& finding) {
  for (size_t i = first_thread_; i < world_.thread_count(); ++i) {
    const auto id = static_cast<ThreadId>(i);
    const primitive::Thread& thread = world_.thread(id);
    // The thread that ends the process has nothing announced any more.
    const bool runs = !thread.ended && thread.announced;
    if (runs) {
      note(finding, misuse_by(id, event::Misuse::thread_left_running, event::kNoObject));
    } else if (thread.ended && !thread.joined && !thread.detached) {
      note(finding, misuse_by(id, event::Misuse::thread_not_joined, event::kNoObject));
    }
  }
}

void Leftovers::look_at_locks(Finding& finding) {
  for (const primitive::Hold& hold : world_.holds()) {
    if (world_.thread(hold.thread).ended) {
      note(finding, misuse_by(hold.thread, event::Misuse::lock_held_at_end, hold.object));
    }
  }
}

void Leftovers::look_at_objects(Finding& finding) {
  for (size_t i = first_object_; i < world_.object_count(); ++i) {
    const auto id = static_cast<event::ObjectId>(i);
    if (world_.object(id).made_by_call && !world_.object(id).destroyed) {
      note(finding, misuse_by(event::kNoThread, event::Misuse::object_not_destroyed, id));
    }
  }
}

void Leftovers::note(Finding& finding, const Finding& seen) {
  if (finding.misuse == event::Misuse::none) {
    finding = seen;
  }
  noted_ |= uint32_t{1} << static_cast<uint32_t>(seen.misuse);
}

}  // namespace heddle::detect
