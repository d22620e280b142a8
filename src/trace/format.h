// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/names.h"
#include "event/operation.h"
#include "event/outcome.h"

#include <cstdint>
#include <string_view>

// What the writer and the reader of trace files agree on.  The format is
// described in docs/reference/trace-format.md.
namespace heddle::trace {

// Goes up when an older heddle would misread a file.  New keys that it may
// ignore do not count.
inline constexpr uint32_t kTraceVersion = 3;

// What is written for an execution that held nobody back in a loop, so that version 2 reads it.
inline constexpr uint32_t kVersionWithoutHolds = 2;

// The oldest that is still read.  What version 2 added has its usual value there: accesses to
// memory were no steps.
inline constexpr uint32_t kOldestTraceVersion = 1;

inline constexpr std::string_view kMagic = "heddle-trace ";

// In place of a string that is not UTF-8 stands an object with this one key.
inline constexpr const char* kBase64Key = "base64";

// ThreadState, in the order of its enumeration.
inline constexpr event::Name kThreadStates[] = {
    {"runnable", ""},
    {"blocked", ""},
    {"ended", ""},
    {"unknown", ""},
};

// Visible, in the order of its enumeration.
inline constexpr event::Name kVisible[] = {
    {"sync", ""},
    {"race", ""},
    {"all", ""},
};

}  // namespace heddle::trace
