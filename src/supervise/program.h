// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::supervise {

// A program to be run, and all that it is started with.
struct Program {
  std::string path;                                // of the executable
  std::vector<std::string> arguments;              // the first is its name
  std::string directory;                           // where to start it; empty: here
  std::map<std::string, std::string> environment;  // variables to set beyond our own
  std::string standard_input;
  std::string build_id;
  bool instrumented = false;  // its accesses to memory are seen
};

// Finds the program as a shell would, and makes sure that heddle can run it: a
// dynamically linked executable of this machine's kind.
base::Result<Program> find_program(const std::vector<std::string>& command_line);

// The executable of that name in PATH; empty if there is none.
[[nodiscard]] std::string find_in_path(const std::string& name);

// Where this executable is; a file that is installed with it; the library for programs.
base::Result<std::string> own_command();
base::Result<std::string> own_file(const std::string& name);
base::Result<std::string> runtime_library();

}  // namespace heddle::supervise
