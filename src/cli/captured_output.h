// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <string>

namespace heddle::cli {

// What the program prints in one execution: kept, and shown when it is over, so
// that it is not mixed into a report and the program meets neither a terminal nor
// a full pipe.
class CapturedOutput {
 public:
  CapturedOutput();
  ~CapturedOutput();
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }

  // Writes it out under a heading, if there is any; an empty heading is left out.  Control
  // characters but newlines and tabs are shown as escapes.
  base::Result<size_t> show(int to, const std::string& heading) const;

 private:
  int descriptor_;
};

}  // namespace heddle::cli
