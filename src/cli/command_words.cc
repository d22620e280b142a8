// SPDX-License-Identifier: Apache-2.0
#include "cli/command_words.h"

#include <cctype>
#include <fstream>
#include <iterator>

namespace heddle::cli {
namespace {

// Files may name each other in a circle, which the compiler will complain of.
constexpr int kDeepest = 100;

void append_read(const std::vector<std::string>& arguments, int depth,
                 std::vector<std::string>& result) {
  for (const std::string& argument : arguments) {
    std::ifstream file;
    if (argument.size() > 1 && argument.front() == '@' && depth < kDeepest) {
      file.open(argument.substr(1), std::ios::binary);
    }
    if (!file.is_open()) {
      result.push_back(argument);
      continue;
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    append_read(words_of(text), depth + 1, result);
  }
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;  // a word, which may be empty so far: ""
  char quote = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\0' && std::isspace(static_cast<unsigned char>(c)) != 0) {
      inside = false;
      continue;
    }
    if (!inside) {
      words.emplace_back();
      inside = true;
    }
    if (c == '\\' && i + 1 < text.size()) {
      words.back() += text[++i];
    } else if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::vector<std::string> with_response_files_read(const std::vector<std::string>& arguments) {
  std::vector<std::string> result;
  append_read(arguments, 0, result);
  return result;
}

}  // namespace heddle::cli
