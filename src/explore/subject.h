// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/outcome.h"

namespace heddle::explore {

class Execution;

// What is explored in this process: a model, or a fake in a unit test.  (A live program asks its
// Execution in the same way, in the process of that execution; see runtime/runtime.h.)
//
// One call is one execution, from the subject's start to its end.  At each of its
// scheduling points the subject asks `execution` who goes on, and tells it what
// the step came to; nothing else drives it.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual event::Outcome run(Execution& execution) = 0;
};

}  // namespace heddle::explore
