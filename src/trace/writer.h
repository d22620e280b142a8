// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "trace/trace.h"

#include <cstddef>
#include <filesystem>
#include <string>

namespace heddle::trace {

// The trace as the bytes of a file.  Every string comes back from parse() as it
// was, whatever bytes are in it.
[[nodiscard]] std::string serialize(const Trace& trace);

// Writes the trace to `path`, making its directory if need be, and returns the
// size of the file.  A reader sees the old file or the new one, never a part.
base::Result<size_t> write_file(const std::filesystem::path& path, const Trace& trace);

}  // namespace heddle::trace
