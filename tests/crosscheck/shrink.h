// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "words.h"

#include <functional>
#include <string>

namespace heddle::crosscheck {

// Nothing if all is well with a program, or what is not.
using Check = std::function<std::string(const Program&)>;

// A program of which still not all is well, and which has no thread and no op that
// could be left out.
[[nodiscard]] Program shrunk(Program program, const Check& check);

}  // namespace heddle::crosscheck
