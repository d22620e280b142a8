// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "event/finding.h"

#include <cstdint>

namespace heddle::explore {

// A Monitor looks on while one execution runs, and says when it sees a bug.  It
// decides nothing: whatever monitors are there, the same schedules are run.
//
// Each function returns true if it has filled in the finding; the execution then
// ends there.
class Monitor {
 public:
  virtual ~Monitor() = default;

  static constexpr uint32_t kNever = 0xffffffff;

  // What it hears of; perhaps of more.
  struct Interest {
    uint32_t steps_from = 0;  // this position; and every misuse
    bool blocks = false;      // see at_block()
  };
  [[nodiscard]] virtual Interest interest() const { return {}; }

  // After a step; `position` counts from 0.
  virtual bool after_step(const event::Event& /*event*/, uint32_t /*position*/,
                          event::Finding& /*finding*/) {
    return false;
  }

  // Somebody can go on; but the thread that did the last step cannot, or that step may have made
  // another one wait for somebody else than before.
  // kNoThread: there was none.
  virtual bool at_block(event::ThreadId /*last*/, event::Finding& /*finding*/) { return false; }

  // Nobody can go on, and somebody is not finished.
  virtual bool at_standstill(event::Finding& /*finding*/) { return false; }

  // The process ends with that status.
  virtual bool at_exit(int32_t /*status*/, event::Finding& /*finding*/) { return false; }
};

}  // namespace heddle::explore
