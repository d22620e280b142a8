// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/monitor.h"

namespace heddle::detect {

[[nodiscard]] inline event::Finding misuse_by(event::ThreadId thread, event::Misuse misuse,
                                              event::ObjectId object) {
  return {.kind = event::FindingKind::misuse, .misuse = misuse, .thread = thread, .object = object};
}

// A step that the standard forbids: unlocking what another thread holds, waiting
// without the mutex, joining twice, …
class Misuse final : public explore::Monitor {
 public:
  [[nodiscard]] Interest interest() const override { return {.steps_from = kNever}; }
  bool after_step(const event::Event& event, uint32_t /*position*/,
                  event::Finding& finding) override {
    if (event.misuse == event::Misuse::none) {
      return false;
    }
    finding = misuse_by(event.thread, event.misuse, event.object);
    return true;
  }
};

}  // namespace heddle::detect
