// SPDX-License-Identifier: Apache-2.0
#include "detect/livelock.h"

namespace heddle::detect {

using event::Event;
using event::OpKind;

namespace {

bool makes_thread(const Event& step) {
  return step.kind == OpKind::thread_create && step.other != event::kNoThread;
}

bool joins_thread(const Event& step) {
  return (step.kind == OpKind::thread_join || step.kind == OpKind::thread_tryjoin) &&
         step.result == 0;
}

// There may be threads at the begin of the log.
size_t unjoined_at_begin(const primitive::World& world, const explore::Log& log) {
  size_t unjoined = 0;
  for (const primitive::Thread& thread : world.threads()) {
    unjoined += thread.joined ? 0 : 1;
  }
  for (const Event& step : log) {
    unjoined += joins_thread(step) ? 1 : 0;
    unjoined -= makes_thread(step) ? 1 : 0;
  }
  return unjoined;
}

}  // namespace

// What is before the limit is looked at once it is reached.
bool Livelock::after_step(const Event& event, uint32_t position, event::Finding& finding) {
  const bool ends_here = event.kind == OpKind::process_exit || event.kind == OpKind::quiesce;
  if (position < step_limit_ || ends_here) {
    return false;
  }
  if (looked_at_ == 0 || position < looked_at_) {  // of another execution
    looked_at_ = 0;
    counted_ = 0;
    unjoined_ = unjoined_at_begin(*world_, *log_);
  }
  for (; looked_at_ <= position; ++looked_at_) {
    count((*log_)[looked_at_]);
  }
  if (counted_ <= step_limit_ && position < most_steps_) {
    return false;
  }
  finding.kind = event::FindingKind::livelock;
  finding.thread = event.thread;
  return true;
}

void Livelock::count(const Event& step) {
  counted_ += unjoined_ > 1 || step.yielded ? 1 : 0;
  unjoined_ += makes_thread(step) ? 1 : 0;
  unjoined_ -= joins_thread(step) ? 1 : 0;
}

}  // namespace heddle::detect
