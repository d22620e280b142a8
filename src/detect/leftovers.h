// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/monitor.h"
#include "primitive/world.h"

#include <cstdint>

namespace heddle::detect {

// What is left over when the process ends: threads that still run, or were never
// joined or detached, locks held by threads that have ended, objects that were
// never destroyed.  Each is a note; the first is a finding when strict.
class Leftovers final : public explore::Monitor {
 public:
  // noted: kinds of Misuse that were seen, as bits.
  Leftovers(const primitive::World& world, uint32_t& noted, bool strict)
      : world_(world), noted_(noted), strict_(strict) {}

  // What was there before does not count: it is left by somebody else.
  void begin_after(size_t threads, size_t objects) {
    first_thread_ = threads;
    first_object_ = objects;
  }

  [[nodiscard]] Interest interest() const override { return {.steps_from = kNever}; }
  bool at_exit(int32_t status, event::Finding& finding) override;

 private:
  void look_at_threads(event::Finding& finding);
  void look_at_locks(event::Finding& finding);
  void look_at_objects(event::Finding& finding);
  void note(event::Finding& finding, const event::Finding& seen);

  const primitive::World& world_;
  uint32_t& noted_;
  const bool strict_;
  size_t first_thread_ = 1;
  size_t first_object_ = 0;
};

}  // namespace heddle::detect
