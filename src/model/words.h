// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/program.h"

#include <array>
#include <string_view>

// Words of the text form that printing and parsing share.
namespace heddle::model {

struct OptionWord {
  std::string_view word;
  bool Program::*option;
};

inline constexpr std::array kOptionWords = {
    OptionWord{"creates", &Program::creates},         OptionWord{"exits", &Program::exits},
    OptionWord{"late_once", &Program::late_once},     OptionWord{"last_ends", &Program::last_ends},
    OptionWord{"ends_pinned", &Program::ends_pinned},
};

inline constexpr std::array kMutexTypes = {sync::MutexType::normal, sync::MutexType::recursive,
                                           sync::MutexType::errorcheck};

[[nodiscard]] constexpr std::string_view word_for(sync::MutexType type) {
  switch (type) {
    case sync::MutexType::normal:
      return "normal";
    case sync::MutexType::recursive:
      return "recursive";
    case sync::MutexType::errorcheck:
      return "errorcheck";
  }
  return "?";
}

[[nodiscard]] constexpr std::string_view word_for_preference(bool writers) {
  return writers ? "writers" : "readers";
}

// Before the second number of an op, if it has one.
[[nodiscard]] inline std::string_view second_number_of(Act act) {
  if (operation_of(act) == event::OpKind::cond_wait) {
    return "mutex";
  }
  return act == Act::futex_wake ? "count" : "";
}

}  // namespace heddle::model
