// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "explore/divergence.h"

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::verdict {

// Where two executions of the same schedule part.
struct Divergence {
  uint64_t step = 0;  // 1 is the first
  std::optional<event::Event> expected;
  uint16_t expected_options = 0;     // how many there were, if that is all that is known
  std::optional<event::Event> came;  // nothing: the execution had ended
};

// As a report tells it; nothing if there is none.
[[nodiscard]] std::optional<Divergence> divergence_of(const explore::Difference& difference);

// Of the thread that did something else.
[[nodiscard]] std::optional<uint32_t> thread_of(const Divergence& divergence);

// What was expected, and what came: "T1: lock (object 2)".
[[nodiscard]] std::string expected_words(const Divergence& divergence);
[[nodiscard]] std::string came_words(const Divergence& divergence);

// A sentence with both.
[[nodiscard]] std::string divergence_words(const Divergence& divergence);

}  // namespace heddle::verdict
