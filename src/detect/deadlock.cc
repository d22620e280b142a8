// SPDX-License-Identifier: Apache-2.0
#include "detect/deadlock.h"

#include "primitive/blocked.h"

namespace heddle::detect {

bool Deadlock::at_block(event::ThreadId last, event::Finding& finding) {
  return primitive::may_be_blocked_for_good(world_, last) && at_exit(0, finding);
}

bool Deadlock::at_standstill(event::Finding& finding) {
  for (const primitive::Thread& thread : world_.threads()) {
    if (!thread.ended) {
      finding.kind = event::FindingKind::deadlock;
      return true;
    }
  }
  return false;
}

bool Deadlock::at_exit(int32_t /*status*/, event::Finding& finding) {
  for (size_t i = 0; i < world_.thread_count(); ++i) {
    if (primitive::blocked_for_good(world_, static_cast<event::ThreadId>(i))) {
      finding.kind = event::FindingKind::deadlock;
      return true;
    }
  }
  return false;
}

}  // namespace heddle::detect
