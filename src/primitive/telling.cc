// SPDX-License-Identifier: Apache-2.0
#include "primitive/telling.h"

#include "primitive/primitives.h"

namespace heddle::primitive {
namespace {

struct TellingByKind {
  Telling by_kind[event::kOpKinds];
};

constexpr TellingByKind table_of_tellings() {
  TellingByKind all{};
  for (size_t i = 0; i < event::kOpKinds; ++i) {
    all.by_kind[i] = ask_primitive(static_cast<event::OpKind>(i),
                                   [](const auto& primitive) { return primitive.telling(); });
  }
  return all;
}

constexpr TellingByKind kTellings = table_of_tellings();

}  // namespace

const Telling& telling_of(event::OpKind kind) {
  return kTellings.by_kind[static_cast<size_t>(kind)];
}

Rest rest_of(event::OpKind kind, int32_t result) {
  return ask_primitive(kind, [&](const auto& primitive) { return primitive.rest(result); });
}

}  // namespace heddle::primitive
