// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/execution.h"
#include "explore/monitor.h"
#include "primitive/world.h"

#include <cstddef>
#include <cstdint>

namespace heddle::detect {

// A fair execution that goes on beyond the step limit.
//
// Steps count that a thread does while there is another, or one that was not joined, and yields.
// One that is alone and does something else gets somewhere: a start-up may take as long as it
// likes. But for all of them there is a limit, too.
//
// That all others were joined is the same in all executions of a trace, while the time of their
// ends is not.
class Livelock final : public explore::Monitor {
 public:
  //   most_steps: of all kinds.
  //   log: of the execution that it looks at, from its begin.
  Livelock(uint32_t step_limit, size_t most_steps, const primitive::World& world,
           const explore::Log& log)
      : step_limit_(step_limit), most_steps_(most_steps), world_(&world), log_(&log) {}

  [[nodiscard]] Interest interest() const override { return {.steps_from = step_limit_}; }
  bool after_step(const event::Event& event, uint32_t position, event::Finding& finding) override;

 private:
  void count(const event::Event& step);

  uint32_t step_limit_;
  size_t most_steps_;
  const primitive::World* world_;
  const explore::Log* log_;
  size_t looked_at_ = 0;
  size_t counted_ = 0;   // of these
  size_t unjoined_ = 0;  // threads, after them
};

}  // namespace heddle::detect
