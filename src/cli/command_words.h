// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

// The words of a text as compilers read their response files: between white space; single and
// double quotes hold a word together, a backslash takes the next character as it is.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

// The arguments with every @FILE replaced by the words of that file, also by those within
// it.  As for the compilers, @FILE stands for itself if there is no such file.
[[nodiscard]] std::vector<std::string> with_response_files_read(
    const std::vector<std::string>& arguments);

}  // namespace heddle::cli
