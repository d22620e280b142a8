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

  // What could not be written is an error; that the reader has seen enough (`| head`) is none.
  base::Result<size_t> print(const std::string& text) const;

 private:
  const int descriptor_;
  report::Style style_;
};

// Whether it is a terminal on which a line can be written over.
[[nodiscard]] bool can_redraw(int descriptor);

// Says what is wrong, in one line; returns the status for it.
int complain(const std::string& sentence);

// The same where nothing is wrong.
void tell(const std::string& sentence);

// The status of a command whose last words were printed, or not.
int status_after(const base::Result<size_t>& printed, int status);

// False, and errno, if not all of it could be written.
bool write_all(int descriptor, const std::string& text);

// Standard input, output and error are open from then on, as files that cannot be written to or
// have nothing to be read where heddle was started without: else the next file that is opened would
// take the place.
void fill_standard_descriptors();

// Nanoseconds since 1970.
[[nodiscard]] int64_t now_nanoseconds();

}  // namespace heddle::cli
