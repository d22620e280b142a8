// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <sys/resource.h>

namespace heddle::supervise {

// heddle needs more open files than the program: a few for each worker.  It takes as many as the
// hard limit allows.  Called once, by main.
void raise_own_limits();

// What a process of another program is to find: the limits that heddle was started with.  For a
// new process, between fork and exec: async-signal-safe.
void put_back_limits();

// The limit that holds for heddle, in bytes or pieces; nothing if there is none.
[[nodiscard]] std::optional<uint64_t> limit_on(__rlimit_resource_t resource);

// What the error says, and which limit it comes from, if it is one.
[[nodiscard]] std::string words_for(int error);

}  // namespace heddle::supervise
