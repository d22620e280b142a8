// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/monitor.h"
#include "primitive/world.h"

namespace heddle::detect {

// Some thread is not finished and nobody can go on; or the process ends while
// threads wait for locks in a way that nobody could ever have resolved.
//
// `at_once`: it is one as soon as they do, although others can go on.  No single step tells of
// such an end: those that close a cycle are independent of each other, so it is none that a
// reduction by traces could know.  So this is for searches that end with what they find.  Nothing
// is missed, nor found with more preemptions: whoever can go on then needs no preemption to do so.
class Deadlock final : public explore::Monitor {
 public:
  explicit Deadlock(const primitive::World& world, bool at_once = false)
      : world_(world), at_once_(at_once) {}

  [[nodiscard]] Interest interest() const override {
    return {.steps_from = kNever, .blocks = at_once_};
  }
  bool at_block(event::ThreadId last, event::Finding& finding) override;
  bool at_standstill(event::Finding& finding) override;
  bool at_exit(int32_t status, event::Finding& finding) override;

 private:
  const primitive::World& world_;
  const bool at_once_;
};

}  // namespace heddle::detect
