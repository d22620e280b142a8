// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "heddle_run.h"
#include "outcomes.h"

#include <string>

namespace heddle::live {

// Where what heddle says, and what the player saw under it, is not what the interpreter says must
// be.  Empty: all is well, or a limit was reached first.
[[nodiscard]] std::string difference(const Program& program, const Outcomes& expected,
                                     const Configuration& configuration, const Report& report);

}  // namespace heddle::live
