// SPDX-License-Identifier: Apache-2.0
#include "trace/fields.h"

#include "trace/bytes.h"
#include "trace/format.h"

#include <utility>

#include <fmt/format.h>

namespace heddle::trace {

Fields::Fields(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
  if (!json.is_object()) {
    throw Malformed{place("") + " should be an object"};
  }
}

bool Fields::flag(const char* key) const {
  const Json* value = find(key);
  if (value != nullptr && !value->is_boolean()) {
    throw Malformed{place(key) + " should be true or false"};
  }
  return value != nullptr && value->get<bool>();
}

std::string Fields::text(const char* key) const {
  const Json* value = find(key);
  return value == nullptr ? std::string() : text_of(*value, place(key));
}

std::optional<size_t> Fields::below(const char* key, size_t count) const {
  if (find(key) == nullptr) {
    return std::nullopt;
  }
  const auto value = number<uint64_t>(key);
  if (value >= count) {
    throw Malformed{fmt::format("{} names {}, which does not exist", place(key), value)};
  }
  return value;
}

event::ThreadId Fields::thread(const char* key, size_t count) const {
  const std::optional<size_t> value = below(key, count);
  return value ? static_cast<event::ThreadId>(*value) : event::kNoThread;
}

event::ObjectId Fields::object(const char* key, size_t count) const {
  const std::optional<size_t> value = below(key, count);
  return value ? static_cast<event::ObjectId>(*value) : event::kNoObject;
}

uint32_t Fields::numbered(const char* key, size_t count) const {
  return static_cast<uint32_t>(below(key, count + 1).value_or(0));
}

const Json& Fields::array(const char* key) const {
  const Json& value = required(key);
  return value.is_array() ? value : throw Malformed{place(key) + " should be a list"};
}

const Json& Fields::required(const char* key) const {
  const Json* value = find(key);
  return value != nullptr ? *value : throw Malformed{place(key) + " is missing"};
}

const Json* Fields::find(const char* key) const {
  const auto found = json_.find(key);
  return found == json_.end() ? nullptr : &*found;
}

std::string Fields::place(std::string_view key) const {
  if (key.empty()) {
    return where_.empty() ? "the document" : where_;
  }
  return fmt::format("{}{}{}", where_, where_.empty() ? "" : ".", key);
}

uint64_t Fields::unsigned_at(const char* key, const Json& value, uint64_t highest) const {
  const auto number = value.get<uint64_t>();
  if (number > highest) {
    throw Malformed{
        fmt::format("{} is {}, and at most {} is possible", place(key), number, highest)};
  }
  return number;
}

// What is not unsigned is negative, or no whole number, or beyond 64 bits.
int64_t Fields::signed_at(const char* key, const Json& value, int64_t lowest) const {
  if (!value.is_number_integer()) {
    throw Malformed{place(key) + " should be a whole number of at most 64 bits"};
  }
  const auto number = value.get<int64_t>();
  if (number < lowest) {
    throw Malformed{
        fmt::format("{} is {}, and at least {} is possible", place(key), number, lowest)};
  }
  return number;
}

std::string text_of(const Json& json, const std::string& place) {
  if (json.is_string()) {
    return json.get<std::string>();
  }
  const auto found = json.is_object() ? json.find(kBase64Key) : json.end();
  if (found != json.end() && found->is_string()) {
    if (std::optional<std::string> bytes = from_base64(found->get_ref<const std::string&>())) {
      return *bytes;
    }
  }
  throw Malformed{place + " should be a string, or bytes in base64"};
}

}  // namespace heddle::trace
