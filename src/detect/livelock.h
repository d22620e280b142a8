// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/monitor.h"

namespace heddle::detect {

// A fair execution that goes on beyond the step limit.
class Livelock final : public explore::Monitor {
 public:
  explicit Livelock(uint32_t step_limit) : step_limit_(step_limit) {}

  [[nodiscard]] uint32_t listens_from() const override { return step_limit_; }
  bool after_step(const event::Event& event, uint32_t position, event::Finding& finding) override {
    const bool ends_here =
        event.kind == event::OpKind::process_exit || event.kind == event::OpKind::quiesce;
    if (position < step_limit_ || ends_here) {
      return false;
    }
    finding.kind = event::FindingKind::livelock;
    finding.thread = event.thread;
    return true;
  }

 private:
  const uint32_t step_limit_;
};

}  // namespace heddle::detect
