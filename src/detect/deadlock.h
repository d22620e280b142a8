// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/monitor.h"
#include "sync/world.h"

namespace heddle::detect {

// Some thread is not finished and nobody can go on; or the process ends while
// threads wait for locks in a way that nobody could ever have resolved.
class Deadlock final : public explore::Monitor {
 public:
  explicit Deadlock(const sync::World& world) : world_(world) {}

  [[nodiscard]] uint32_t listens_from() const override { return kNever; }
  bool at_standstill(event::Finding& finding) override;
  bool at_exit(int32_t status, event::Finding& finding) override;

 private:
  const sync::World& world_;
};

}  // namespace heddle::detect
