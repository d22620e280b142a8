// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "explore/strategy.h"

namespace heddle::search {

// One execution, by the plan that is already in the arena.
class Replay final : public explore::PlainStrategy {
 public:
  explicit Replay(base::Region region) : state_(region.take_one<State>()) {}

  bool begin_execution(explore::Plan& /*plan*/) override {
    const bool first = !state_.begun;
    state_.begun = true;
    return first;
  }
  [[nodiscard]] explore::Asks start_execution() override { return explore::Asks::where_planned; }
  uint32_t choose(const event::SchedulePoint& /*point*/) override { return 0; }
  void end_execution(std::span<const event::Event> /*log*/,
                     const event::Outcome& /*outcome*/) override {}
  [[nodiscard]] explore::Coverage coverage() const override { return {}; }
  void start_over() override { state_.begun = false; }

 private:
  struct State {
    bool begun = false;
  };
  State& state_;
};

}  // namespace heddle::search
