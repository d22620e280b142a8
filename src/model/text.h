// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "model/program.h"

#include <string>
#include <string_view>

// Programs as text:
//
//   # a comment
//   object 1: mutex recursive, semaphore 2, barrier 3, rwlock writers
//   options: creates exits late_once last_ends ends_pinned
//   thread: lock 0; if (try_acquire 1 == 0) post 1; unlock 0
//   thread: pinned wait 1 mutex 0; futex_wake 0 count 2; assume (load 1 == 0); store 0, look
//
// An op is an Act, the number of its object or thread, and what is done after it (After).  `if`
// leaves out the next op unless this one comes to 0; `assume` and `assert` end the execution.
// Objects and options that are not named are as in Program.
namespace heddle::model {

[[nodiscard]] std::string to_string(const Op& op);
[[nodiscard]] std::string to_string(const Program& program);

// The program, or what is wrong with the text and in which line.
[[nodiscard]] base::Result<Program> parse(std::string_view text);

}  // namespace heddle::model
