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

inline constexpr std::array kMutexTypes = {primitive::MutexType::normal,
                                           primitive::MutexType::recursive,
                                           primitive::MutexType::errorcheck};

[[nodiscard]] constexpr std::string_view word_for(primitive::MutexType type) {
  switch (type) {
    case primitive::MutexType::normal:
      return "normal";
    case primitive::MutexType::recursive:
      return "recursive";
    case primitive::MutexType::errorcheck:
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
