// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "report/text.h"

#include <cstdint>
#include <string>

namespace heddle::cli {

// Where a person reads: as wide as it is, in colour if it is a terminal and
// NO_COLOR is not set.
class Terminal {
 public:
  explicit Terminal(int descriptor);

  [[nodiscard]] report::Style style() const { return style_; }
  void print(const std::string& text) const;

 private:
  const int descriptor_;
  report::Style style_;
};

// Whether it is a terminal on which a line can be written over.
[[nodiscard]] bool can_redraw(int descriptor);

// Says what is wrong, in one line; returns the status for it.
int complain(const std::string& sentence);

// Writes a report to a file; "-" is standard output.
base::Result<size_t> write_report(const std::string& path, const std::string& text);

void write_all(int descriptor, const std::string& text);

// Nanoseconds since 1970.
[[nodiscard]] int64_t now_nanoseconds();

}  // namespace heddle::cli
