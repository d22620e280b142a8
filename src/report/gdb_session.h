// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/trace.h"

#include <string>

namespace heddle::report {

// What gdb/heddle_gdb.py wants to know of an execution, in JSON: its steps, threads and
// objects in words.  `command` is the path of heddle, which starts the program.
[[nodiscard]] std::string gdb_session(const trace::Trace& trace, const std::string& command);

}  // namespace heddle::report
