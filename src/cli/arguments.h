// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

// The words of a command line up to the first "--", which ends heddle's own; and that with what
// follows.
struct Arguments {
  std::vector<std::string> own;
  std::vector<std::string> rest;
};

[[nodiscard]] Arguments split(const std::vector<std::string>& words);

// The program and its arguments, from what heddle's options have left of its own words.  A "--"
// after the program's name is the program's.
[[nodiscard]] std::vector<std::string> command_line(std::vector<std::string> remaining,
                                                    const std::vector<std::string>& rest);

}  // namespace heddle::cli
