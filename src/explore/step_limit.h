// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::explore {

// Steps of a thread that is alone do not count towards the limit, see detect/livelock.h; but there
// is room for so many of them only.
inline constexpr uint32_t kMostStepsAlone = uint32_t{1} << 21;

// That an execution can have.
[[nodiscard]] constexpr size_t most_steps(uint32_t step_limit) {
  return size_t{step_limit} + kMostStepsAlone;
}

// That there is to be room for: the last one, and the end.
[[nodiscard]] constexpr size_t room_for_steps(uint32_t step_limit) {
  return most_steps(step_limit) + 2;
}

}  // namespace heddle::explore
