// SPDX-License-Identifier: Apache-2.0
// What ends an execution, or its plan.
#include "explore/execution.h"

namespace heddle::explore {

using event::Ending;
using event::Event;
using event::Finding;

void Execution::exit(int32_t status) {
  outcome_.code = status;
  for (Monitor* monitor : monitors_) {
    Finding finding;
    if (monitor->at_exit(status, finding)) [[unlikely]] {
      fail(finding);
      return;
    }
  }
  end(Ending::exited);
}

void Execution::drop() {
  outcome_.code = event::kAssumptionFailed;
  end(Ending::pruned);
}

void Execution::fail(const Finding& finding) {
  outcome_.has_finding = true;
  outcome_.finding = finding;
  end(Ending::failed);
}

// The same schedule has met other operations than before.  The execution runs on to its end, since
// a failure is one however it was come to.
void Execution::give_up_the_plan() {
  has_diverged_ = true;
  deviation_ = plan_->size();
  takes_the_default_ = true;
  prunes_ = false;
  look_ahead();
}

// Whether some thread has come to wait for good by the last step, and the execution ends with that.
bool Execution::ask_about_block() {
  for (Monitor* monitor : block_monitors_) {
    Finding finding;
    if (monitor->at_block(last_, finding)) {
      fail(finding);
      return true;
    }
  }
  return false;
}

bool Execution::stand_still() {
  for (Monitor* monitor : monitors_) {
    Finding finding;
    if (monitor->at_standstill(finding)) {
      fail(finding);
      return false;
    }
  }
  return end(Ending::exited);
}

bool Execution::ask_monitors(const Event& event) {
  for (Monitor* monitor : monitors_) {
    Finding finding;
    if (monitor->after_step(event, position() - 1, finding)) {
      fail(finding);
      return false;
    }
  }
  return true;
}

// An execution that ends before its plan does has not met what was there before, if somebody was.
bool Execution::end(Ending ending) {
  if (ending == Ending::exited && covered_from_ != kNoPosition) {
    log_->set_size(covered_from_);
    position_ = covered_from_;
    ending = Ending::pruned;
  }
  has_diverged_ |= deviation_ < plan_->size() && (*plan_)[deviation_].options != 0;
  outcome_.ending = has_diverged_ ? Ending::diverged : ending;
  return false;
}

}  // namespace heddle::explore
