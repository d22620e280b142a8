// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "supervise/program.h"

#include <string>
#include <vector>

namespace heddle::supervise {

class Session;

struct GdbRequest {
  std::string session;                 // for the script, as report::gdb_session() makes it
  std::vector<std::string> arguments;  // more of gdb's own
};

// Runs gdb, in the terminal and until the user leaves it; returns its exit status.  The
// program is started by gdb through our own command, `heddle start-for-gdb`, as gdb
// itself cannot hand it arbitrary arguments and files.
base::Result<int> run_gdb(const Program& program, const Session& session,
                          const GdbRequest& request);

// What `heddle start-for-gdb` does; returns only if it cannot be done.
base::Error start_for_gdb();

}  // namespace heddle::supervise
