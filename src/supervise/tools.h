// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace heddle::supervise {

// A program of others that heddle works with.
struct Tool {
  std::string path;
  std::string version;  // the first line of what it says about itself; empty if it says nothing
};

// A compiler in PATH, or with a path of its own, asked for its version.
[[nodiscard]] std::optional<Tool> find_compiler(const std::string& name);

struct Debugger : Tool {
  std::string python;  // version of the Python inside; empty if there is none
};

// gdb in PATH.
[[nodiscard]] std::optional<Debugger> find_debugger();

}  // namespace heddle::supervise
