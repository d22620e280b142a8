// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <string>

namespace heddle::supervise {

// What tells one build of a program from another: the GNU build id in hex or, in
// a file that has none, "content-" and a hash of all its bytes.
base::Result<std::string> build_id(const std::string& path);

}  // namespace heddle::supervise
