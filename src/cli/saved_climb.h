// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verdict/climb.h"

#include <nlohmann/json.hpp>

namespace heddle::cli {

// How far fairness has climbed, as a search that was broken off keeps it: all that is said of the
// rungs that are done.
nlohmann::json climb_to_json(const verdict::Climb& climb);

// Throws what nlohmann::json does if it is not what climb_to_json() makes.
verdict::Climb climb_from(const nlohmann::json& text);

}  // namespace heddle::cli
