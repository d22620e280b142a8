// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

// Enumerators as text, from a table in the order of the enumeration.
namespace heddle::event {

struct Name {
  std::string_view name;  // in code, in the trace file, in JSON
  std::string_view word;  // in a sentence
};

template <typename Enum>
constexpr std::string_view name_of(std::span<const Name> table, Enum value) {
  const auto at = static_cast<size_t>(value);
  return at < table.size() ? table[at].name : "?";
}

template <typename Enum>
constexpr std::string_view word_of(std::span<const Name> table, Enum value) {
  const auto at = static_cast<size_t>(value);
  return at < table.size() ? table[at].word : "?";
}

template <typename Enum>
constexpr std::optional<Enum> find_name(std::span<const Name> table, std::string_view name) {
  for (size_t i = 0; i < table.size(); ++i) {
    if (table[i].name == name) {
      return static_cast<Enum>(i);
    }
  }
  return std::nullopt;
}

}  // namespace heddle::event
