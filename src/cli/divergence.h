// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/divergence.h"
#include "report/divergence.h"

#include <optional>

namespace heddle::cli {

// As a report tells it; nothing if there is none.
[[nodiscard]] std::optional<report::Divergence> divergence_of(
    const explore::Difference& difference);

}  // namespace heddle::cli
