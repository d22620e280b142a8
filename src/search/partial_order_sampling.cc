// SPDX-License-Identifier: Apache-2.0
// Yuan, Yang and Gu, "Partial Order Aware Concurrency Sampling", CAV 2018:
//
//   every operation that is pending gets a random priority between 0 and 1; run the
//   enabled one with the highest; then those that race with it get new ones, and so does
//   what its thread is about to do next.
//
// So two operations that do not touch each other keep their order whatever comes between,
// and of those that do, either goes first with equal chances: executions that differ only
// in the order of independent steps are drawn less often than in a random walk.
//
// A priority is a function of the thread and of when it was drawn.  A thread that is
// blocked is not shown to us; what unblocks it touches what it waits for, so it has a new
// priority when it is shown again.
#include "search/partial_order_sampling.h"

#include "search/conflict.h"

#include <algorithm>

namespace heddle::search {

namespace {

constexpr uint64_t kForOperation = uint64_t{2} << 32;  // and when it was drawn

event::Operation operation_of(const event::Event& done) {
  return {.kind = done.kind, .object = done.object, .mutex = done.mutex};
}

}  // namespace

uint64_t PartialOrderSampling::priority(event::ThreadId thread,
                                        const event::SchedulePoint& /*point*/) const {
  const size_t index = event::index(thread);
  return dice().roll(kForOperation + drawn_[index], index);
}

void PartialOrderSampling::begin() {
  std::fill_n(drawn_, threads_, 0);
  threads_ = 0;
}

void PartialOrderSampling::step_done(uint32_t position, const event::SchedulePoint& now) {
  const event::Event& done = now.log[position];
  const event::Operation operation = operation_of(done);
  const auto draw = [&](event::ThreadId thread) {
    drawn_[event::index(thread)] = position + 1;
    threads_ = std::max(threads_, event::index(thread) + 1);
  };
  draw(done.thread);
  for (const event::Option& option : now.options) {
    if (option.choice.alternative == 0 && option.choice.thread != done.thread &&
        may_conflict(operation, *option.operation)) {
      draw(option.choice.thread);
    }
  }
}

}  // namespace heddle::search
