// SPDX-License-Identifier: Apache-2.0
#include "report/json_text.h"

#include "trace/bytes.h"

#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

void make_texts(Json& json) {
  if (json.is_string()) {
    auto& bytes = json.get_ref<std::string&>();
    bytes = trace::to_text(bytes);
  } else if (json.is_structured()) {
    for (Json& item : json) {
      make_texts(item);
    }
  }
}

}  // namespace

std::string json_text(Json json, int indent) {
  make_texts(json);
  return json.dump(indent);
}

}  // namespace heddle::report
