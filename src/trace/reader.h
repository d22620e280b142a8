// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "trace/trace.h"

#include <filesystem>
#include <string_view>

// Trace files come from other machines, other versions and half-full disks, so
// nothing in them is believed: whatever the bytes are, the answer is a trace in
// which every number that names a thread, object or stack is one that exists, or
// a sentence that says what is wrong.  Memory used is in proportion to the bytes
// there, never to a number that they state.
namespace heddle::trace {

// `name` is what the sentence of an error calls the input.
base::Result<Trace> parse(std::string_view bytes, std::string_view name = "the input");

// The JSON document alone, without the line of version and checksum before it.
base::Result<Trace> parse_body(std::string_view body, std::string_view name = "the input");

base::Result<Trace> read_file(const std::filesystem::path& path);

}  // namespace heddle::trace
