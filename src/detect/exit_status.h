// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/monitor.h"

namespace heddle::detect {

// The program says itself that something went wrong.
class ExitStatus final : public explore::Monitor {
 public:
  [[nodiscard]] Interest interest() const override { return {.steps_from = kNever}; }
  bool at_exit(int32_t status, event::Finding& finding) override {
    if (status == 0) {
      return false;
    }
    finding.kind = event::FindingKind::exit;
    finding.code = status;
    return true;
  }
};

}  // namespace heddle::detect
