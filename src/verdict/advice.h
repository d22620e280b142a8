// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verdict/rounds.h"
#include "verdict/run_facts.h"

#include <string>

namespace heddle::verdict {

// What to try after a search that has not come to its end; empty if there is nothing to say.
[[nodiscard]] std::string advice_for(const Rounds& rounds, const RunFacts& facts);

}  // namespace heddle::verdict
