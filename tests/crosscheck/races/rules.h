// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history.h"
#include "primitive/testing.h"
#include "primitive/world.h"

#include <optional>

namespace heddle::crosscheck::races {

// Which acts are possible after those before, and what they come to: those of primitive/.
class Rules {
 public:
  Rules();
  ~Rules();
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  [[nodiscard]] size_t threads() const { return world().thread_count(); }
  [[nodiscard]] bool allow(const Act& act);
  void apply(Act& act);

  // What the thread has to do before anything else: the second half of a wait.
  [[nodiscard]] std::optional<event::Operation> due(event::ThreadId thread) const;

 private:
  [[nodiscard]] static primitive::testing::TestWorld& ground();
  [[nodiscard]] static primitive::World& world() { return *ground(); }
  [[nodiscard]] static bool is_misuse(const Act& act);

  std::optional<event::Operation> due_[kMostThreads];
  uint32_t steps_ = 0;
};

}  // namespace heddle::crosscheck::races
