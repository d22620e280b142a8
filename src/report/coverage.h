// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "verdict/exploration.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// How much a search has covered after how many executions, as a file of comma-separated values:
// what `heddle run --coverage` writes and `heddle plot` draws.
namespace heddle::report {

struct Sample {
  uint64_t executions = 0;
  std::optional<uint64_t> states = {};  // if they were counted
  std::optional<uint32_t> bound = {};   // every execution with at most so many preemptions is done
};

using Coverage = std::vector<Sample>;

[[nodiscard]] Coverage samples_of(const verdict::Exploration& explored);

[[nodiscard]] std::string to_csv(const Coverage& coverage);

// What such a file says; `name` is what a sentence about it calls it.
[[nodiscard]] base::Result<Coverage> read_csv(std::string_view text, const std::string& name);

}  // namespace heddle::report
