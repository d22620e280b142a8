// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace heddle::trace {

using Json = nlohmann::json;

// What is wrong with a body.  Thrown and caught within the reader.
struct Malformed {
  std::string what;
};

// One JSON object of a trace, by the type of what is expected in it.  Each
// method throws Malformed, naming the place, if something else is there.
class Fields {
 public:
  // `where` is "steps[12]" or the like; the document itself has none.
  explicit Fields(const Json& json, std::string where = {});

  // Optional fields: absent means `usual`, or none.
  template <typename Integer>
  [[nodiscard]] Integer number(const char* key, Integer usual = 0) const {
    using Limits = std::numeric_limits<Integer>;
    const Json* value = find(key);
    if (value == nullptr) {
      return usual;
    }
    if (value->is_number_unsigned()) {
      return static_cast<Integer>(unsigned_at(key, *value, static_cast<uint64_t>(Limits::max())));
    }
    return static_cast<Integer>(signed_at(key, *value, static_cast<int64_t>(Limits::min())));
  }
  [[nodiscard]] bool flag(const char* key) const;
  [[nodiscard]] std::string text(const char* key) const;
  [[nodiscard]] std::optional<size_t> below(const char* key, size_t count) const;
  [[nodiscard]] event::ThreadId thread(const char* key, size_t count) const;
  [[nodiscard]] event::ObjectId object(const char* key, size_t count) const;
  [[nodiscard]] uint32_t numbered(const char* key, size_t count) const;  // from 1; 0 is none

  // Fields that must be there.
  [[nodiscard]] const Json& array(const char* key) const;
  [[nodiscard]] const Json& required(const char* key) const;
  template <typename Enum>
  [[nodiscard]] Enum name(const char* key, std::optional<Enum> (*parse)(std::string_view)) const {
    const Json& value = required(key);
    const std::optional<Enum> known =
        value.is_string() ? parse(value.get_ref<const std::string&>()) : std::nullopt;
    return known ? *known : throw Malformed{place(key) + " is none of the names known there"};
  }

  [[nodiscard]] const Json* find(const char* key) const;
  [[nodiscard]] std::string place(std::string_view key) const;

 private:
  [[nodiscard]] uint64_t unsigned_at(const char* key, const Json& value, uint64_t highest) const;
  [[nodiscard]] int64_t signed_at(const char* key, const Json& value, int64_t lowest) const;

  const Json& json_;
  const std::string where_;
};

// A string, or the object that stands in place of one that is not UTF-8.
[[nodiscard]] std::string text_of(const Json& json, const std::string& place);

}  // namespace heddle::trace
