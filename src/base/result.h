// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"

#include <string>
#include <utility>
#include <variant>

namespace heddle::base {

// What is wrong with the world (a missing file, a bad option), as one sentence
// that names the thing and the way out.  It is printed by cli/ and nowhere else.
struct Error {
  std::string sentence;
};

// A value, or the sentence that says why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  [[nodiscard]] bool ok() const { return state_.index() == 0; }

  [[nodiscard]] T& value() {
    HEDDLE_CHECK(ok(), "a value should be taken only from a Result that has one");
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T& value() const {
    HEDDLE_CHECK(ok(), "a value should be taken only from a Result that has one");
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const Error& error() const {
    HEDDLE_CHECK(!ok(), "an error should be taken only from a Result that has one");
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace heddle::base
