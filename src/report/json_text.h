// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace heddle::report {

// The text of a JSON document.  Its strings may hold any bytes: what is not UTF-8 is written as
// trace::to_text() does, so that no byte is lost and nothing is ever refused.
//   indent: of each level; -1: all in one line.
[[nodiscard]] std::string json_text(nlohmann::ordered_json json, int indent);

}  // namespace heddle::report
