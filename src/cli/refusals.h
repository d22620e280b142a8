// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_options.h"

#include <string>

namespace heddle::cli {

// Why these options of `heddle run` cannot be had, alone or together: the first reason, as a
// sentence; empty if there is none.
[[nodiscard]] std::string first_refusal(const RunOptions& options);

}  // namespace heddle::cli
