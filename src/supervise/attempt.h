// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace heddle::supervise {

// What came of something that was tried out.
struct Attempt {
  enum class State { no, partly, yes };

  State state = State::no;
  std::string detail;  // what was found, or why it does not work

  [[nodiscard]] bool works() const { return state == State::yes; }

  static Attempt success(const std::string& detail = "") { return {State::yes, detail}; }
  static Attempt half(const std::string& detail) { return {State::partly, detail}; }
  static Attempt failure(const std::string& detail) { return {State::no, detail}; }
  // With the text of errno.
  static Attempt failed_call(const std::string& call);
};

// Tries something out in a process of its own, which may be killed for it (by a
// seccomp filter), crash or hang: that is an answer as well.  A detail is cut at
// 200 bytes.
Attempt attempt(Attempt (*trial)(), std::chrono::milliseconds patience);

}  // namespace heddle::supervise
