// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/strategy.h"

namespace heddle::explore {

// A strategy that stands before another one: it answers as that one does, wherever it does not say
// otherwise.  A function that is new in Strategy does not compile here before it is forwarded.
//
// `Decorator` derives from this and has `Strategy& inner() const`, which may be another one after
// each execution.
template <typename Decorator>
class ForwardingStrategy : public Strategy {
 public:
  [[nodiscard]] bool begin_execution(Plan& plan) override { return its().begin_execution(plan); }
  [[nodiscard]] Asks start_execution() override { return its().start_execution(); }
  [[nodiscard]] uint32_t choose(const event::SchedulePoint& point) override {
    return its().choose(point);
  }
  void end_execution(std::span<const event::Event> log, const event::Outcome& outcome) override {
    its().end_execution(log, outcome);
  }
  [[nodiscard]] Coverage coverage() const override { return its().coverage(); }
  void start_over() override { its().start_over(); }

  [[nodiscard]] Prunes* prunes() override { return its().prunes(); }
  [[nodiscard]] LearnsAnew* learns_anew() override { return its().learns_anew(); }
  [[nodiscard]] Reduces* reduces() override { return its().reduces(); }
  [[nodiscard]] SearchesBelow* searches_below() override { return its().searches_below(); }
  [[nodiscard]] SharesWork* shares_work() override { return its().shares_work(); }
  [[nodiscard]] GrowsMemory* grows_memory() override { return its().grows_memory(); }
  [[nodiscard]] Recovers* recovers() override { return its().recovers(); }

 private:
  friend Decorator;
  ForwardingStrategy() = default;

  [[nodiscard]] Strategy& its() const { return static_cast<const Decorator&>(*this).inner(); }
};

}  // namespace heddle::explore
