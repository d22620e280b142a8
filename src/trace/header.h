// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string_view>

namespace heddle::trace {

// The first line, word by word.
struct Header {
  uint64_t version = 0;
  uint64_t length = 0;
  uint64_t checksum = 0;
};

// Reads it off the front of `bytes`; `name` is what the sentence of an error calls them.
base::Result<Header> take_header(std::string_view& bytes, std::string_view name);

// "NAME is not a heddle trace"
[[nodiscard]] base::Error bad_input(std::string_view name, std::string_view what);

}  // namespace heddle::trace
