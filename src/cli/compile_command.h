// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

enum class Language { c, cxx };

// Which compiler this command line calls: `heddle cc`, `heddle c++`, or heddle by the name of
// heddle-cc or heddle-c++.  Takes its words off the arguments.
[[nodiscard]] std::optional<Language> compiler_called_for(std::vector<std::string>& arguments);

// Becomes the compiler, with the arguments changed for full visibility; returns a status only
// if that fails.
int compile_command(Language language, const std::vector<std::string>& arguments);

}  // namespace heddle::cli
